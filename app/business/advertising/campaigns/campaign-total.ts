import type { BudgetPeriod } from "#app/db/columns/campaign-columns.ts";
import { isDay } from "#app/lib/dc-time.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { formatDollars } from "#app/lib/money.ts";
import { pluralize } from "#app/ui/format-count.ts";

import { type Budget, campaignTotalCents, MONTH_DAYS } from "./campaign.ts";

/** What of a campaign's form its price depends on. */
export type CostValues = { startsOn: string; endsOn: string; per: string; amount: string };

/** "7.50", "$7.50", "1,200" */
const AMOUNT = /^\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.(\d{2}))?$/;

export function readBudget({ per, amount }: Pick<CostValues, "per" | "amount">): Budget | null {
  const [, dollarsText = "", centsText = "00"] = AMOUNT.exec(amount.trim()) ?? [];
  if (dollarsText === "" || !isBudgetPeriod(per)) return null;
  const cents = Number(dollarsText.replaceAll(",", "")) * 100 + Number(centsText);
  return cents > 0 ? { per, cents } : null;
}

function isBudgetPeriod(word: string): word is BudgetPeriod {
  return word === "day" || word === "month";
}

/** What a campaign costs as its form is filled in: "14 days at $5 a day: $70". Null while that isn't certain. */
export function describeTotal(typed: CostValues): string | null {
  const budget = readBudget(typed);
  if (budget === null || !isDay(typed.startsOn) || !isDay(typed.endsOn) || typed.endsOn < typed.startsOn) return null;
  const days = Math.round((Date.parse(typed.endsOn) - Date.parse(typed.startsOn)) / DAY_MS) + 1;
  const price = formatDollars(budget.cents);
  const per = budget.per === "day" ? `${price} a day` : `${price} for ${MONTH_DAYS} days`;
  return `${pluralize(days, "day")} at ${per}: ${formatDollars(campaignTotalCents(budget, days))}`;
}
