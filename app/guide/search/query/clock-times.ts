import { MINUTES_PER_DAY } from "#app/lib/dc-time.ts";

import { type QueryWord, wordAt } from "./query-words.ts";

/** A time or, with `until`, a time range of a day, in minutes from its midnight. `until` may exceed 1,440. */
export type ClockPhrase = {
  minute: number;
  until: number | null;
  /** The word before it: "at", "until". */
  lead: string | null;
  words: number;
  /** Two letters say which half of the day: "9pm", "9 am". */
  isUnambiguous: boolean;
};

const LEADS = /^(?:at|until|till|til|past|after|before|from|by|around|between)$/;

/** Half of a day that a query is about. "coffee before 7" is the morning, "bars before 8" the evening. */
type Half = "morning" | "midday" | "evening";

const HALF_WORDS: Record<Half, string> = {
  morning:
    "morning mornings breakfast opens opening coffee cafe cafes espresso latte bakery bakeries croissant croissants pastry pastries donut donuts doughnut doughnuts bagel bagels gym gyms workout yoga pancakes daycare",
  midday: "lunch lunches lunchtime brunch",
  evening:
    "evening evenings night nights tonight dinner dinners supper bar bars pub pubs drinks drink cocktail cocktails beer beers wine club clubs nightclub nightclubs nightlife jazz music comedy concert concerts karaoke tapas tavern lounge speakeasy",
};

const HALF_OF_WORD = new Map<string, Half>(
  (["morning", "midday", "evening"] as const).flatMap((half) =>
    HALF_WORDS[half].split(" ").map((word) => [word, half] as const),
  ),
);

/** How the word before a time narrows its half of the day. */
type LeadKind = "at" | "before" | "from" | "until" | "after";

const LEAD_KINDS = new Map<string, LeadKind>([
  ["before", "before"],
  ["by", "before"],
  ["from", "from"],
  ["between", "from"],
  ["until", "until"],
  ["till", "until"],
  ["til", "until"],
  ["past", "until"],
  ["after", "after"],
]);

type HourRange = readonly [first: number, last: number];

const NEVER: HourRange = [1, 0];

/**
 * The hours, 0 (for 12) to 11, that are before noon when neither AM nor PM is given. Of any query: "before 7" is the sooner
 * 7, "at 9" the evening's, "until 2" the night's.
 */
const MORNING_HOURS: Record<Half | "any", Record<LeadKind, HourRange>> = {
  any: { at: NEVER, before: [4, 11], from: [6, 11], until: [0, 2], after: NEVER },
  morning: { at: [4, 11], before: [3, 11], from: [3, 11], until: NEVER, after: NEVER },
  midday: { at: [9, 11], before: [9, 11], from: [9, 11], until: NEVER, after: NEVER },
  evening: { at: [0, 2], before: [0, 0], from: [0, 0], until: [0, 4], after: [0, 4] },
};

/**
 * Matches "9pm", "at 9", "before 9:30", "until midnight", "from 9 to 5". Null: no time, or a bare number that may be
 * anything.
 *
 * @param hasOpenWord Whether "open" comes before. Otherwise a bare number needs "at" or the like before it, and nothing
 * behind it that may make it an address.
 * @param closes The time is when a place closes: "closes at 1".
 */
export function matchClockPhrase(
  words: readonly QueryWord[],
  at: number,
  { hasOpenWord, closes = false }: { hasOpenWord: boolean; closes?: boolean },
): ClockPhrase | null {
  const lead = LEADS.exec(wordAt(words, at))?.[0] ?? null;
  const first = at + Number(lead !== null);
  const start = timeAt(words, first);
  if (start === null) return null;
  const half = halfOf(words);
  const range = closes ? null : matchRange(words, { start, first, lead, half, hasOpenWord });
  if (range !== null) return { ...range, lead };
  const next = first + start.words;
  const isClear = !start.isBare || closes || (lead !== null && (hasOpenWord || canFollowTime(wordAt(words, next))));
  if (!isClear) return null;
  const minute = chooseMinute(start.minutes, closes ? "until" : leadKind(lead), half);
  return { minute, until: null, lead, words: next - at, isUnambiguous: start.isUnambiguous };
}

/** After "at 8" in "dinner at 8 near dupont": anything else may make the number an address. */
function canFollowTime(word: string): boolean {
  return /^(?:|on|in|near|for|with|and|today|tonight|tomorrow|this|(?:sun|mon|tues|wednes|thurs|fri|satur)days?)$/.test(
    word,
  );
}

const RANGE_LEADS = /^(?:|from|between)$/;

type RangeStart = { start: TimeWord; first: number; lead: string | null; half: Half | null; hasOpenWord: boolean };

function matchRange(
  words: readonly QueryWord[],
  { start, first, lead, half, hasOpenWord }: RangeStart,
): Omit<ClockPhrase, "lead"> | null {
  const joint = first + start.words;
  const isJoined = lead === "between" ? /^and$/ : /^(?:to|until|till|til|through|thru)$/;
  const hasJoint = isJoined.test(wordAt(words, joint));
  if (!RANGE_LEADS.test(lead ?? "") || (!hasJoint && words[joint]?.followsHyphen !== true)) return null;
  const last = joint + Number(hasJoint);
  const end = timeAt(words, last);
  const isClear = hasOpenWord || lead !== null || start.isUnambiguous || end?.isUnambiguous === true;
  if (end === null || !isClear) return null;
  const [only] = end.minutes.length === 1 ? end.minutes : [];
  const minute =
    start.minutes.length > 1 && only !== undefined
      ? (start.minutes.findLast((each) => each < only) ?? Math.max(...start.minutes))
      : chooseMinute(start.minutes, "from", half);
  const until = end.minutes.find((each) => each > minute) ?? Math.min(...end.minutes) + MINUTES_PER_DAY;
  const wordCount = last + end.words - first + Number(lead !== null);
  return { minute, until, words: wordCount, isUnambiguous: start.isUnambiguous || end.isUnambiguous };
}

function leadKind(lead: string | null): LeadKind {
  return LEAD_KINDS.get(lead ?? "") ?? "at";
}

function halfOf(words: readonly QueryWord[]): Half | null {
  for (const { normalized } of words) {
    const half = HALF_OF_WORD.get(normalized);
    if (half !== undefined) return half;
  }
  return null;
}

function chooseMinute(minutes: readonly number[], lead: LeadKind, half: Half | null): number {
  const [morning = 0, afternoon = morning] = minutes;
  const hour = Math.floor(morning / 60);
  const [first, last] = MORNING_HOURS[half ?? "any"][lead];
  return first <= hour && hour <= last ? morning : afternoon;
}

/** `minutes`: the two that it may mean without AM or PM. `isBare`: just a number, which may be anything. */
type TimeWord = { minutes: readonly number[]; words: number; isUnambiguous: boolean; isBare: boolean };

const NAMED_TIMES = new Map([
  ["noon", 12 * 60],
  ["midday", 12 * 60],
  ["midnight", 0],
]);

/** Reads "9pm", "9 pm", "9:30", "21:00", "noon", "midnight", "9". */
function timeAt(words: readonly QueryWord[], at: number): TimeWord | null {
  const first = wordAt(words, at);
  const named = NAMED_TIMES.get(first);
  if (named !== undefined) return { minutes: [named], words: 1, isUnambiguous: false, isBare: false };
  const match = /^(\d{1,2})(?::(\d{2}))?(am|pm|a|p)?$/.exec(first);
  if (match === null) return null;
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)];
  const next = wordAt(words, at + 1);
  const meridiem = match[3] ?? (/^(?:am|pm)$/.test(next) ? next : undefined);
  if (minute > 59 || hour > (meridiem === undefined ? 24 : 12)) return null;
  const morning = (hour % 12) * 60 + minute;
  const base = { words: match[3] === undefined && meridiem !== undefined ? 2 : 1, isBare: false };
  if (meridiem !== undefined) {
    const minutes = [meridiem.startsWith("p") ? morning + 12 * 60 : morning];
    return { ...base, minutes, isUnambiguous: meridiem.length === 2 };
  }
  const isTwelveHour = hour >= 1 && hour <= 12 && !first.startsWith("0");
  const minutes = isTwelveHour ? [morning, morning + 12 * 60] : [(hour % 24) * 60 + minute];
  return { ...base, minutes, isUnambiguous: false, isBare: match[2] === undefined };
}

/** Formats a minute of the day: 1290 is "9:30 PM". */
export function formatClockTime(minuteOfDay: number): string {
  const minute = minuteOfDay % MINUTES_PER_DAY;
  const hour = Math.floor(minute / 60);
  const past = minute % 60;
  return `${hour % 12 === 0 ? 12 : hour % 12}${past === 0 ? "" : `:${String(past).padStart(2, "0")}`} ${hour < 12 ? "AM" : "PM"}`;
}
