import type { Membership } from "./membership.ts";
import { planOf } from "./plans.ts";

/** A membership as a page tells it. */
export type MembershipWords = {
  tier: Membership["tier"];
  name: string;
  status: Membership["status"];
  /** "Renews February 13, 2027", "Ends February 13, 2027", "Payment failed: ends February 16, 2027" */
  until: string;
};

/** Worded on the server: the browser's clock and zone may be any. */
export function membershipWords(membership: Membership | null): MembershipWords | null {
  if (membership === null) return null;
  const { tier, status, endsAt, renewsAt } = membership;
  return { tier, name: planOf(tier).name, status, until: untilWords(status, endsAt ?? renewsAt) };
}

function untilWords(status: Membership["status"], at: Date | null): string {
  const day = at === null ? "" : dcDay(at);
  switch (status) {
    case "active":
      return `Renews ${day}`;
    case "ending":
      return `Ends ${day}`;
    case "past-due":
      return `Payment failed: ends ${day}`;
  }
}

/** "February 13, 2027", in Washington. */
export function dcDay(at: Date): string {
  return DAY.format(at);
}

const DAY = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  month: "long",
  day: "numeric",
  year: "numeric",
});
