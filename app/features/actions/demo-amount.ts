import { counted } from "#app/ui/counted.ts";

/** Counts of demo people, accounts of the development login, and what belongs to them. */
export type DemoAmount = {
  people: number;
  personas: number;
  reviews: number;
  lists: number;
  saves: number;
  viewDays: number;
};

/** "40 demo people, … and 2,400 rows of demo views" */
export function amountWords({ people, personas, reviews, lists, saves, viewDays }: DemoAmount): string {
  const parts = [
    counted(people, "demo person", "demo people"),
    counted(personas, "development account"),
    counted(reviews, "review"),
    counted(lists, "list"),
    counted(saves, "saved place or guide", "saved places and guides"),
    counted(viewDays, "row of demo views", "rows of demo views"),
  ];
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
