import { visitorKey } from "./visitor-marks.server.ts";

export type Visitor = { day: string; address: string; userAgent: string };

export function nameOfVisitor({ day, address, userAgent }: Visitor): string {
  return `${day}\n${address}\n${userAgent}`;
}

/** Each visitor's key is made once a writing. */
export class VisitorKeys {
  readonly #salts: ReadonlyMap<string, Uint8Array>;
  readonly #keys = new Map<string, Uint8Array>();

  constructor(salts: ReadonlyMap<string, Uint8Array>) {
    this.#salts = salts;
  }

  of(visitor: Visitor): Uint8Array {
    const name = nameOfVisitor(visitor);
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const salt = this.#salts.get(visitor.day);
    if (salt === undefined) throw new Error(`There is no salt of ${visitor.day}`);
    const key = visitorKey(salt, visitor);
    this.#keys.set(name, key);
    return key;
  }
}
