import type { OpeningHours } from "#app/guide/places/hours/opening-hours.ts";
import type { HoursHint } from "#app/guide/places/hours/typed-clock.ts";
import { readTypedHours } from "#app/guide/places/hours/typed-hours.ts";
import { tokenizeHours, UnreadHoursError } from "#app/guide/places/hours/typed-hours-tokens.ts";
import { WEEKDAYS } from "#app/lib/dc-time.ts";

/** A page that has one of these has hours of something else too. */
const OTHER_HOURS = /\b(?:brunch|kitchen|happy[ -]?hours?)\b/i;

/** What hours below or after such words are for: a part of the day, of the place or of the year, or something else. */
const PARTIAL_LABEL =
  /\b(?:breakfast|lunch|dinner|supper|late[ -]?night|bar|patio|rooftop|terrace|garden|delivery|take-?out|carry-?out|pick-?up|drive|pharmacy|box office|gift|caf[eé]|museum shop|holidays?|summer|winter|spring|fall|season\w*|special|temporar\w*|modified|starting|beginning|until|class\w*|mass|worship|services?|meetings?|appointments?|phones?|calls?|support|members?|parking|events?)\b/i;

/** Before hours of the place itself, in the same line or one of the two above. */
const HOURS_LABEL = /\b(?:hours|open|opening)\b/i;

const DAY =
  /\b(?:mon|tue|wed|thu|fri|sat|sun)|\b(?:daily|week(?:days?|ends?)|(?:every|each) ?day|24 ?\/ ?7|7 days|mo|tu|th|fr|sa|su)\b/i;
const TIME = /\d ?(?:[ap]\.? ?m\b|:\d\d)|\bclosed\b/i;
const PHONE = /\d{3}\)?[-.\s]\s*\d{3}[-.\s]\d{4}/;

const LINE_CHARACTERS_MAX = 200;
/** Fewer named days may be a part of the week: "Saturdays 10-2" is somebody's class. */
const NAMED_DAYS_MIN = 4;

/**
 * The weeks of opening hours that stand on a page as text.
 *
 * @param hint What is known of the place.
 * @returns Null when any of it may be understood in two ways or may be the hours of something else.
 */
export function readPageHours(lines: readonly string[], hint: HoursHint): OpeningHours[] | null {
  if (lines.some((line) => OTHER_HOURS.test(line))) return null;
  const isHours = lines.map(isHoursLine);
  const found: OpeningHours[] = [];
  for (let from = 0; from < lines.length; from += 1) {
    if (isHours[from] !== true || isHours[from - 1] === true) continue;
    const end = isHours.indexOf(false, from);
    const through = end === -1 ? lines.length : end;
    const text = lines.slice(from, through).join("\n");
    const above = lines[from - 1] ?? "";
    const label = HOURS_LABEL.test(above) ? above : `${lines[from - 2] ?? ""}\n${above}`;
    if (!DAY.test(text) || !HOURS_LABEL.test(`${label}\n${text}`)) continue;
    const neighbors = [above, lines[through] ?? ""];
    const isPartial = PARTIAL_LABEL.test(label) || neighbors.some(mayBeHours);
    const read = isPartial ? null : readTypedHours(text, hint);
    if (read === null || !read.ok || !namesWeek(read.hours, text)) return null;
    found.push(read.hours);
  }
  return found;
}

/** Whether a line has nothing but days and times. */
function isHoursLine(line: string): boolean {
  if (line.length > LINE_CHARACTERS_MAX || PHONE.test(line)) return false;
  if (!/[a-z]|:|\d\s*[-\u2010-\u2015]\s*\d/i.test(line)) return false;
  try {
    return tokenizeHours(line).some(({ kind }) => ["days", "clock", "closed", "whole-day"].includes(kind));
  } catch (error) {
    if (error instanceof UnreadHoursError) return false;
    throw error;
  }
}

/** A line beside hours that may belong to them, with words that aren't understood: "Sat by appointment, 10am". */
function mayBeHours(line: string): boolean {
  return line.length <= LINE_CHARACTERS_MAX && !PHONE.test(line) && DAY.test(line) && TIME.test(line);
}

function namesWeek({ weekly }: OpeningHours, text: string): boolean {
  const openDays = WEEKDAYS.filter((day) => weekly[day].length > 0).length;
  return openDays >= NAMED_DAYS_MIN || (openDays > 0 && /\bclosed\b/i.test(text));
}
