import { dollars } from "#app/lib/money.ts";

import { adText, adTextProblem } from "./ad-text.ts";
import {
  BODY_CHARACTERS_MAX,
  type Budget,
  type BudgetPer,
  DAYS_MAX,
  daysBetween,
  HEADLINE_CHARACTERS_MAX,
  SLOTS_MAX,
  STARTS_WITHIN_DAYS_MAX,
  TOTAL_CENTS_MAX,
  TOTAL_CENTS_MIN,
  totalCentsOf,
} from "./campaign.ts";
import type { Slot } from "./slots.ts";

/** The form as it was sent, or as it is opened with. */
export type TypedCampaign = {
  headline: string;
  body: string;
  slots: readonly string[];
  startsOn: string;
  endsOn: string;
  per: string;
  amount: string;
};

/** What a campaign is, once its form is right. */
export type CampaignAsked = {
  headline: string;
  body: string;
  shownOn: Slot[];
  startsOn: string;
  endsOn: string;
  budget: Budget;
  totalCents: number;
};

export type CampaignField = "headline" | "body" | "slots" | "startsOn" | "endsOn" | "amount";
export type CampaignProblems = Partial<Record<CampaignField, string>>;

export const FIELD_NAMES: Record<CampaignField, string> = {
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
 * @param given.today The day it is in Washington.
 * @param given.offered The slots that the form offers; others are no choice.
 */
export function readCampaign(
  typed: TypedCampaign,
  { today, offered }: { today: string; offered: readonly Slot[] },
): { asked: CampaignAsked } | { problems: CampaignProblems } {
  const problems: CampaignProblems = {};
  const note = (field: CampaignField, problem: string | null) => {
    if (problem !== null) problems[field] = problem;
  };
  note("headline", adTextProblem(typed.headline, { max: HEADLINE_CHARACTERS_MAX, name: "a headline" }));
  note("body", adTextProblem(typed.body, { max: BODY_CHARACTERS_MAX, name: "what it is about" }));
  const shownOn = offered.filter((slot) => typed.slots.includes(slot));
  if (shownOn.length === 0) note("slots", "Choose at least one page.");
  else if (shownOn.length > SLOTS_MAX) note("slots", `Choose at most ${SLOTS_MAX}; these are ${shownOn.length}.`);
  const startsProblem = startProblem(typed.startsOn, today);
  note("startsOn", startsProblem);
  note("endsOn", startsProblem === null ? endProblem(typed.endsOn, typed.startsOn) : null);
  const budget = readBudget(typed);
  if (budget === null) note("amount", "Write an amount in dollars, such as 5 or 7.50.");
  const days = problems.startsOn === undefined && problems.endsOn === undefined ? daysOf(typed) : null;
  const totalCents = budget === null || days === null ? null : totalCentsOf(budget, days);
  if (totalCents !== null) note("amount", totalProblem(totalCents));
  if (Object.keys(problems).length > 0 || budget === null || totalCents === null) return { problems };
  const { startsOn, endsOn } = typed;
  return {
    asked: {
      headline: adText(typed.headline),
      body: adText(typed.body),
      shownOn,
      startsOn,
      endsOn,
      budget,
      totalCents,
    },
  };
}

function daysOf({ startsOn, endsOn }: TypedCampaign): number {
  return daysBetween(startsOn, endsOn);
}

function startProblem(startsOn: string, today: string): string | null {
  if (!isDay(startsOn)) return "Choose a day.";
  if (startsOn < today) return "Choose today or a day to come.";
  return daysBetween(today, startsOn) - 1 > STARTS_WITHIN_DAYS_MAX
    ? `Choose a day within the next ${STARTS_WITHIN_DAYS_MAX}.`
    : null;
}

function endProblem(endsOn: string, startsOn: string): string | null {
  if (!isDay(endsOn)) return "Choose a day.";
  if (endsOn < startsOn) return "Choose a day that isn’t before the first.";
  const days = daysBetween(startsOn, endsOn);
  return days > DAYS_MAX ? `A campaign has at most ${DAYS_MAX} days; this one would have ${days}.` : null;
}

function totalProblem(totalCents: number): string | null {
  if (totalCents < TOTAL_CENTS_MIN) {
    return `For these days that is ${dollars(totalCents)} in all. A campaign costs at least ${dollars(TOTAL_CENTS_MIN)}.`;
  }
  return totalCents > TOTAL_CENTS_MAX
    ? `For these days that is ${dollars(totalCents)} in all. A campaign costs at most ${dollars(TOTAL_CENTS_MAX)}.`
    : null;
}

/** "7.50", "$7.50", "1,200" */
const AMOUNT = /^\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.(\d{2}))?$/;

function readBudget({ per, amount }: TypedCampaign): Budget | null {
  const [, whole = "", cents = "00"] = AMOUNT.exec(amount.trim()) ?? [];
  if (whole === "" || !isBudgetPer(per)) return null;
  const read = Number(whole.replaceAll(",", "")) * 100 + Number(cents);
  return read > 0 ? { per, cents: read } : null;
}

function isBudgetPer(word: string): word is BudgetPer {
  return word === "day" || word === "month";
}

function isDay(text: string): boolean {
  if (!/^20\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T12:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
