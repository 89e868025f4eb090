import { MINUTES_PER_DAY, WEEKDAYS, type Weekday } from "#app/lib/dc-time.ts";

import { weekdaysThrough, yearlyDayLabel } from "./calendar-days.ts";
import { type ClockPhrase, formatClockTime, matchClockPhrase } from "./clock-times.ts";
import { holidayLabel, matchDate, matchHoliday } from "./holiday-phrases.ts";
import {
  type Condition,
  DAY_START_MINUTE,
  type EachWeekday,
  NIGHT_START_MINUTE,
  type OpenCondition,
  type QueryDay,
} from "./query-conditions.ts";
import { longestPhrase, phraseAt, phraseTable, type QueryWord, wordAt } from "./query-words.ts";

/** A place is open late if it is open at some time between these minutes. */
const LATE: readonly [number, number] = [23 * 60, 24 * 60 + 60];

/** The hours before most places open. */
const EARLY: readonly [number, number] = [DAY_START_MINUTE, 7 * 60 + 30];

/** Parts of a day, in minutes from its midnight. */
const DAY_PARTS: Record<string, readonly [number, number]> = {
  early: EARLY,
  morning: [8 * 60, 11 * 60],
  breakfast: [8 * 60, 10 * 60],
  lunch: [12 * 60, 14 * 60],
  lunchtime: [12 * 60, 14 * 60],
  afternoon: [13 * 60, 17 * 60],
  evening: [18 * 60, 21 * 60],
  dinner: [18 * 60, 21 * 60],
  night: [NIGHT_START_MINUTE, MINUTES_PER_DAY],
  late: LATE,
};

/** A Map, because a record would also contain "constructor". The same goes for the maps below. */
const WEEKDAY_WORDS = new Map<string, Weekday>([
  ...WEEKDAYS.flatMap((day) => [day, `${day}s`, day.slice(0, 3)].map((word) => [word, day] as const)),
  ["tues", "tuesday"],
  ["thur", "thursday"],
  ["thurs", "thursday"],
]);

const WORKDAYS = weekdaysThrough("monday", "friday");

const EACH_PHRASES = phraseTable<readonly Weekday[]>([
  ...["every day", "everyday", "daily", "all week", "7 days", "7 days a week", "seven days", "seven days a week"].map(
    (phrase) => [phrase, WEEKDAYS] as const,
  ),
  ...["weekdays", "weekday", "week days", "during the week"].map((phrase) => [phrase, WORKDAYS] as const),
]);

/** These need "open" before them: Daily Grill is a name. */
const NEEDS_OPEN = /^(?:everyday|daily|all week|7 days|seven days)$/;

/** When people have a late lunch or an early dinner. */
const MEAL_TIMES = new Map<string, readonly [number, number]>([
  ["early breakfast", EARLY],
  ["late breakfast", [10 * 60, 12 * 60]],
  ["late brunch", [14 * 60, 16 * 60]],
  ["early lunch", [11 * 60, 12 * 60]],
  ["late lunch", [14 * 60, 16 * 60]],
  ["early dinner", [16 * 60 + 30, 18 * 60]],
  ["late dinner", [22 * 60, MINUTES_PER_DAY]],
]);

type OpenMatch = { condition: Extract<Condition, { kind: "open" }>; words: number };

const LATE_CONDITION: OpenCondition = { kind: "within", day: null, from: LATE[0], to: LATE[1], label: "late" };
const TONIGHT: OpenCondition = dayPartCondition(null, "night", "tonight");
const ALL_DAY: OpenCondition = { kind: "all-day" };
const BEFORE_WORK: OpenCondition = { kind: "within", day: null, from: EARLY[0], to: EARLY[1], label: "before work" };
const WEEKNIGHTS: OpenCondition = {
  kind: "within",
  day: { each: weekdaysThrough("monday", "thursday"), label: "weeknights" },
  from: 18 * 60,
  to: NIGHT_START_MINUTE,
  label: "weeknights",
};

const OPEN_ALL_DAY = ["24/7", "24h", "24hr", "24hrs", "24 hours", "24 hour", "24 hrs", "24 hr", "24 h"].map(
  (phrase) => [phrase, ALL_DAY] as const,
);

/** What these phrases mean without "open" before them. */
const TIME_PHRASES = phraseTable<OpenCondition>([
  ...OPEN_ALL_DAY,
  ...["always open", "never closes", "never closed", "around the clock"].map((phrase) => [phrase, ALL_DAY] as const),
  ...["late night", "late nite", "latenight", "allnight"].map((phrase) => [phrase, LATE_CONDITION] as const),
  ["tonight", TONIGHT],
]);

/** What these phrases mean behind "open". */
const OPEN_PHRASES = phraseTable<OpenCondition>([
  ...OPEN_ALL_DAY,
  ["now", { kind: "now" }],
  ["currently", { kind: "now" }],
  ["right now", { kind: "now" }],
  ["all day", ALL_DAY],
  ["all night", LATE_CONDITION],
  ["before work", BEFORE_WORK],
]);

/**
 * Matches "open now", "open late", "open sunday morning", "open at 9pm", "open 24 hours", "tonight", "closed on sunday",
 * "closes after 11". A lone day needs "open" before it, because "sunday" may be part of a name.
 */
export function matchOpenPhrase(words: readonly QueryWord[], at: number): OpenMatch | null {
  const time = longestPhrase(words, at, TIME_PHRASES);
  if (time !== null) return withDayOrTime(words, at, { when: time.meaning, words: time.words });
  const meal = phraseAt(words, at, 2);
  const mealTime = MEAL_TIMES.get(meal);
  // The meal itself is read next.
  if (mealTime !== undefined)
    return openMatch({ kind: "within", day: null, from: mealTime[0], to: mealTime[1], label: `for ${meal}` }, 1);
  const word = wordAt(words, at);
  if (/^(?:close[sd]?|closing)$/.test(word)) return matchClosing(words, at);
  if (!/^(?:open|opens|opened|opening)$/.test(word)) return matchDayLateNight(words, at);
  const behind = longestPhrase(words, at + 1, OPEN_PHRASES);
  if (behind !== null) return openMatch(behind.meaning, behind.words + 1);
  return openOnDay(words, at + 1, { wordsBefore: 1, hasOpenWord: true }) ?? openNow(words, at);
}

function openMatch(when: OpenCondition, count: number): OpenMatch {
  return { condition: { kind: "open", when }, words: count };
}

/** "Late night friday", "late night on weekends", "tonight at 9". */
function withDayOrTime(
  words: readonly QueryWord[],
  at: number,
  { when, words: count }: { when: OpenCondition; words: number },
): OpenMatch {
  const next = at + count;
  if (when === TONIGHT) {
    const clock = matchClockPhrase(words, next, { hasOpenWord: false });
    if (clock !== null) return openMatch(clockCondition(null, clock), count + clock.words);
  }
  if (when === LATE_CONDITION) {
    const weekend = countWeekendWords(words, next);
    if (weekend > 0) return openMatch(weekendCondition("late"), count + weekend);
    const named = matchDayBehind(words, next);
    if (named !== null)
      return openMatch(dayPartCondition(named.day, "late", dayLabel(named.day, "late")), count + named.words);
  }
  return openMatch(when, count);
}

/** Matches "friday", "on friday". */
function matchDayBehind(words: readonly QueryWord[], at: number): { day: QueryDay; words: number } | null {
  const lead = Number(wordAt(words, at) === "on");
  const named = matchDayName(words, at + lead, { hasLeadWord: lead > 0 });
  return named === null ? null : { day: named.day, words: lead + named.words };
}

/** "Friday late night" means late on Friday. */
function matchDayLateNight(words: readonly QueryWord[], at: number): OpenMatch | null {
  const named = matchDayName(words, at, { hasLeadWord: false });
  const behind = named === null ? null : longestPhrase(words, at + named.words, TIME_PHRASES);
  if (named === null || behind?.meaning !== LATE_CONDITION) return null;
  return openMatch(dayPartCondition(named.day, "late", dayLabel(named.day, "late")), named.words + behind.words);
}

/** "Closes after 11" is open then, "closed on sunday" and "closes by 9" aren't. */
function matchClosing(words: readonly QueryWord[], at: number): OpenMatch | null {
  const next = at + 1;
  const closed = (match: OpenMatch): OpenMatch => ({ ...match, condition: { ...match.condition, isNot: true } });
  const now = longestPhrase(words, next, OPEN_PHRASES);
  if (now?.meaning.kind === "now") return closed(openMatch(now.meaning, now.words + 1));
  const clock = matchClockPhrase(words, next, { hasOpenWord: true, closes: true });
  if (clock !== null) {
    const isEarlier = /^(?:before|by)$/.test(clock.lead ?? "");
    const isOpenThen = wordAt(words, at) !== "closed" && !isEarlier;
    const isLater = /^(?:after|past)$/.test(clock.lead ?? "");
    const lead = isEarlier ? "by" : isOpenThen && !isLater ? "until" : clock.lead;
    const behind = matchDayBehind(words, next + clock.words);
    const when = clockCondition(behind?.day ?? null, { ...clock, lead });
    const match = openMatch(when, 1 + clock.words + (behind?.words ?? 0));
    return isOpenThen ? match : closed(match);
  }
  const match = openOnDay(words, next, { wordsBefore: 1, hasOpenWord: true });
  return match === null || wordAt(words, next) === "late" ? match : closed(match);
}

/** "Open near me", "what's open", "is it open in Shaw" mean now. Otherwise "open" may be part of anything. */
function openNow(words: readonly QueryWord[], at: number): OpenMatch | null {
  const hasPlaceAfter = /^(?:near|nearby|in|around|by|close|within)$/.test(wordAt(words, at + 1));
  const isQuestion = at === words.length - 1 && /^(?:whats|is|are|still|anything)$/.test(wordAt(words, at - 1));
  return hasPlaceAfter || isQuestion ? openMatch({ kind: "now" }, 1) : null;
}

/**
 * Matches a day or time without "open" when the query asks for a type of place: "sunday brunch", "dinner at 9pm"; or a
 * final "open": "bars open". A bare "9" or "night" doesn't match.
 */
export function matchDayPhrase(words: readonly QueryWord[], at: number): OpenMatch | null {
  if (at === words.length - 1 && wordAt(words, at) === "open") return openMatch({ kind: "now" }, 1);
  return openOnDay(words, at, { wordsBefore: 0, hasOpenWord: false });
}

/** Whether it is a date or a part of a named day: "saturday night". A day alone may be anything. */
export function isClearDay({ condition: { when } }: OpenMatch): boolean {
  if (when.kind !== "within" || when.day === null) return false;
  return when.from !== DAY_START_MINUTE || (typeof when.day === "object" && "yearly" in when.day);
}

/** Matches what follows "open": a day, a part of it and a time, in the orders people use. */
function openOnDay(
  words: readonly QueryWord[],
  start: number,
  { wordsBefore, hasOpenWord }: { wordsBefore: number; hasOpenWord: boolean },
): OpenMatch | null {
  const match = (when: OpenCondition, end: number) => openMatch(when, wordsBefore + end - start);
  const weekendWordCount = countWeekendWords(words, start);
  if (weekendWordCount > 0) {
    const next = start + weekendWordCount;
    const named = matchDayPart(words, next);
    return match(weekendCondition(named?.name ?? null), next + (named?.words ?? 0));
  }
  let next = start;
  let day: QueryDay = null;
  let hasDay = false;
  const readDay = () => {
    const isOn = wordAt(words, next) === "on";
    const skip = isOn ? 1 + Number(/^(?:the|a)$/.test(wordAt(words, next + 1))) : 0;
    const hasLeadWord = hasOpenWord || skip > 0 || wordAt(words, start) === "on";
    const named = matchDayName(words, next + skip, { hasLeadWord });
    if (day !== null || named === null) return;
    day = named.day;
    hasDay = true;
    next += skip + named.words;
  };
  readDay();
  if (!hasDay) {
    next += countLeadWords(words, start);
    readDay();
  }
  if (wordAt(words, next) === "tonight") return match(TONIGHT, next + 1);
  if (/^weeknights?$/.test(wordAt(words, next))) return match(WEEKNIGHTS, next + 1);
  if (/^(?:for|in|the)$/.test(wordAt(words, next))) next += 1;
  const named = matchDayPart(words, next);
  // A lone "night" may be anything, but not "early morning".
  const part = hasOpenWord || next > start || named?.words === 2 ? named : null;
  if (part !== null) {
    next += part.words;
    if (wordAt(words, start) === "every" && !hasDay) day = eachWeekday(WEEKDAYS);
    const weekendAfterPart = day === null && !hasDay ? countWeekendWords(words, next) : 0;
    if (weekendAfterPart > 0) return match(weekendCondition(part.name), next + weekendAfterPart);
    readDay();
    // "Late tonight" and "late Friday night" mean late.
    if (part.name === "late" && /^(?:tonight|nights?)$/.test(wordAt(words, next))) next += 1;
  }
  const clock = matchClockPhrase(words, next, { hasOpenWord: hasOpenWord || hasDay });
  const isBare = clock?.lead === null && clock.until === null && !clock.isUnambiguous;
  if (clock !== null && (!isBare || (hasOpenWord && part === null))) {
    next += clock.words;
    readDay();
    return match(clockCondition(day, clock), next);
  }
  if (part !== null) return match(dayPartCondition(day, part.name, dayLabel(day, part.name)), next);
  return hasDay ? match(dayCondition(day), next) : null;
}

/** Counts the words of "on", "this", "every", "in the" before a day, and of "at" before "night". */
function countLeadWords(words: readonly QueryWord[], at: number): number {
  const isLead = phraseAt(words, at, 2) === "at night" || /^(?:on|this|in|for|every)$/.test(wordAt(words, at));
  return Number(isLead) + Number(/^(?:the|this)$/.test(wordAt(words, at + Number(isLead))));
}

/** The number of words that mean the weekend ("weekend", "on the weekend", "this weekend"); 0: none. */
function countWeekendWords(words: readonly QueryWord[], at: number): number {
  let lead = Number(/^(?:on|this|in|for|every)$/.test(wordAt(words, at)));
  if (/^(?:the|this)$/.test(wordAt(words, at + lead))) lead += 1;
  return /^weekends?$/.test(wordAt(words, at + lead)) ? lead + 1 : 0;
}

/** Matches "today", "sundays", "monday to friday", "every day", "tomorrow", "thanksgiving", "dec 25"; null: no day. */
function matchDayName(
  words: readonly QueryWord[],
  at: number,
  { hasLeadWord }: { hasLeadWord: boolean },
): { day: QueryDay; words: number } | null {
  const word = wordAt(words, at);
  if (word === "today") return { day: null, words: 1 };
  if (word === "tomorrow") return { day: word, words: 1 };
  const each = longestPhrase(words, at, EACH_PHRASES);
  if (each !== null && (hasLeadWord || !NEEDS_OPEN.test(each.phrase)))
    return { day: eachWeekday(each.meaning), words: each.words };
  return matchWeekdays(words, at) ?? matchHoliday(words, at, { hasLeadWord }) ?? matchDate(words, at, { hasLeadWord });
}

/** Matches "sunday", "saturday and sunday", "monday to friday", "mon-fri". */
function matchWeekdays(words: readonly QueryWord[], at: number): { day: QueryDay; words: number } | null {
  const first = WEEKDAY_WORDS.get(wordAt(words, at));
  if (first === undefined) return null;
  const days = [first];
  let last = first;
  let next = at + 1;
  for (;;) {
    const joint = /^(?:and|to|through|thru)$/.exec(wordAt(words, next))?.[0];
    const other = next + Number(joint !== undefined);
    const day = WEEKDAY_WORDS.get(wordAt(words, other));
    if (day === undefined) break;
    const isRange = (joint !== undefined && joint !== "and") || words[other]?.followsHyphen === true;
    days.push(...(isRange ? weekdaysThrough(last, day) : [day]));
    last = day;
    next = other + 1;
  }
  const each = WEEKDAYS.filter((weekday) => days.includes(weekday));
  return { day: each.length === 1 ? first : eachWeekday(each), words: next - at };
}

function eachWeekday(each: readonly Weekday[]): EachWeekday {
  if (each.length === WEEKDAYS.length) return { each, label: "every day" };
  if (each.join() === WORKDAYS.join()) return { each, label: "weekdays" };
  return { each, label: new Intl.ListFormat("en-US").format(each.map(capitalized)) };
}

/**
 * Matches a part of a day. "mornings" is morning, "late night" is late, "late afternoon" is the afternoon. Null: none.
 */
function matchDayPart(words: readonly QueryWord[], at: number): { name: string; words: number } | null {
  const name = dayPartName(words[at]?.normalized ?? "");
  if (name !== "late" && name !== "early") return name === null ? null : { name, words: 1 };
  const next = dayPartName(words[at + 1]?.normalized ?? "");
  if (next === null) return { name, words: 1 };
  return { name: /^(?:late night|early morning)$/.test(`${name} ${next}`) ? name : next, words: 2 };
}

function dayPartName(word: string): string | null {
  return [word, word.replace(/s$/, "")].find((name) => Object.hasOwn(DAY_PARTS, name)) ?? null;
}

function weekendCondition(partName: string | null): OpenCondition {
  if (partName === null) return { kind: "weekend", part: null, label: "on the weekend" };
  const label = isAdverb(partName) ? `${partName} on the weekend` : `on weekend ${partName}s`;
  return { kind: "weekend", part: DAY_PARTS[partName] ?? null, label };
}

/** "Late" and "early" go before their day, "morning" goes after it. */
function isAdverb(partName: string): boolean {
  return partName === "late" || partName === "early";
}

function dayPartCondition(day: QueryDay, name: string, label: string): OpenCondition {
  const [from, to] = DAY_PARTS[name] ?? [DAY_START_MINUTE, MINUTES_PER_DAY];
  return { kind: "within", day, from, to, label };
}

function dayCondition(day: QueryDay): OpenCondition {
  return { kind: "within", day, from: DAY_START_MINUTE, to: MINUTES_PER_DAY, label: dayLabel(day, "") };
}

/** "until 2am" and "before 7am" check the minute before, "9 to 5" all of the time between. */
function clockCondition(day: QueryDay, { minute: minuteOfDay, until, lead }: ClockPhrase): OpenCondition {
  const isNight = minuteOfDay < DAY_START_MINUTE;
  const start = isNight ? minuteOfDay + MINUTES_PER_DAY : minuteOfDay;
  const dayText = day === null ? "" : `${dayLabel(day, "")} `;
  if (until !== null) {
    const label = `${dayText}from ${formatClockTime(minuteOfDay)} to ${formatClockTime(until)}`;
    return { kind: "throughout", day, from: start, to: until + start - minuteOfDay, label };
  }
  const leadLabel = LEAD_LABELS.get(lead ?? "") ?? "at";
  const minute = start - Number(leadLabel === "until" || leadLabel === "before");
  return { kind: "at", day, minute, label: `${dayText}${leadLabel} ${formatClockTime(minuteOfDay)}` };
}

const LEAD_LABELS = new Map([
  ["until", "until"],
  ["till", "until"],
  ["til", "until"],
  ["before", "before"],
  ["by", "by"],
  ["after", "after"],
  ["past", "after"],
]);

function dayLabel(day: QueryDay, partName: string): string {
  if (day === null && partName === "night") return "tonight";
  if (isAdverb(partName)) return day === null ? partName : `${partName} ${dayLabel(day, "")}`;
  if (day === null) return partName === "" ? "today" : `this ${partName}`;
  const label = namedDay(day);
  if (partName === "") return label;
  if (label === "every day") return `every ${partName}`;
  return label === "weekdays" ? `weekday ${partName}s` : `${label} ${partName}`;
}

/** "tomorrow", "Monday", "Labor Day", "Dec 25", "every day". */
export function namedDay(day: Exclude<QueryDay, null>): string {
  if (typeof day === "string") return day === "tomorrow" ? day : capitalized(day);
  if ("each" in day) return day.label;
  return "holiday" in day ? holidayLabel(day) : yearlyDayLabel(day);
}

function capitalized(weekday: Weekday): string {
  return weekday.charAt(0).toUpperCase() + weekday.slice(1);
}
