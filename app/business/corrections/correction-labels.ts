import type { CorrectionBasis, ReportedClosure } from "#app/db/schema/corrections.ts";

export const NOTE_CHARACTERS_MAX = 500;

export const TOO_MANY_TODAY = "You or others on your network have reached today’s limit. Try again tomorrow.";

/** How the visitor knows, in the order of the form. */
export const BASIS_OPTIONS: readonly { value: CorrectionBasis; label: string }[] = [
  { value: "visit", label: "I was there or walked past" },
  { value: "call", label: "I called or wrote to them" },
  { value: "website", label: "It’s on their website or door" },
  { value: "work", label: "I own it or work there" },
  { value: "other", label: "Another way (explain below)" },
];

/** What can be reported, in the order of the form. */
export const CLOSURE_OPTIONS: readonly { value: ReportedClosure; label: string }[] = [
  { value: "permanent", label: "It’s permanently closed" },
  { value: "temporary", label: "It’s temporarily closed" },
  { value: "moved", label: "It has moved" },
  { value: "duplicate", label: "It’s listed twice" },
  { value: "open", label: "It’s open, not closed" },
];

export function basisLabel(basis: CorrectionBasis): string {
  return BASIS_OPTIONS.find(({ value }) => value === basis)?.label ?? basis;
}

export function closureReportLabel(closure: ReportedClosure): string {
  return CLOSURE_OPTIONS.find(({ value }) => value === closure)?.label ?? closure;
}
