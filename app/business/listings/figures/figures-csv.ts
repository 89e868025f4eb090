import type { DayRange } from "#app/guide/analytics/places/place-stats.ts";
import { formatCsv } from "#app/lib/csv.ts";

import { type Amounts, MEASURES } from "./listing-figures.ts";

/** One row per day, week or month with every measure. */
export function figuresCsv(parts: readonly (DayRange & { amounts: Amounts })[]): string {
  const rows = parts.map(({ from, to, amounts }) => [from, to, ...MEASURES.map((measure) => amounts[measure])]);
  return formatCsv([["from", "to", ...MEASURES], ...rows]);
}

/** Search terms. Strangers typed them, so they must not become spreadsheet formulas. */
export function searchesCsv(terms: readonly { term: string; visitors: number }[]): string {
  return formatCsv([["search", "visitors"], ...terms.map(({ term, visitors }) => [term, visitors])]);
}
