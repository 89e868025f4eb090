import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import type { RouteTable } from "#app/platform/route-table.ts";

/**
 * Limits how many pages that aren't cached yet one address may have rendered a minute, for routes that declare it. Cached
 * pages cost next to nothing and aren't counted.
 */
export class RenderLimits {
  readonly #routes: RouteTable;
  readonly #limits = new Map<string, AddressRateLimit>();

  constructor(routes: RouteTable) {
    this.#routes = routes;
  }

  /** Counts one page to render. Null: go on; else the seconds to wait. */
  secondsToWait(target: string, { address, now }: { address: string; now: Date }): number | null {
    const route = this.#routes.find(target);
    const max = route?.handle.rendersPerMinuteMax;
    if (route === null || max === undefined) return null;
    const limit = this.#limits.get(route.pattern) ?? new AddressRateLimit(max);
    this.#limits.set(route.pattern, limit);
    return limit.secondsToWait(address, now);
  }
}
