import { DAY_MS } from "#app/lib/duration.ts";
import { formatDay, formatMonth } from "#app/lib/format-time.ts";

import { describeWebsiteConfirmation } from "./confirmation.ts";
import type { FactOrigin } from "../place.ts";

/**
 * Describes a fact's freshness no more precisely than its source: a full date is a check, a year or month is the age of
 * a register, and no date means not checked. A later confirmation is appended.
 */
export function describeFreshness({
  checkedOn,
  confirmed,
  isOwnWebsite,
}: Pick<FactOrigin, "checkedOn" | "confirmed" | "isOwnWebsite">): string {
  if (isOwnWebsite === true && checkedOn !== null) {
    const read = capitalize(describeWebsiteConfirmation(checkedOn));
    return confirmed === undefined ? read : `${read}, ${confirmed}`;
  }
  const since = confirmed ?? "not checked since";
  if (checkedOn === null) return confirmed === undefined ? "Not checked" : capitalize(confirmed);
  const [year = "", month, day] = checkedOn.split("-");
  if (month === undefined) return `From a ${year} register, ${since}`;
  if (Number.isNaN(Date.parse(checkedOn))) return "Not checked";
  if (day === undefined) return `From a register of ${formatMonth(`${checkedOn}-15`)}, ${since}`;
  const checked = `Checked ${formatDay(checkedOn)}`;
  return confirmed === undefined ? checked : `${checked}, ${confirmed}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Hours older than this are shown with a warning. */
const HOURS_AGE_MS_MAX = 365 * DAY_MS;

/** "As of November 2022: check before you go", for hours from more than a year ago that nobody has confirmed since. */
export function oldHoursNote(origin: FactOrigin | undefined, now: Date): string | null {
  if (origin === undefined || origin.checkedOn === null || origin.confirmed !== undefined) return null;
  const [year = "", month = "12", day = "28"] = origin.checkedOn.split("-");
  const ageMs = now.getTime() - Date.parse(`${year}-${month}-${day}`);
  return ageMs > HOURS_AGE_MS_MAX ? `As of ${formatSourceDate(origin.checkedOn)}: check before you go` : null;
}

/**
 * Where a listed place comes from: "In the District’s liquor license register of Feb 28, 2025, not confirmed since."
 *
 * @param from `register`: how a sentence names the source; null: its title is named. `confirmed`: of any of its facts.
 */
export function listedNote(from: {
  title: string;
  register: string | null;
  checkedOn: string | null;
  confirmed: string | null;
}): string {
  const name = from.register ?? `“${from.title}”`;
  const dated = from.checkedOn === null ? "" : ` of ${formatSourceDate(from.checkedOn)}`;
  return `${from.register === null ? "From" : "In"} ${name}${dated}, ${from.confirmed ?? "not confirmed since"}.`;
}

/** How a fact was confirmed: after its source's date, or by the place itself. Null: it wasn't. */
export function confirmationOf({ confirmed, checkedOn, isOwnWebsite }: FactOrigin): string | null {
  const isOwn = isOwnWebsite === true && checkedOn !== null;
  return confirmed ?? (isOwn ? describeWebsiteConfirmation(checkedOn) : null);
}

/** "Feb 28, 2025", "March 2025" or "2025", as precise as the source. */
export function formatSourceDate(day: string): string {
  if (day.length === 4) return day;
  return day.length === 7 ? formatMonth(`${day}-15`) : formatDay(day);
}

/** The distinct sources of a page's facts, in order of appearance. */
export function distinctSources(origins: Partial<Record<string, FactOrigin>>): FactOrigin[] {
  const byTitle = new Map<string, FactOrigin>();
  for (const origin of Object.values(origins)) {
    if (origin !== undefined && !byTitle.has(origin.sourceTitle)) byTitle.set(origin.sourceTitle, origin);
  }
  return [...byTitle.values()];
}

/** A source's title inside a sentence: "general knowledge of the editors". Titles that are names keep their capitals. */
export function sourceInSentence(title: string): string {
  return title.replace(/^(?:A|General|Readers’|The) /, (word) => word.toLowerCase());
}
