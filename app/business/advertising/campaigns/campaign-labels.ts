import type { BudgetPeriod, CampaignEndReason, CampaignState } from "#app/db/columns/campaign-columns.ts";
import { formatDay, formatShortDay } from "#app/lib/format-time.ts";
import { formatDollars } from "#app/lib/money.ts";

import { countDays } from "./campaign.ts";

type Dated = { startsOn: string; endsOn: string };

/** "Dec 3 to Dec 16, 2026 (14 days)" */
export function daysLabel({ startsOn, endsOn }: Dated): string {
  const days = countDays(startsOn, endsOn);
  if (days === 1) return `${formatDay(endsOn)} (1 day)`;
  return `${formatShortDay(startsOn)} to ${formatDay(endsOn)} (${days} days)`;
}

export function budgetLabel({
  budgetPeriod,
  budgetCents,
}: {
  budgetPeriod: BudgetPeriod;
  budgetCents: number;
}): string {
  return `${formatDollars(budgetCents)} a ${budgetPeriod}`;
}

type CampaignStatus = Dated & { state: CampaignState; endReason: CampaignEndReason | null };

/** The state of a campaign as its owner reads it. */
export function campaignStateLabel({ state, startsOn, endsOn, endReason }: CampaignStatus, today: string): string {
  switch (state) {
    case "draft":
      return "Draft, not paid yet";
    case "waiting":
      return "Paid. Waiting for approval";
    case "running":
      if (endsOn < today) return "Ended";
      return startsOn > today ? `Approved. Starts ${formatDay(startsOn)}` : "Running";
    case "paused":
      return endsOn < today ? "Ended" : "Paused";
    case "rejected":
      return "Not approved";
    case "ended":
      return endReason === null ? "Ended" : END_LABELS[endReason];
  }
}

const END_LABELS: Record<CampaignEndReason, string> = {
  over: "Ended",
  spent: "Ended: budget used up",
  owner: "Ended early",
  place: "Ended: the place is no longer listed",
  rejected: "Not approved",
  undecided: "Ended before it was reviewed",
  stopped: "Stopped by an editor",
  disputed: "Ended: payment disputed",
  provider: "Ended: paid in test mode",
};
