import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";

/** Requests to the provider per member, forms and API calls together: more than anybody clicks. */
export const PROVIDER_CALLS_PER_MINUTE_MAX = 30;
const limit = new AddressRateLimit(PROVIDER_CALLS_PER_MINUTE_MAX);

/** Counts one request to the provider. Null if it may go ahead, otherwise the seconds to wait. */
export function secondsUntilNextCall(userId: string, now: Date): number | null {
  return limit.secondsToWait(userId, now);
}
