import { formatCount } from "#app/ui/format-count.ts";

import { ALL_FILTERS_LABEL } from "../query/search-filters.ts";
import type { SearchRelaxation } from "../page/search-request.ts";

/** What is known where nothing matches everything, in a sentence, and the links to what does match. */
export type DescribedRelaxations = { note: string; links: { label: string; href: string }[] };

/** Null without any. On the server, so that visitors don't load the texts. */
export function describeRelaxations(relaxations: readonly SearchRelaxation[]): DescribedRelaxations | null {
  const [most] = relaxations;
  if (most === undefined) return null;
  return { note: noteOn(most), links: relaxations.map((each) => ({ label: labelOf(each), href: each.href })) };
}

/** "Remove “Barry Farm” (12 places)" */
function labelOf({ label, isAlone, ...counted }: SearchRelaxation): string {
  const quoted = label === ALL_FILTERS_LABEL ? label : `“${label}”`;
  return `${isAlone === true ? "Only" : "Remove"} ${quoted} (${countOf(counted)})`;
}

/** "12 places match everything except “Barry Farm”." */
function noteOn({ label, isAlone, ...counted }: SearchRelaxation): string {
  const count = countOf(counted);
  const match = `${count.charAt(0).toUpperCase()}${count.slice(1)} ${counted.count === 1 ? "matches" : "match"}`;
  if (isAlone === true) return `${match} “${label}” alone.`;
  return label === ALL_FILTERS_LABEL ? `${match} without the filters.` : `${match} everything except “${label}”.`;
}

function countOf({ count, precision }: Pick<SearchRelaxation, "count" | "precision">): string {
  return `${formatCount(count, precision)} ${count === 1 ? "place" : "places"}`;
}
