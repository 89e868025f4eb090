import type { FactOrigin } from "./place.ts";

/**
 * How fresh a fact is, said only as exactly as its source says it: a day is a check, a year or a month is the date of
 * a register that nobody has gone over since, and no date is no check at all. What somebody confirmed since says so.
 */
export function describeOrigin({ checkedOn, confirmed }: Pick<FactOrigin, "checkedOn" | "confirmed">): string {
  const since = confirmed ?? "not checked since";
  if (checkedOn === null) return confirmed === undefined ? "Not checked" : `C${confirmed.slice(1)}`;
  const [year = "", month, day] = checkedOn.split("-");
  if (month === undefined) return `From a ${year} register; ${since}`;
  const monthName = MONTHS[Number(month) - 1];
  if (monthName === undefined) return "Not checked";
  if (day === undefined) return `From a register of ${monthName} ${year}; ${since}`;
  const checked = `Checked ${monthName.slice(0, 3)} ${Number(day)}, ${year}`;
  return confirmed === undefined ? checked : `${checked}; ${confirmed}`;
}

/** The sources behind a page's facts, each once, in the order they come. */
export function sourcesOf(origins: Partial<Record<string, FactOrigin>>): FactOrigin[] {
  const byTitle = new Map<string, FactOrigin>();
  for (const origin of Object.values(origins)) {
    if (origin !== undefined && !byTitle.has(origin.sourceTitle)) byTitle.set(origin.sourceTitle, origin);
  }
  return [...byTitle.values()];
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
