import type { Tier } from "#app/core/entitlements/entitlements.ts";
import { DAY_MS } from "#app/lib/duration.ts";

/** The grace period: how long a membership continues after a payment failed. */
export const GRACE_DAYS = 3;
export const GRACE_MS = GRACE_DAYS * DAY_MS;

/** The columns of a subscription that decide about the membership. */
export type SubscriptionState = {
  tier: Tier;
  status: "active" | "past-due" | "ended";
  currentPeriodEndsAt: Date;
  /** When a canceled subscription ends; null while it renews. */
  cancelAt: Date | null;
  /** End of the grace period; null unless past due. */
  graceEndsAt: Date | null;
};

/** A current membership. */
export type Membership = {
  tier: Tier;
  /** `ending`: canceled, active until `endsAt`. `past-due`: a payment failed. */
  status: "active" | "ending" | "past-due";
  /** When it ends if nothing changes; null while it renews. */
  endsAt: Date | null;
  /** When the next payment is due; null if none is. */
  renewsAt: Date | null;
};

/**
 * The membership that a subscription gives at an instant; null for none. It ends by time alone, without an event. A
 * renewal that isn't synced yet gets the grace period too.
 */
export function membershipAt(standing: SubscriptionState | null, now: Date): Membership | null {
  if (standing === null) return null;
  const until = accessEndsAt(standing);
  if (until === null || until <= now) return null;
  const { tier, status, cancelAt, currentPeriodEndsAt, graceEndsAt } = standing;
  if (status === "past-due") return { tier, status, endsAt: graceEndsAt, renewsAt: null };
  return cancelAt === null
    ? { tier, status: "active", endsAt: null, renewsAt: currentPeriodEndsAt }
    : { tier, status: "ending", endsAt: cancelAt, renewsAt: null };
}

/** When access ends if no news arrives; null if there is no access. */
export function accessEndsAt(standing: SubscriptionState): Date | null {
  if (standing.status === "ended") return null;
  if (standing.status === "past-due") return standing.graceEndsAt;
  return standing.cancelAt ?? new Date(standing.currentPeriodEndsAt.getTime() + GRACE_MS);
}
