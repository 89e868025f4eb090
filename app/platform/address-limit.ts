import { LRUCache } from "lru-cache";

const WINDOW_MS = 60_000;

/** Addresses counted at once; beyond it the one that was quiet longest is forgotten. */
const ADDRESSES_MAX = 20_000;

/**
 * Counts how often an address asks within a minute. In memory only: addresses are written down nowhere, and with several
 * instances each allows its own share.
 */
export class AddressLimit {
  readonly #asksMax: number;
  readonly #windows = new LRUCache<string, { endsAt: number; asks: number }>({ max: ADDRESSES_MAX });

  constructor(asksPerMinuteMax: number) {
    this.#asksMax = asksPerMinuteMax;
  }

  /** Counts one ask. Null: go ahead; else the seconds after which there may be another. */
  secondsToWait(address: string, now: Date): number | null {
    const at = now.getTime();
    const key = household(address);
    const known = this.#windows.get(key);
    const window = known !== undefined && at < known.endsAt ? known : { endsAt: at + WINDOW_MS, asks: 0 };
    window.asks += 1;
    this.#windows.set(key, window);
    return window.asks <= this.#asksMax ? null : Math.max(1, Math.ceil((window.endsAt - at) / 1000));
  }
}

/** Whoever has one IPv6 address has the whole /64: its first four groups. */
export function household(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  return [...groups, ...Array.from({ length: zeros }, () => "0"), ...after].slice(0, 4).join(":");
}
