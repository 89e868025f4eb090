import { counted } from "#app/ui/counted.ts";

/** How much of what is invented there is: invented people, those of the development login, and what is theirs. */
export type DemoAmount = {
  people: number;
  personas: number;
  reviews: number;
  lists: number;
  saves: number;
  viewDays: number;
};

/** "40 invented people, … and 2,400 rows of invented views" */
export function amountWords({ people, personas, reviews, lists, saves, viewDays }: DemoAmount): string {
  const parts = [
    counted(people, "invented person", "invented people"),
    counted(personas, "person of the development login", "people of the development login"),
    counted(reviews, "review"),
    counted(lists, "list"),
    counted(saves, "saved place or guide", "saved places and guides"),
    counted(viewDays, "row of invented views", "rows of invented views"),
  ];
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
