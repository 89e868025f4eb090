import { hoursProblemKeys } from "#app/business/corrections/hours/hours-fields.ts";
import { ATTRIBUTE_KEYS } from "#app/guide/places/place.ts";

import { SUBMIT_PATH } from "../submission.ts";
import type { ListingFormValues, ListingProblems } from "./listing-form.ts";

/** The steps of the form. The server renders one of them, with the fields of the others hidden. */
export const SUBMIT_STEPS = ["Basics", "Location", "Hours", "Details", "About you"] as const;
export const LAST_STEP = SUBMIT_STEPS.length - 1;

/** The fields and rows that can have a problem, by step. */
function problemKeysOf(step: number, typed: ListingFormValues): readonly string[] {
  if (step === 2) return hoursProblemKeys(typed);
  return STEP_KEYS[step] ?? [];
}

const STEP_KEYS: readonly (readonly string[])[] = [
  ["name", "category", "type"],
  ["street", "quadrant", "zip", "lat", "lng"],
  [],
  ["phone", "website", "priceRange", "description", ...ATTRIBUTE_KEYS],
  ["relation", "mail", "note"],
];

/** The first step from `from` up to `through` with a problem, and its problems; null if there is none. */
export function firstProblem(
  problems: ListingProblems,
  { typed, from, through }: { typed: ListingFormValues; from: number; through: number },
): { step: number; problems: ListingProblems } | null {
  for (let step = from; step <= through; step += 1) {
    const own = problemKeysOf(step, typed).flatMap((key) => {
      const text = problems[key];
      return text === undefined ? [] : [[key, text] as const];
    });
    if (own.length > 0) return { step, problems: Object.fromEntries(own) };
  }
  return null;
}

/** The step that a URL or a form names, from 1; the first for anything else. */
export function parseStep(text: string | null): number {
  return /^[1-5]$/.test(text ?? "") ? Number(text) - 1 : 0;
}

export function stepPath(step: number): string {
  return step === 0 ? SUBMIT_PATH : `${SUBMIT_PATH}?step=${step + 1}`;
}
