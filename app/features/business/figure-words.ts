import { fullCount } from "#app/ui/counted.ts";

import type { FigureRow, Measure } from "./figures.ts";

/** What a figure is called, and what exactly it counts. */
export const FIGURE_WORDS: Record<Measure, { label: string; definition: string }> = {
  views: { label: "Views", definition: "How often the listing was opened." },
  visitors: {
    label: "Visitors",
    definition:
      "Different visitors of each day, added up. Who comes on two days counts twice: we follow nobody from one day to the next.",
  },
  saves: {
    label: "Saves",
    definition:
      "Members who saved it in this time and still have it. One taken back leaves no trace, so it isn’t here.",
  },
  website: { label: "Website", definition: "How often somebody followed the link to your website." },
  phone: {
    label: "Phone",
    definition: "How often somebody pressed Call or the number. Whether they then called, only you can know.",
  },
  directions: { label: "Directions", definition: "How often somebody asked for the way." },
  share: { label: "Shares", definition: "How often somebody pressed Share." },
  lists: {
    label: "Shown in lists",
    definition: "The five kinds of lists below, added up: each visitor counts once a day for each kind.",
  },
  search: { label: "Search results", definition: "Visitors of each day who searched and got a page with this place." },
  category: { label: "Category pages", definition: "Visitors of each day who saw it in the list of a category." },
  neighborhood: {
    label: "Neighborhood pages",
    definition: "Visitors of each day who saw it in a neighborhood’s list.",
  },
  guide: { label: "Guides", definition: "Visitors of each day who opened a guide that it is in." },
  map: { label: "The map’s list", definition: "Visitors of each day who had it in the list beside the map." },
};

/** "+25%", "no change", "from 0"; null where there is nothing to compare with. */
export function changeWords({ amount, before }: Pick<FigureRow, "amount" | "before">): string | null {
  if (before === null) return null;
  if (amount === before) return "no change";
  if (before === 0) return "from 0";
  const percent = Math.round(((amount - before) / before) * 100);
  // Rounded to nothing, but something.
  if (percent === 0) return amount > before ? "under +1%" : "under −1%";
  return `${percent > 0 ? "+" : "−"}${fullCount(Math.abs(percent))}%`;
}

/** "12", or "2.5" halfway between two. */
export function medianWords(median: number): string {
  return Number.isInteger(median) ? fullCount(median) : median.toFixed(1);
}
