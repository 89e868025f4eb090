import { formatLongDay } from "#app/lib/format-time.ts";

import type { Membership } from "./membership.ts";
import { planOf } from "../plans/plans.ts";

/** A membership as pages show it. */
export type MembershipSummary = {
  tier: Membership["tier"];
  name: string;
  status: Membership["status"];
  /** "Renews February 13, 2027", "Ends February 13, 2027", "Payment failed: ends February 16, 2027" */
  until: string;
};

/** Formatted on the server, because the browser's clock and time zone may differ. */
export function summarizeMembership(membership: Membership | null): MembershipSummary | null {
  if (membership === null) return null;
  const { tier, status, endsAt, renewsAt } = membership;
  return { tier, name: planOf(tier).name, status, until: untilLabel(status, endsAt ?? renewsAt) };
}

function untilLabel(status: Membership["status"], at: Date | null): string {
  const day = at === null ? "" : formatLongDay(at);
  switch (status) {
    case "active":
      return `Renews ${day}`;
    case "ending":
      return `Ends ${day}`;
    case "past-due":
      return `Payment failed: ends ${day}`;
  }
}
