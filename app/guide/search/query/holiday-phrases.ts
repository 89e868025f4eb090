import { type YearlyDay, yearlyDay } from "./calendar-days.ts";
import { longestPhrase, phraseTable, type QueryWord, wordAt } from "./query-words.ts";

/** A public holiday of the District, the day before it or, with `isWeekend`, some day of its weekend. */
export type HolidayDay = { holiday: string; isEve: boolean; isWeekend?: boolean };

/** What people call the holidays. A following "day" belongs to the phrase. */
const HOLIDAY_PHRASES = phraseTable<string>([
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
]);

/** These need "day" behind them: "open memorial" doesn't mean Memorial Day, and the main library is called MLK. */
const NEEDS_DAY =
  /^(?:memorial|emancipation|independence|inauguration|presidents|veterans|columbus|labor|indigenous peoples|mlk|martin luther king(?: jr)?)$/;

/**
 * Matches "thanksgiving", "memorial day", "christmas eve", "4th of july", "labor day weekend". Null: no holiday is named.
 *
 * @param hasLeadWord Whether "open" or "on" comes before. Otherwise "day", "eve" or "weekend" must follow: "christmas
 * market" is no day.
 */
export function matchHoliday(
  words: readonly QueryWord[],
  at: number,
  { hasLeadWord }: { hasLeadWord: boolean },
): { day: HolidayDay; words: number } | null {
  const named = longestPhrase(words, at, HOLIDAY_PHRASES);
  if (named === null) return null;
  const { meaning: holiday, phrase, words: count } = named;
  const next = wordAt(words, at + count);
  if (next === "eve") return { day: { holiday, isEve: true }, words: count + 1 };
  const dayCount = count + Number(next === "day");
  if (wordAt(words, at + dayCount) === "weekend")
    return { day: { holiday, isEve: false, isWeekend: true }, words: dayCount + 1 };
  if (next === "day") return { day: { holiday, isEve: false }, words: dayCount };
  return !hasLeadWord || NEEDS_DAY.test(phrase) ? null : { day: { holiday, isEve: false }, words: count };
}

/** "Thanksgiving Day", "Christmas Eve", "Labor Day weekend". */
export function holidayLabel({ holiday, isEve, isWeekend = false }: HolidayDay): string {
  const label = isEve ? `${holiday.replace(/ Day$/, "")} Eve` : holiday;
  return isWeekend ? `${label} weekend` : label;
}

/** Days that are no public holidays. */
const YEARLY_PHRASES = phraseTable<string>([
  ["saint patricks day", "03-17"],
  ["st patricks day", "03-17"],
  ["valentines day", "02-14"],
  ["valentines", "02-14"],
  ["halloween", "10-31"],
  ["mothers day", "mothers-day"],
  ["fathers day", "fathers-day"],
  ["good friday", "good-friday"],
  ["easter sunday", "easter"],
  ["easter", "easter"],
  ["black friday", "black-friday"],
]);

/** These need "open" or "on" before them: an Easter egg hunt is no day. */
const NEEDS_LEAD_WORD = /^(?:valentines|halloween|easter)$/;

/**
 * Matches "black friday", "dec 25", "december 24th", "25th of december", "12/25". Null: no date.
 *
 * @param hasLeadWord Whether "open" or "on" comes before. "12/25" needs it, because 7/11 is a store.
 */
export function matchDate(
  words: readonly QueryWord[],
  at: number,
  { hasLeadWord }: { hasLeadWord: boolean },
): { day: YearlyDay; words: number } | null {
  const named = longestPhrase(words, at, YEARLY_PHRASES);
  if (named !== null) {
    const isClear = hasLeadWord || !NEEDS_LEAD_WORD.test(named.phrase);
    return isClear ? { day: { yearly: named.meaning }, words: named.words } : null;
  }
  const [month, monthDay] = (hasLeadWord && /^(\d{1,2})\/(\d{1,2})$/.exec(wordAt(words, at))?.slice(1)) || [];
  if (monthDay !== undefined) return dateMatch(Number(month), Number(monthDay), 1);
  const isDayFirst = dayNumber(wordAt(words, at)) !== null;
  const between = Number(isDayFirst && wordAt(words, at + 1) === "of");
  const namedMonth = MONTHS.get(wordAt(words, isDayFirst ? at + 1 + between : at));
  const numbered = dayNumber(wordAt(words, isDayFirst ? at : at + 1));
  return namedMonth === undefined || numbered === null ? null : dateMatch(namedMonth, numbered, 2 + between);
}

function dateMatch(month: number, monthDay: number, count: number): { day: YearlyDay; words: number } | null {
  const day = yearlyDay(month, monthDay);
  return day === null ? null : { day, words: count };
}

/** "25", "25th". */
function dayNumber(word: string): number | null {
  const digits = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)?.[1];
  return digits === undefined ? null : Number(digits);
}

const MONTHS = new Map(
  "january february march april may june july august september october november december"
    .split(" ")
    .flatMap((month, index) => [month, month.slice(0, 3)].map((name) => [name, index + 1] as const))
    .concat([["sept", 9]]),
);
