import type { Tier } from "./plans.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long a membership goes on after a payment has failed. Source: issue 6. */
export const GRACE_DAYS = 3;
export const GRACE_MS = GRACE_DAYS * DAY_MS;

/** What a subscription's row says, as far as it decides about a membership. */
export type SubscriptionStanding = {
  tier: Tier;
  status: "active" | "past-due" | "ended";
  currentPeriodEndsAt: Date;
  /** When it ends of itself, because it was canceled; null when it goes on. */
  cancelAt: Date | null;
  /** Until when the membership goes on though its payment has failed; null unless it is past due. */
  graceEndsAt: Date | null;
};

/** What somebody is a member of now. */
export type Membership = {
  tier: Tier;
  /** `ending` is canceled, and runs until `endsAt`; `past-due` has a payment that failed. */
  status: "active" | "ending" | "past-due";
  /** When it ends unless something happens before; null while it renews. */
  endsAt: Date | null;
  /** When the next payment is due; null when there is none. */
  renewsAt: Date | null;
};

/**
 * What a subscription makes its person at an instant; null for a member of nothing. Time alone ends what has ended: no
 * event needs to come for it. One that renews gets as long as a failed payment does to be heard of.
 */
export function membershipAt(standing: SubscriptionStanding | null, now: Date): Membership | null {
  if (standing === null) return null;
  const until = accessEnd(standing);
  if (until === null || until <= now) return null;
  const { tier, status, cancelAt, currentPeriodEndsAt, graceEndsAt } = standing;
  if (status === "past-due") return { tier, status, endsAt: graceEndsAt, renewsAt: null };
  return cancelAt === null
    ? { tier, status: "active", endsAt: null, renewsAt: currentPeriodEndsAt }
    : { tier, status: "ending", endsAt: cancelAt, renewsAt: null };
}

/** Until when a subscription gives its membership unless more is heard of it; null when it gives none. */
export function accessEnd(standing: SubscriptionStanding): Date | null {
  if (standing.status === "ended") return null;
  if (standing.status === "past-due") return standing.graceEndsAt;
  return standing.cancelAt ?? new Date(standing.currentPeriodEndsAt.getTime() + GRACE_MS);
}
