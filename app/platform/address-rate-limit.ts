import { LRUCache } from "lru-cache";

const WINDOW_MS = 60_000;

/** Addresses counted at once. Beyond this, the least recently used one is dropped. */
const ADDRESSES_MAX = 20_000;

/**
 * Counts requests per IP address and minute. In memory only: addresses are never stored, and each instance counts for
 * itself.
 */
export class AddressRateLimit {
  readonly #requestsMax: number;
  readonly #windows = new LRUCache<string, { endsAt: number; requests: number }>({ max: ADDRESSES_MAX });

  constructor(requestsPerMinuteMax: number) {
    this.#requestsMax = requestsPerMinuteMax;
  }

  /** Counts one request. Null: allowed; else the seconds to wait. */
  secondsToWait(address: string, now: Date): number | null {
    const at = now.getTime();
    const key = addressNetwork(address);
    const current = this.#windows.get(key);
    const window = current !== undefined && at < current.endsAt ? current : { endsAt: at + WINDOW_MS, requests: 0 };
    window.requests += 1;
    this.#windows.set(key, window);
    return window.requests <= this.#requestsMax ? null : Math.max(1, Math.ceil((window.endsAt - at) / 1000));
  }
}

/** The key that requests are counted by. An IPv6 user has a whole /64, so only the first four groups count. */
export function addressNetwork(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  return [...groups, ...Array.from({ length: zeros }, () => "0"), ...after].slice(0, 4).join(":");
}
