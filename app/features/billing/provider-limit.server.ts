import { AddressLimit } from "#app/platform/address-limit.ts";

/** Of whatever asks the provider, forms and calls together, per member: more than anybody clicks. */
export const CALLS_PER_MINUTE_MAX = 30;
const limit = new AddressLimit(CALLS_PER_MINUTE_MAX);

/** Counts one question to the provider. Null: go ahead; else the seconds after which there may be another. */
export function waitForProvider(userId: string, now: Date): number | null {
  return limit.secondsToWait(userId, now);
}

export function tooOften(seconds: number): string {
  return `That is too often. Try again in ${seconds} seconds.`;
}
