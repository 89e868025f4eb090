import type { QueryWord } from "./query-words.ts";

/** A public holiday of the District, or the day before it. */
export type HolidayDay = { holiday: string; isEve: boolean };

/**
 * What people call the holidays, longer phrases before their own beginnings. A following "day" belongs to the phrase.
 */
const HOLIDAY_PHRASES: readonly (readonly [phrase: string, holiday: string])[] = [
  ["martin luther king jr", "Martin Luther King Jr. Day"],
  ["martin luther king", "Martin Luther King Jr. Day"],
  ["washingtons birthday", "Washington's Birthday"],
  ["indigenous peoples", "Indigenous Peoples' Day"],
  ["fourth of july", "Independence Day"],
  ["4th of july", "Independence Day"],
  ["emancipation", "DC Emancipation Day"],
  ["independence", "Independence Day"],
  ["thanksgiving", "Thanksgiving Day"],
  ["inauguration", "Inauguration Day"],
  ["july fourth", "Independence Day"],
  ["presidents", "Washington's Birthday"],
  ["juneteenth", "Juneteenth"],
  ["christmas", "Christmas Day"],
  ["july 4th", "Independence Day"],
  ["memorial", "Memorial Day"],
  ["new years", "New Year's Day"],
  ["new year", "New Year's Day"],
  ["veterans", "Veterans Day"],
  ["columbus", "Indigenous Peoples' Day"],
  ["july 4", "Independence Day"],
  ["labor", "Labor Day"],
  ["xmas", "Christmas Day"],
  ["mlk", "Martin Luther King Jr. Day"],
];

/** These need "day" behind them: "open memorial" doesn't mean Memorial Day, and the main library is called MLK. */
const NEEDS_DAY =
  /^(?:memorial|emancipation|independence|inauguration|presidents|veterans|columbus|labor|indigenous peoples|mlk|martin luther king(?: jr)?)$/;

/**
 * Matches "thanksgiving", "memorial day", "christmas eve", "4th of july". Null: no holiday is named.
 *
 * @param hasLeadWord Whether "open" or "on" comes before. Otherwise "day" or "eve" must follow: "christmas market" is
 * no day.
 */
export function matchHoliday(
  words: readonly QueryWord[],
  at: number,
  { hasLeadWord }: { hasLeadWord: boolean },
): { day: HolidayDay; words: number } | null {
  for (const [phrase, holiday] of HOLIDAY_PHRASES) {
    const count = phrase.split(" ").length;
    if (phraseOf(words, at, count) !== phrase) continue;
    const next = phraseOf(words, at + count, 1);
    if (next === "eve") return { day: { holiday, isEve: true }, words: count + 1 };
    if (next === "day") return { day: { holiday, isEve: false }, words: count + 1 };
    return !hasLeadWord || NEEDS_DAY.test(phrase) ? null : { day: { holiday, isEve: false }, words: count };
  }
  return null;
}

/** "Thanksgiving Day", "Christmas Eve". */
export function holidayLabel({ holiday, isEve }: HolidayDay): string {
  return isEve ? `${holiday.replace(/ Day$/, "")} Eve` : holiday;
}

function phraseOf(words: readonly QueryWord[], at: number, count: number): string {
  return words
    .slice(at, at + count)
    .map(({ normalized: plain }) => plain)
    .join(" ");
}
