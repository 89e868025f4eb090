import { MINUTES_PER_DAY, WEEKDAYS, type Weekday } from "#app/features/places/dc-calendar.ts";

import { holidayLabel, matchHoliday } from "./holiday-words.ts";
import { type Condition, DAY_BEGINS, NIGHT_BEGINS, type OpenWhen, type SaidDay } from "./query-conditions.ts";
import type { Word } from "./query-words.ts";

/** Past this hour a place is open late. */
const LATE: readonly [number, number] = [23 * 60, 24 * 60 + 60];

/** Before most places open. */
const EARLY: readonly [number, number] = [DAY_BEGINS, 7 * 60 + 30];

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
  night: [NIGHT_BEGINS, MINUTES_PER_DAY],
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
 * "open now", "open late", "late night", "open sunday morning", "open at 9pm", "open until 2am", "open 24 hours",
 * "tonight", "tomorrow evening". A day or a time alone needs "open" before it; "sunday" may be part of a name.
 */
export function matchOpen(words: readonly Word[], at: number): { condition: Condition; words: number } | null {
  const word = (offset: number) => words[at + offset]?.plain ?? "";
  const found = (when: OpenWhen, count: number) => ({ condition: { kind: "open" as const, when }, words: count });
  if (word(0) === "late" && /^(?:night|nite)$/.test(word(1))) return found(late(), 2);
  if (/^(?:latenight|allnight)$/.test(word(0))) return found(late(), 1);
  if (/^24(?:\/7|h|hr|hrs)$/.test(word(0))) return found({ kind: "all-day" }, 1);
  if (word(0) === "24" && /^(?:hours?|hrs?|h)$/.test(word(1))) return found({ kind: "all-day" }, 2);
  if (word(0) === "tonight") return found(part(null, "night", "tonight"), 1);
  if (!/^(?:open|opens|opened|opening)$/.test(word(0))) return null;
  if (/^(?:now|currently)$/.test(word(1))) return found({ kind: "now" }, 2);
  if (word(1) === "right" && word(2) === "now") return found({ kind: "now" }, 3);
  if (/^24(?:\/7|h|hr|hrs)$/.test(word(1))) return found({ kind: "all-day" }, 2);
  if (word(1) === "24" && /^(?:hours?|hrs?|h)$/.test(word(2))) return found({ kind: "all-day" }, 3);
  if (word(1) === "all" && /^(?:day|night)$/.test(word(2)))
    return found(word(2) === "day" ? { kind: "all-day" } : late(), 3);
  return openOnDay(words, at + 1, { before: 1, isSaidOpen: true }) ?? openNow(words, at);
}

/** "Open near me", "what's open", "is it open in Shaw": now. By itself the word may be part of anything. */
function openNow(words: readonly Word[], at: number): { condition: Condition; words: number } | null {
  const leadsToPlace = /^(?:near|nearby|in|around|by|close|within)$/.test(words[at + 1]?.plain ?? "");
  const isAsked = at === words.length - 1 && /^(?:whats|is|are|still|anything)$/.test(words[at - 1]?.plain ?? "");
  return leadsToPlace || isAsked ? { condition: { kind: "open", when: { kind: "now" } }, words: 1 } : null;
}

/**
 * A day or a time without "open" before it, for a query that asks for a kind of place: "sunday brunch", "dinner at 9pm",
 * "monuments at night"; or "open" alone: "bars open". A bare "9" or "night" is neither.
 */
export function matchDay(words: readonly Word[], at: number): { condition: Condition; words: number } | null {
  if (at === words.length - 1 && words[at]?.plain === "open") {
    return { condition: { kind: "open", when: { kind: "now" } }, words: 1 };
  }
  return openOnDay(words, at, { before: 0, isSaidOpen: false });
}

/** What follows "open": a day, a part of it, a time, in the orders people say them. */
function openOnDay(
  words: readonly Word[],
  start: number,
  { before, isSaidOpen }: { before: number; isSaidOpen: boolean },
): { condition: Condition; words: number } | null {
  const word = (offset: number) => words[start + offset]?.plain ?? "";
  const isAtNight = word(0) === "at" && word(1) === "night";
  const toWeekend = weekendWords(words, start);
  if (toWeekend > 0) {
    const named = dayPartAt(words, start + toWeekend);
    const when = weekend(named?.name ?? null);
    return { condition: { kind: "open", when }, words: before + toWeekend + (named?.words ?? 0) };
  }
  let next = isAtNight || /^(?:on|this|in|for|every)$/.test(word(0)) ? 1 : 0;
  if (/^(?:the|this)$/.test(word(next))) next += 1;
  let day: SaidDay = null;
  let isSaid = false;
  const takeDay = () => {
    const skip = word(next) === "on" ? (word(next + 1) === "the" ? 2 : 1) : 0;
    const isLed = isSaidOpen || skip > 0 || word(0) === "on";
    const named = dayNamed(words, start + next + skip, { isLed });
    if (day !== null || named === null) return;
    day = named.day;
    isSaid = true;
    next += skip + named.words;
  };
  takeDay();
  if (word(next) === "tonight") {
    return { condition: { kind: "open", when: part(null, "night", "tonight") }, words: before + next + 1 };
  }
  if (word(next) === "for" || word(next) === "in" || word(next) === "the") next += 1;
  const named = dayPartAt(words, start + next);
  if ((isSaidOpen || next > 0) && named !== null) {
    next += named.words;
    const toItsWeekend = isSaid ? 0 : weekendWords(words, start + next);
    if (toItsWeekend > 0) {
      return { condition: { kind: "open", when: weekend(named.name) }, words: before + next + toItsWeekend };
    }
    takeDay();
    // "Late tonight" is late, and so is "late Friday night".
    if (named.name === "late" && /^(?:tonight|nights?)$/.test(word(next))) next += 1;
    return {
      condition: { kind: "open", when: part(day, named.name, dayLabel(day, named.name)) },
      words: before + next,
    };
  }
  const lead = /^(?:at|until|till|til|past|after|before|from|by|around)$/.exec(word(next))?.[0];
  const timeAt = next + (lead === undefined ? 0 : 1);
  const time = clockTime(word(timeAt), word(timeAt + 1), { isLed: lead !== undefined && isSaidOpen });
  const isTime = isSaidOpen || lead !== undefined || time?.isSure === true;
  if (time !== null && isTime) {
    next = timeAt + time.words;
    takeDay();
    const when = atTime(day, time.minute, lead);
    return { condition: { kind: "open", when }, words: before + next };
  }
  if (!isSaid) return null;
  return {
    condition: {
      kind: "open",
      when: { kind: "within", day, from: DAY_BEGINS, to: MINUTES_PER_DAY, label: dayLabel(day, "") },
    },
    words: before + next,
  };
}

/** How many words say "weekend", "on the weekend", "this weekend"; 0: none do. */
function weekendWords(words: readonly Word[], at: number): number {
  const word = (offset: number) => words[at + offset]?.plain ?? "";
  let lead = /^(?:on|this|in|for|every)$/.test(word(0)) ? 1 : 0;
  if (/^(?:the|this)$/.test(word(lead))) lead += 1;
  return /^weekends?$/.test(word(lead)) ? lead + 1 : 0;
}

/** "today", "sundays", "tomorrow", "thanksgiving"; null: no day. */
function dayNamed(
  words: readonly Word[],
  at: number,
  { isLed }: { isLed: boolean },
): { day: SaidDay; words: number } | null {
  const word = words[at]?.plain ?? "";
  if (word === "today") return { day: null, words: 1 };
  const named = Object.hasOwn(DAY_WORDS, word) ? DAY_WORDS[word] : undefined;
  if (named !== undefined) return { day: named, words: 1 };
  return matchHoliday(words, at, { isLed });
}

/** "mornings" is "morning", "late night" late and "late afternoon" the afternoon; null: no part of a day. */
function dayPartAt(words: readonly Word[], at: number): { name: string; words: number } | null {
  const name = dayPartIn(words[at]?.plain ?? "");
  if (name !== "late" && name !== "early") return name === null ? null : { name, words: 1 };
  const next = dayPartIn(words[at + 1]?.plain ?? "");
  if (next === null) return { name, words: 1 };
  return { name: /^(?:late night|early morning)$/.test(`${name} ${next}`) ? name : next, words: 2 };
}

function dayPartIn(word: string): string | null {
  return [word, word.replace(/s$/, "")].find((name) => Object.hasOwn(DAY_PARTS, name)) ?? null;
}

function weekend(partName: string | null): OpenWhen {
  if (partName === null) return { kind: "weekend", part: null, label: "on the weekend" };
  const label = isAdverb(partName) ? `${partName} on the weekend` : `on weekend ${partName}s`;
  return { kind: "weekend", part: DAY_PARTS[partName] ?? null, label };
}

/** "Late" stands before its day, "morning" behind it. */
function isAdverb(partName: string): boolean {
  return partName === "late" || partName === "early";
}

function late(): OpenWhen {
  return { kind: "within", day: null, from: LATE[0], to: LATE[1], label: "late" };
}

function part(day: SaidDay, name: string, label: string): OpenWhen {
  const [from, to] = DAY_PARTS[name] ?? [DAY_BEGINS, MINUTES_PER_DAY];
  return { kind: "within", day, from, to, label };
}

/** "until 2am" is open at the minute before, and so is "before 7am". */
function atTime(day: SaidDay, said: number, lead: string | undefined): OpenWhen {
  const isNight = said < DAY_BEGINS;
  const isEnd = /^(?:until|till|til)$/.test(lead ?? "");
  const minute = (isNight ? said + MINUTES_PER_DAY : said) - (isEnd || lead === "before" ? 1 : 0);
  const words = [
    day === null ? "" : dayLabel(day, ""),
    isEnd ? "until" : lead === "before" ? "before" : lead === "after" || lead === "past" ? "after" : "at",
    clockLabel(said),
  ];
  return { kind: "at", day, minute, label: words.filter((word) => word !== "").join(" ") };
}

/** "9pm", "9 pm", "9:30pm", "21:00", "noon", "midnight"; a bare "9" only where "at" led to it: 1 to 11 are then the evening's from 5 on. */
function clockTime(
  first: string,
  second: string,
  { isLed }: { isLed: boolean },
): { minute: number; words: number; isSure: boolean } | null {
  if (first === "noon" || first === "midday") return { minute: 12 * 60, words: 1, isSure: false };
  if (first === "midnight") return { minute: 0, words: 1, isSure: false };
  const match = /^(\d{1,2})(?::(\d{2}))?(am|pm|a|p)?$/.exec(first);
  if (match === null) return null;
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)];
  const half = match[3] ?? (/^(?:am|pm)$/.test(second) ? second : undefined);
  const words = match[3] === undefined && half !== undefined ? 2 : 1;
  if (minute > 59 || hour > (half === undefined ? 24 : 12)) return null;
  if (half !== undefined) {
    return { minute: ((hour % 12) + (half.startsWith("p") ? 12 : 0)) * 60 + minute, words, isSure: half.length === 2 };
  }
  if (match[2] !== undefined) return { minute: (hour % 24) * 60 + minute, words, isSure: false };
  // A bare number: "at 9" is the evening's; noon is 12; "at 15" is the 24-hour clock.
  if (!isLed) return null;
  return { minute: (hour >= 1 && hour <= 11 ? hour + 12 : hour % 24) * 60, words, isSure: false };
}

function dayLabel(day: SaidDay, partName: string): string {
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

/** 1290 is "9:30 PM". */
export function clockLabel(minuteOfDay: number): string {
  const minute = minuteOfDay % MINUTES_PER_DAY;
  const hour = Math.floor(minute / 60);
  const past = minute % 60;
  return `${hour % 12 === 0 ? 12 : hour % 12}${past === 0 ? "" : `:${String(past).padStart(2, "0")}`} ${hour < 12 ? "AM" : "PM"}`;
}
