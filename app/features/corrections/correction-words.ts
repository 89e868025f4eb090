import type { CorrectionBasis, ReportedClosure } from "#app/db/schema/corrections.ts";

export const NOTE_CHARACTERS_MAX = 500;

/** How a reader knows, in the order and words in which the form asks. */
export const BASES: readonly { value: CorrectionBasis; label: string }[] = [
  { value: "visit", label: "I was there, or walked past" },
  { value: "call", label: "I called or wrote to them" },
  { value: "website", label: "It stands on their website or on the door" },
  { value: "work", label: "I own it or work there" },
  { value: "other", label: "Otherwise; I say how below" },
];

/** What may be reported, in the same way. */
export const CLOSURES: readonly { value: ReportedClosure; label: string }[] = [
  { value: "permanent", label: "It has closed for good" },
  { value: "temporary", label: "It is closed for a while" },
  { value: "moved", label: "It has moved away from this address" },
  { value: "duplicate", label: "The same place has another page here" },
  { value: "open", label: "It is open, though it is marked as closed" },
];

export function basisWords(basis: CorrectionBasis): string {
  return BASES.find(({ value }) => value === basis)?.label ?? basis;
}

export function closureReportWords(closure: ReportedClosure): string {
  return CLOSURES.find(({ value }) => value === closure)?.label ?? closure;
}
