import { formatDollars } from "#app/lib/money.ts";
import { isDay } from "#app/lib/dc-time.ts";

import { normalizeAdText, checkAdText } from "./ad-text.ts";
import {
  BODY_CHARACTERS_MAX,
  type Budget,
  DAYS_MAX,
  countDays,
  HEADLINE_CHARACTERS_MAX,
  SLOTS_MAX,
  STARTS_WITHIN_DAYS_MAX,
  TOTAL_CENTS_MAX,
  TOTAL_CENTS_MIN,
  campaignTotalCents,
} from "./campaign.ts";
import { readBudget } from "./campaign-total.ts";
import type { Slot } from "../slots/slots.ts";

/** The form's values, as submitted or prefilled. */
export type CampaignFormValues = {
  headline: string;
  body: string;
  slots: readonly string[];
  startsOn: string;
  endsOn: string;
  per: string;
  amount: string;
};

/** The parsed values of a valid form. */
export type CampaignInput = {
  headline: string;
  body: string;
  slots: Slot[];
  startsOn: string;
  endsOn: string;
  budget: Budget;
  totalCents: number;
};

export type CampaignField = "headline" | "body" | "slots" | "startsOn" | "endsOn" | "amount";
export type CampaignProblems = Partial<Record<CampaignField, string>>;

export const CAMPAIGN_FIELD_LABELS: Record<CampaignField, string> = {
  headline: "Headline",
  body: "Text",
  slots: "Where it is shown",
  startsOn: "First day",
  endsOn: "Last day",
  amount: "Budget",
};

export function campaignFieldId(field: string): string {
  return `campaign-${field}`;
}

/**
 * @param given.today Today in Washington.
 * @param given.offered The slots that the form offers; others are ignored.
 */
export function parseCampaignForm(
  typed: CampaignFormValues,
  { today, offered }: { today: string; offered: readonly Slot[] },
): { campaign: CampaignInput } | { problems: CampaignProblems } {
  const problems: CampaignProblems = {};
  const addProblem = (field: CampaignField, problem: string | null) => {
    if (problem !== null) problems[field] = problem;
  };
  addProblem("headline", checkAdText(typed.headline, { max: HEADLINE_CHARACTERS_MAX, name: "a headline" }));
  addProblem("body", checkAdText(typed.body, { max: BODY_CHARACTERS_MAX, name: "the text" }));
  const slots = offered.filter((slot) => typed.slots.includes(slot));
  if (slots.length === 0) addProblem("slots", "Choose at least one page.");
  else if (slots.length > SLOTS_MAX)
    addProblem("slots", `Choose at most ${SLOTS_MAX} pages. You chose ${slots.length}.`);
  const startsOnProblem = startProblem(typed.startsOn, today);
  addProblem("startsOn", startsOnProblem);
  addProblem("endsOn", startsOnProblem === null ? endProblem(typed.endsOn, typed.startsOn) : null);
  const budget = readBudget(typed);
  if (budget === null) addProblem("amount", "Enter an amount in dollars, like 5 or 7.50.");
  const days = problems.startsOn === undefined && problems.endsOn === undefined ? campaignDays(typed) : null;
  const totalCents = budget === null || days === null ? null : campaignTotalCents(budget, days);
  if (totalCents !== null) addProblem("amount", totalProblem(totalCents));
  if (Object.keys(problems).length > 0 || budget === null || totalCents === null) return { problems };
  const { startsOn, endsOn } = typed;
  return {
    campaign: {
      headline: normalizeAdText(typed.headline),
      body: normalizeAdText(typed.body),
      slots,
      startsOn,
      endsOn,
      budget,
      totalCents,
    },
  };
}

function campaignDays({ startsOn, endsOn }: CampaignFormValues): number {
  return countDays(startsOn, endsOn);
}

function startProblem(startsOn: string, today: string): string | null {
  if (!isDay(startsOn)) return "Choose a date.";
  if (startsOn < today) return "Choose today or a later date.";
  return countDays(today, startsOn) - 1 > STARTS_WITHIN_DAYS_MAX
    ? `Choose a date within the next ${STARTS_WITHIN_DAYS_MAX} days.`
    : null;
}

function endProblem(endsOn: string, startsOn: string): string | null {
  if (!isDay(endsOn)) return "Choose a date.";
  if (endsOn < startsOn) return "Choose a date on or after the first day.";
  const days = countDays(startsOn, endsOn);
  return days > DAYS_MAX ? `A campaign can run at most ${DAYS_MAX} days. This would be ${days}.` : null;
}

function totalProblem(totalCents: number): string | null {
  if (totalCents < TOTAL_CENTS_MIN) {
    return `The total for these days is ${formatDollars(totalCents)}. A campaign costs at least ${formatDollars(TOTAL_CENTS_MIN)}.`;
  }
  return totalCents > TOTAL_CENTS_MAX
    ? `The total for these days is ${formatDollars(totalCents)}. A campaign costs at most ${formatDollars(TOTAL_CENTS_MAX)}.`
    : null;
}
