import { dollars } from "#app/lib/money.ts";

import { type BudgetPer, type CampaignState, daysBetween, type EndReason } from "./campaign.ts";

type Dated = { startsOn: string; endsOn: string };

const DAY = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", day: "numeric" });
const DAY_OF_YEAR = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  month: "short",
  day: "numeric",
  year: "numeric",
});

/** "Dec 3, 2026" */
export function dayWords(on: string): string {
  return DAY_OF_YEAR.format(utc(on));
}

/** "Dec 3" */
export function shortDay(on: string): string {
  return DAY.format(utc(on));
}

/** "Dec 3 to Dec 16, 2026 (14 days)" */
export function daysLabel({ startsOn, endsOn }: Dated): string {
  const days = daysBetween(startsOn, endsOn);
  if (days === 1) return `${dayWords(endsOn)} (1 day)`;
  return `${shortDay(startsOn)} to ${dayWords(endsOn)} (${days} days)`;
}

function utc(on: string): Date {
  return new Date(`${on}T12:00:00Z`);
}

export function budgetLabel({ budgetPer, budgetCents }: { budgetPer: BudgetPer; budgetCents: number }): string {
  return `${dollars(budgetCents)} a ${budgetPer}`;
}

type Standing = Dated & { state: CampaignState; endReason: EndReason | null };

/** How a campaign stands, as its owner reads it. */
export function stateWords({ state, startsOn, endsOn, endReason }: Standing, today: string): string {
  switch (state) {
    case "draft":
      return "Draft, not paid yet";
    case "waiting":
      return "Paid. Waits for an editor";
    case "running":
      if (endsOn < today) return "Over";
      return startsOn > today ? `Approved. Begins on ${dayWords(startsOn)}` : "Running";
    case "paused":
      return endsOn < today ? "Over" : "Paused";
    case "rejected":
      return "Not approved";
    case "ended":
      return endReason === null ? "Ended" : ENDED[endReason];
  }
}

const ENDED: Record<EndReason, string> = {
  over: "Over",
  spent: "Ended: all of it is delivered",
  owner: "Ended early",
  place: "Ended: the place isn’t listed any more",
  rejected: "Not approved",
  undecided: "Ended before an editor could look at it",
  stopped: "Stopped by an editor",
  disputed: "Ended: its payment is disputed",
  provider: "Ended with the test mode in which it was paid",
};
