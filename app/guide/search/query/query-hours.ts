import { MINUTES_PER_DAY, WEEKDAYS, type Weekday } from "#app/lib/dc-time.ts";

import { holidayLabel, matchHoliday } from "./holiday-phrases.ts";
import {
  type Condition,
  DAY_START_MINUTE,
  NIGHT_START_MINUTE,
  type OpenCondition,
  type QueryDay,
} from "./query-conditions.ts";
import type { QueryWord } from "./query-words.ts";

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

const DAY_WORDS: Record<string, Weekday | "tomorrow"> = {
  tomorrow: "tomorrow",
  ...Object.fromEntries(
    WEEKDAYS.flatMap((day) => [
      [day, day],
      [`${day}s`, day],
    ]),
  ),
  mon: "monday",
  tue: "tuesday",
  tues: "tuesday",
  wed: "wednesday",
  thu: "thursday",
  thur: "thursday",
  thurs: "thursday",
  fri: "friday",
  sat: "saturday",
  sun: "sunday",
};

/**
 * Matches "open now", "open late", "open sunday morning", "open at 9pm", "open 24 hours", "tonight", "tomorrow
 * evening". A lone day needs "open" before it, because "sunday" may be part of a name.
 */
export function matchOpenPhrase(
  words: readonly QueryWord[],
  at: number,
): { condition: Condition; words: number } | null {
  const word = (offset: number) => words[at + offset]?.normalized ?? "";
  const match = (when: OpenCondition, count: number) => ({ condition: { kind: "open" as const, when }, words: count });
  if (word(0) === "late" && /^(?:night|nite)$/.test(word(1))) return match(lateCondition(), 2);
  if (/^(?:latenight|allnight)$/.test(word(0))) return match(lateCondition(), 1);
  if (/^24(?:\/7|h|hr|hrs)$/.test(word(0))) return match({ kind: "all-day" }, 1);
  if (word(0) === "24" && /^(?:hours?|hrs?|h)$/.test(word(1))) return match({ kind: "all-day" }, 2);
  if (word(0) === "tonight") return match(dayPartCondition(null, "night", "tonight"), 1);
  if (!/^(?:open|opens|opened|opening)$/.test(word(0))) return null;
  if (/^(?:now|currently)$/.test(word(1))) return match({ kind: "now" }, 2);
  if (word(1) === "right" && word(2) === "now") return match({ kind: "now" }, 3);
  if (/^24(?:\/7|h|hr|hrs)$/.test(word(1))) return match({ kind: "all-day" }, 2);
  if (word(1) === "24" && /^(?:hours?|hrs?|h)$/.test(word(2))) return match({ kind: "all-day" }, 3);
  if (word(1) === "all" && /^(?:day|night)$/.test(word(2)))
    return match(word(2) === "day" ? { kind: "all-day" } : lateCondition(), 3);
  return openOnDay(words, at + 1, { wordsBefore: 1, hasOpenWord: true }) ?? openNow(words, at);
}

/** "Open near me", "what's open", "is it open in Shaw" mean now. Otherwise "open" may be part of anything. */
function openNow(words: readonly QueryWord[], at: number): { condition: Condition; words: number } | null {
  const hasPlaceAfter = /^(?:near|nearby|in|around|by|close|within)$/.test(words[at + 1]?.normalized ?? "");
  const isQuestion =
    at === words.length - 1 && /^(?:whats|is|are|still|anything)$/.test(words[at - 1]?.normalized ?? "");
  return hasPlaceAfter || isQuestion ? { condition: { kind: "open", when: { kind: "now" } }, words: 1 } : null;
}

/**
 * Matches a day or time without "open" when the query asks for a type of place: "sunday brunch", "dinner at 9pm"; or a
 * final "open": "bars open". A bare "9" or "night" doesn't match.
 */
export function matchDayPhrase(
  words: readonly QueryWord[],
  at: number,
): { condition: Condition; words: number } | null {
  if (at === words.length - 1 && words[at]?.normalized === "open") {
    return { condition: { kind: "open", when: { kind: "now" } }, words: 1 };
  }
  return openOnDay(words, at, { wordsBefore: 0, hasOpenWord: false });
}

/** Matches what follows "open": a day, a part of it and a time, in the orders people use. */
function openOnDay(
  words: readonly QueryWord[],
  start: number,
  { wordsBefore, hasOpenWord }: { wordsBefore: number; hasOpenWord: boolean },
): { condition: Condition; words: number } | null {
  const word = (offset: number) => words[start + offset]?.normalized ?? "";
  const isAtNight = word(0) === "at" && word(1) === "night";
  const weekendWordCount = countWeekendWords(words, start);
  if (weekendWordCount > 0) {
    const named = matchDayPart(words, start + weekendWordCount);
    const when = weekendCondition(named?.name ?? null);
    return { condition: { kind: "open", when }, words: wordsBefore + weekendWordCount + (named?.words ?? 0) };
  }
  let next = isAtNight || /^(?:on|this|in|for|every)$/.test(word(0)) ? 1 : 0;
  if (/^(?:the|this)$/.test(word(next))) next += 1;
  let day: QueryDay = null;
  let hasDay = false;
  const readDay = () => {
    const skip = word(next) === "on" ? (word(next + 1) === "the" ? 2 : 1) : 0;
    const hasLeadWord = hasOpenWord || skip > 0 || word(0) === "on";
    const named = matchDayName(words, start + next + skip, { hasLeadWord });
    if (day !== null || named === null) return;
    day = named.day;
    hasDay = true;
    next += skip + named.words;
  };
  readDay();
  if (word(next) === "tonight") {
    return {
      condition: { kind: "open", when: dayPartCondition(null, "night", "tonight") },
      words: wordsBefore + next + 1,
    };
  }
  if (word(next) === "for" || word(next) === "in" || word(next) === "the") next += 1;
  const named = matchDayPart(words, start + next);
  if ((hasOpenWord || next > 0) && named !== null) {
    next += named.words;
    const weekendAfterPart = hasDay ? 0 : countWeekendWords(words, start + next);
    if (weekendAfterPart > 0) {
      return {
        condition: { kind: "open", when: weekendCondition(named.name) },
        words: wordsBefore + next + weekendAfterPart,
      };
    }
    readDay();
    // "Late tonight" and "late Friday night" mean late.
    if (named.name === "late" && /^(?:tonight|nights?)$/.test(word(next))) next += 1;
    return {
      condition: { kind: "open", when: dayPartCondition(day, named.name, dayLabel(day, named.name)) },
      words: wordsBefore + next,
    };
  }
  const lead = /^(?:at|until|till|til|past|after|before|from|by|around)$/.exec(word(next))?.[0];
  const timeAt = next + (lead === undefined ? 0 : 1);
  const time = clockTime(word(timeAt), word(timeAt + 1), { hasLeadWord: lead !== undefined && hasOpenWord });
  const isTime = hasOpenWord || lead !== undefined || time?.isUnambiguous === true;
  if (time !== null && isTime) {
    next = timeAt + time.words;
    readDay();
    const when = atTime(day, time.minute, lead);
    return { condition: { kind: "open", when }, words: wordsBefore + next };
  }
  if (!hasDay) return null;
  return {
    condition: {
      kind: "open",
      when: { kind: "within", day, from: DAY_START_MINUTE, to: MINUTES_PER_DAY, label: dayLabel(day, "") },
    },
    words: wordsBefore + next,
  };
}

/** The number of words that mean the weekend ("weekend", "on the weekend", "this weekend"); 0: none. */
function countWeekendWords(words: readonly QueryWord[], at: number): number {
  const word = (offset: number) => words[at + offset]?.normalized ?? "";
  let lead = /^(?:on|this|in|for|every)$/.test(word(0)) ? 1 : 0;
  if (/^(?:the|this)$/.test(word(lead))) lead += 1;
  return /^weekends?$/.test(word(lead)) ? lead + 1 : 0;
}

/** Matches "today", "sundays", "tomorrow", "thanksgiving"; null: no day. */
function matchDayName(
  words: readonly QueryWord[],
  at: number,
  { hasLeadWord }: { hasLeadWord: boolean },
): { day: QueryDay; words: number } | null {
  const word = words[at]?.normalized ?? "";
  if (word === "today") return { day: null, words: 1 };
  const named = Object.hasOwn(DAY_WORDS, word) ? DAY_WORDS[word] : undefined;
  if (named !== undefined) return { day: named, words: 1 };
  return matchHoliday(words, at, { hasLeadWord });
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

function lateCondition(): OpenCondition {
  return { kind: "within", day: null, from: LATE[0], to: LATE[1], label: "late" };
}

function dayPartCondition(day: QueryDay, name: string, label: string): OpenCondition {
  const [from, to] = DAY_PARTS[name] ?? [DAY_START_MINUTE, MINUTES_PER_DAY];
  return { kind: "within", day, from, to, label };
}

/** "until 2am" and "before 7am" check the minute before. */
function atTime(day: QueryDay, minuteOfDay: number, lead: string | undefined): OpenCondition {
  const isNight = minuteOfDay < DAY_START_MINUTE;
  const isEnd = /^(?:until|till|til)$/.test(lead ?? "");
  const minute = (isNight ? minuteOfDay + MINUTES_PER_DAY : minuteOfDay) - (isEnd || lead === "before" ? 1 : 0);
  const words = [
    day === null ? "" : dayLabel(day, ""),
    isEnd ? "until" : lead === "before" ? "before" : lead === "after" || lead === "past" ? "after" : "at",
    formatClockTime(minuteOfDay),
  ];
  return { kind: "at", day, minute, label: words.filter((word) => word !== "").join(" ") };
}

/**
 * Matches "9pm", "9 pm", "9:30pm", "21:00", "noon", "midnight". A bare number needs a lead word like "at"; then 1 to 11
 * mean PM.
 */
function clockTime(
  first: string,
  second: string,
  { hasLeadWord }: { hasLeadWord: boolean },
): { minute: number; words: number; isUnambiguous: boolean } | null {
  if (first === "noon" || first === "midday") return { minute: 12 * 60, words: 1, isUnambiguous: false };
  if (first === "midnight") return { minute: 0, words: 1, isUnambiguous: false };
  const match = /^(\d{1,2})(?::(\d{2}))?(am|pm|a|p)?$/.exec(first);
  if (match === null) return null;
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)];
  const meridiem = match[3] ?? (/^(?:am|pm)$/.test(second) ? second : undefined);
  const words = match[3] === undefined && meridiem !== undefined ? 2 : 1;
  if (minute > 59 || hour > (meridiem === undefined ? 24 : 12)) return null;
  if (meridiem !== undefined) {
    return {
      minute: ((hour % 12) + (meridiem.startsWith("p") ? 12 : 0)) * 60 + minute,
      words,
      isUnambiguous: meridiem.length === 2,
    };
  }
  if (match[2] !== undefined) return { minute: (hour % 24) * 60 + minute, words, isUnambiguous: false };
  // A bare number: "at 9" is 9 PM, "at 12" noon, "at 15" the 24-hour clock.
  if (!hasLeadWord) return null;
  return { minute: (hour >= 1 && hour <= 11 ? hour + 12 : hour % 24) * 60, words, isUnambiguous: false };
}

function dayLabel(day: QueryDay, partName: string): string {
  if (day === null && partName === "night") return "tonight";
  if (isAdverb(partName)) return day === null ? partName : `${partName} ${dayLabel(day, "")}`;
  const name =
    day === null
      ? partName === ""
        ? "today"
        : "this"
      : typeof day === "object"
        ? holidayLabel(day)
        : day === "tomorrow"
          ? day
          : day.charAt(0).toUpperCase() + day.slice(1);
  return partName === "" ? name : `${name} ${partName}`;
}

/** Formats a minute of the day: 1290 is "9:30 PM". */
export function formatClockTime(minuteOfDay: number): string {
  const minute = minuteOfDay % MINUTES_PER_DAY;
  const hour = Math.floor(minute / 60);
  const past = minute % 60;
  return `${hour % 12 === 0 ? 12 : hour % 12}${past === 0 ? "" : `:${String(past).padStart(2, "0")}`} ${hour < 12 ? "AM" : "PM"}`;
}
