import { LRUCache } from "lru-cache";

import { addressNetwork } from "#app/platform/address-rate-limit.ts";

/** Terms counted per network and day; no household makes more. */
const NETWORK_WORDS_PER_DAY_MAX = 200;

/** Terms counted per instance and day: bounds what a robot with a browser's user agent can make us store. */
const WORDS_PER_DAY_MAX = 20_000;

/** Beyond this the least recently seen network is dropped. */
const NETWORKS_MAX = 10_000;

/**
 * Limits how many terms are counted per day. Beyond the limit a visit counts without its terms. In memory only, like
 * `AddressRateLimit`.
 */
export class TermQuota {
  #day = "";
  #taken = 0;
  readonly #ofNetwork = new LRUCache<string, number>({ max: NETWORKS_MAX });

  tryTake(address: string, day: string): boolean {
    if (day !== this.#day) {
      this.#day = day;
      this.#taken = 0;
      this.#ofNetwork.clear();
    }
    const network = addressNetwork(address);
    const taken = this.#ofNetwork.get(network) ?? 0;
    if (taken >= NETWORK_WORDS_PER_DAY_MAX || this.#taken >= WORDS_PER_DAY_MAX) return false;
    this.#ofNetwork.set(network, taken + 1);
    this.#taken += 1;
    return true;
  }
}
