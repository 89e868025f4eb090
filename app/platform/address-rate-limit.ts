import { LRUCache } from "lru-cache";

/** All limits count by the minute. */
export const LIMIT_WINDOW_SECONDS = 60;
const WINDOW_MS = LIMIT_WINDOW_SECONDS * 1_000;

/** Addresses counted at once. Beyond this, the least recently used one is dropped. */
const ADDRESSES_MAX = 20_000;

/** How much more the sites of one IPv6 provider's /48 may ask for together: 65,536 of the /64 that each user has. */
const SHARED_NETWORK_FACTOR = 8;

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
    const own = this.#count(addressNetwork(address), { max: this.#requestsMax, now });
    if (!address.includes(":")) return own;
    const shared = this.#count(`${ipv6Groups(address, 3)}/48`, { max: this.#requestsMax * SHARED_NETWORK_FACTOR, now });
    return own ?? shared;
  }

  #count(key: string, { max, now }: { max: number; now: Date }): number | null {
    const at = now.getTime();
    const current = this.#windows.get(key);
    const window = current !== undefined && at < current.endsAt ? current : { endsAt: at + WINDOW_MS, requests: 0 };
    window.requests += 1;
    this.#windows.set(key, window);
    return window.requests <= max ? null : Math.max(1, Math.ceil((window.endsAt - at) / 1000));
  }
}

/** The key that requests are counted by. An IPv6 user has a whole /64, so only the first four groups count. */
export function addressNetwork(address: string): string {
  return address.includes(":") ? ipv6Groups(address, 4) : address;
}

function ipv6Groups(address: string, count: number): string {
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  return [...groups, ...Array.from({ length: zeros }, () => "0"), ...after].slice(0, count).join(":");
}
