import type { Days } from "#app/features/analytics/place-figures.ts";
import { csvText } from "#app/lib/csv.ts";

import { type Amounts, MEASURES } from "./figures.ts";

/** A line a day or month with every figure, as the page shows it added up. */
export function figuresCsv(parts: readonly (Days & { amounts: Amounts })[]): string {
  const rows = parts.map(({ from, to, amounts }) => [from, to, ...MEASURES.map((measure) => amounts[measure])]);
  return csvText([["from", "to", ...MEASURES], ...rows]);
}

/** What was searched for: words that strangers typed, which must not become formulas. */
export function searchesCsv(terms: readonly { term: string; visitors: number }[]): string {
  return csvText([["search", "visitors"], ...terms.map(({ term, visitors }) => [term, visitors])]);
}
