import { formatFullCount } from "#app/ui/format-count.ts";

import type { FigureRow, Measure } from "./listing-figures.ts";

/** The label of each measure, and exactly what it counts. */
export const FIGURE_LABELS: Record<Measure, { label: string; definition: string }> = {
  views: { label: "Views", definition: "How many times your listing was opened." },
  visitors: {
    label: "Visitors",
    definition:
      "Different visitors per day, added up. Someone who comes on two days counts twice, because we don’t track people across days.",
  },
  saves: {
    label: "Saves",
    definition: "Members who saved it in this period and still have it saved. Removed saves aren’t counted.",
  },
  website: { label: "Website", definition: "How many times someone followed the link to your website." },
  phone: {
    label: "Phone",
    definition: "How many times someone pressed Call or the number. We can’t tell whether they called.",
  },
  directions: { label: "Directions", definition: "How many times someone asked for directions." },
  share: { label: "Shares", definition: "How many times someone pressed Share." },
  lists: {
    label: "Shown in lists",
    definition: "The five kinds of lists below, added up. Each visitor counts once per day and kind.",
  },
  search: { label: "Search results", definition: "Daily visitors who searched and saw this place in the results." },
  category: { label: "Category pages", definition: "Daily visitors who saw it on a category page." },
  neighborhood: {
    label: "Neighborhood pages",
    definition: "Daily visitors who saw it on a neighborhood page.",
  },
  guide: { label: "Guides", definition: "Daily visitors who opened a guide that includes it." },
  map: { label: "Map", definition: "Daily visitors who had it in the list next to the map." },
};

/** "+25%", "no change", "from 0"; null where there is nothing to compare with. */
export function formatStatsChange({ amount, before }: Pick<FigureRow, "amount" | "before">): string | null {
  if (before === null) return null;
  if (amount === before) return "no change";
  if (before === 0) return "from 0";
  const percent = Math.round(((amount - before) / before) * 100);
  // A small change that rounds to 0.
  if (percent === 0) return amount > before ? "under +1%" : "under −1%";
  return `${percent > 0 ? "+" : "−"}${formatFullCount(Math.abs(percent))}%`;
}

/** "12", or "2.5" between two amounts. */
export function formatMedian(median: number): string {
  return Number.isInteger(median) ? formatFullCount(median) : median.toFixed(1);
}
