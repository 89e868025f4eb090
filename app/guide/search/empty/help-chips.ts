import { CATEGORY_NAMES, CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import { formatCount } from "#app/ui/format-count.ts";

import type { SearchResults } from "../page/search-request.ts";

/** A sentence, and links below a title, each with a number of places or "". */
export type HelpChips = { note: string; title: string; chips: { label: string; href: string; count: string }[] };

/**
 * The kinds that come closest or, without any result, the categories; null where something else helps. On the server, so
 * that visitors don't load the names.
 */
export function helpChips({ help, guides, neighborhoods, relaxations }: SearchResults): HelpChips | null {
  if (help?.kind === "closest") {
    const { category, kinds, total, precision } = help;
    const chips = kinds.map(({ label, href, count }) => ({ label, href, count: `${count}` }));
    const all = { label: "All", href: `/${category}`, count: formatCount(total, precision) };
    const isInside = chips.every(({ href }) => href.startsWith(`/${category}?`));
    const title = isInside ? `In ${CATEGORY_NAMES[category]}` : "The closest kinds";
    const others = isInside ? [all] : [];
    return { note: "Here is what we do list.", title, chips: [...chips, ...others] };
  }
  if (help !== null || guides.total + neighborhoods.length + relaxations.length > 0) return null;
  const chips = CATEGORY_SLUGS.map((slug) => ({ label: CATEGORY_NAMES[slug], href: `/${slug}`, count: "" }));
  const note = "Try fewer or simpler words: a dish, a kind of shop or a street name.";
  return { note, title: "Browse by category", chips };
}
