import { REVIEW_RELATIONS, type ReviewRelation } from "#app/db/schema/reviews.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import type { FormFields } from "#app/platform/read-form.ts";

const BODY_CHARACTERS_MIN = 20;
const BODY_CHARACTERS_MAX = 4_000;

/** Older visits say little about a place today. */
const VISIT_YEARS_MAX = 5;

/** A valid review. */
export type ReviewInput = {
  stars: number;
  body: string;
  /** "2026-11" */
  visitMonth: string;
  relation: ReviewRelation;
};

/** The form's values, valid or not. */
export type ReviewFormValues = { stars: string; body: string; visitMonth: string; relation: string };

/** Errors by field, in the order of the form. */
export type ReviewErrors = Partial<Record<keyof ReviewFormValues, string>>;

export type ParsedReview = {
  typed: ReviewFormValues;
  /** The review's version when the form was rendered; 0 for a new review. */
  version: number;
} & ({ review: ReviewInput; problems: null } | { review: null; problems: ReviewErrors });

/** Parses the review form. `today` is the date in Washington, "2026-11-21". Never throws. */
export function parseReviewForm(form: FormFields, today: string): ParsedReview {
  const typed: ReviewFormValues = {
    stars: form.text("stars"),
    body: form.text("body"),
    visitMonth: form.text("visitMonth"),
    relation: form.text("relation"),
  };
  const version = parseVersion(form.text("version"));
  const stars = /^[1-5]$/.test(typed.stars) ? Number(typed.stars) : null;
  const body = normalizeText(typed.body);
  const relation = REVIEW_RELATIONS.find((value) => value === typed.relation) ?? null;
  const isVisitMonth = visitMonths(today).includes(typed.visitMonth);
  const lengthProblem = bodyProblem(body);
  if (stars !== null && lengthProblem === null && relation !== null && isVisitMonth) {
    return { typed, version, review: { stars, body, visitMonth: typed.visitMonth, relation }, problems: null };
  }
  const problems: ReviewErrors = {
    ...(stars === null && { stars: "Choose one to five stars." }),
    ...(lengthProblem !== null && { body: lengthProblem }),
    ...(!isVisitMonth && { visitMonth: visitProblem(typed.visitMonth, today) }),
    ...(relation === null && { relation: "Choose your connection to this business." }),
  };
  return { typed, version, review: null, problems };
}

/** The months that can be chosen, the current one first: "2026-11". */
export function visitMonths(today: string): string[] {
  const present = Temporal.PlainYearMonth.from(today.slice(0, 7));
  return Array.from({ length: VISIT_YEARS_MAX * 12 + 1 }, (_, months) => present.subtract({ months }).toString());
}

/** Parses a version from a form; 0 if it is missing or invalid. */
export function parseVersion(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

function bodyProblem(body: string): string | null {
  const count = characterCount(body);
  if (count === 0) return `Write at least ${BODY_CHARACTERS_MIN} characters.`;
  if (count < BODY_CHARACTERS_MIN) return `Write at least ${BODY_CHARACTERS_MIN} characters. Your review has ${count}.`;
  if (count <= BODY_CHARACTERS_MAX) return null;
  return `Write at most 4,000 characters. Your review has ${count.toLocaleString("en-US")}.`;
}

function visitProblem(visitMonth: string, today: string): string {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(visitMonth)) return "Choose the month of your visit.";
  return visitMonth > today.slice(0, 7)
    ? "Choose the current month or an earlier one."
    : `Choose a month in the last ${VISIT_YEARS_MAX} years.`;
}
