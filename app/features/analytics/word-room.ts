import { LRUCache } from "lru-cache";

import { household } from "#app/platform/address-limit.ts";

/** Searches whose words count, of one network a day: no house full of people makes more. */
const NETWORK_WORDS_PER_DAY_MAX = 200;

/** The same of everybody, for each instance: what a robot that lies about its name can make us write down in a day. */
const WORDS_PER_DAY_MAX = 20_000;

/** Beyond it the network that was quiet longest is forgotten. */
const NETWORKS_MAX = 10_000;

/**
 * How many words a day has room for. Beyond it a visit counts as before, and only its words are left out. In memory only,
 * as `AddressLimit` is.
 */
export class WordRoom {
  #day = "";
  #taken = 0;
  readonly #ofNetwork = new LRUCache<string, number>({ max: NETWORKS_MAX });

  takes(address: string, day: string): boolean {
    if (day !== this.#day) {
      this.#day = day;
      this.#taken = 0;
      this.#ofNetwork.clear();
    }
    const network = household(address);
    const taken = this.#ofNetwork.get(network) ?? 0;
    if (taken >= NETWORK_WORDS_PER_DAY_MAX || this.#taken >= WORDS_PER_DAY_MAX) return false;
    this.#ofNetwork.set(network, taken + 1);
    this.#taken += 1;
    return true;
  }
}
