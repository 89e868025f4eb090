import { pluralize } from "#app/ui/format-count.ts";

/** Counts of demo people, accounts of the development login, and what belongs to them. */
export type DemoDataCounts = {
  people: number;
  personas: number;
  reviews: number;
  lists: number;
  saves: number;
  dailyViews: number;
};

/** "40 demo people, … and 2,400 rows of demo views" */
export function describeDemoData({ people, personas, reviews, lists, saves, dailyViews }: DemoDataCounts): string {
  const parts = [
    pluralize(people, "demo person", "demo people"),
    pluralize(personas, "development account"),
    pluralize(reviews, "review"),
    pluralize(lists, "list"),
    pluralize(saves, "saved place or guide", "saved places and guides"),
    pluralize(dailyViews, "row of demo views", "rows of demo views"),
  ];
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
