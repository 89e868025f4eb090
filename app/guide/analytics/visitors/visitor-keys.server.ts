import { addressNetwork } from "#app/platform/address-rate-limit.ts";

import { networkKey, visitorKey } from "./visitor-hashes.server.ts";

export type Visitor = { day: string; address: string; userAgent: string };

export function visitorCacheKey({ day, address, userAgent }: Visitor): string {
  return `${day}\n${address}\n${userAgent}`;
}

/** Caches each visitor's keys during a write. */
export class VisitorKeys {
  readonly #salts: ReadonlyMap<string, Uint8Array>;
  readonly #keys = new Map<string, Uint8Array>();
  readonly #networkKeys = new Map<string, Uint8Array>();

  constructor(salts: ReadonlyMap<string, Uint8Array>) {
    this.#salts = salts;
  }

  forVisitor(visitor: Visitor): Uint8Array {
    const name = visitorCacheKey(visitor);
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const key = visitorKey(this.#saltOf(visitor), visitor);
    this.#keys.set(name, key);
    return key;
  }

  /**
   * The key for counting terms. One person may have a thousand addresses of a network and many user agents, so counting
   * by address would let one person pass for five visitors.
   */
  forNetwork({ day, address }: Visitor): Uint8Array {
    const network = addressNetwork(address);
    const name = `${day}\n${network}`;
    const known = this.#networkKeys.get(name);
    if (known !== undefined) return known;
    const key = networkKey(this.#saltOf({ day }), network);
    this.#networkKeys.set(name, key);
    return key;
  }

  #saltOf({ day }: Pick<Visitor, "day">): Uint8Array {
    const salt = this.#salts.get(day);
    if (salt === undefined) throw new Error(`There is no salt for ${day}`);
    return salt;
  }
}
