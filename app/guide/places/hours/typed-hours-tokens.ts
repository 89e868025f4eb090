import { WEEKDAYS, type Weekday } from "#app/lib/dc-time.ts";

/** A time as typed. `hour` is 1 to 12 with `half`, else 0 to 24. `isDayClock`: surely of 24 hours, as "17" or "09:00". */
export type TypedClock = { hour: number; minute: number; half: "am" | "pm" | null; isDayClock: boolean };

/** `at` and `end` are the token's place in the text. */
export type HoursToken = { at: number; end: number } & (
  | { kind: "days"; weekdays: readonly Weekday[]; hasHolidays: boolean }
  | { kind: "clock"; clock: TypedClock }
  | { kind: "closed" | "whole-day" | "dash" | "comma" | "and" | "except" | "break" }
);

/** Says what can't be read, with the words it is about. Only the readers of typed hours catch it. */
export class UnreadHoursError extends Error {}

/**
 * Splits typed hours into tokens, and leaves out words that say nothing, such as "open" and "from".
 *
 * @throws UnreadHoursError at the first word that isn't part of opening hours.
 */
export function tokenizeHours(text: string): HoursToken[] {
  const plain = text.toLowerCase();
  const tokens: HoursToken[] = [];
  let at = 0;
  while (at < plain.length) {
    const found = matchAt(plain, at);
    if (found === null) throw new UnreadHoursError(`“${unreadWord(text.slice(at))}” is not understood`);
    if (found.token !== null) tokens.push({ ...found.token, at, end: found.end });
    at = found.end;
  }
  return tokens;
}

type Bare = HoursToken extends infer Each ? (Each extends HoursToken ? Omit<Each, "at" | "end"> : never) : never;

function matchAt(plain: string, at: number): { token: Bare | null; end: number } | null {
  for (const { pattern, read } of PATTERNS) {
    pattern.lastIndex = at;
    const match = pattern.exec(plain);
    if (match === null) continue;
    const token = read(match);
    if (token !== "other") return { token, end: pattern.lastIndex };
  }
  return null;
}

/** The word that isn't understood, and the one after it: "by appointment", "dawn to dusk". It doesn't end in a "to". */
function unreadWord(rest: string): string {
  return UNREAD_WORDS.exec(rest)?.[0].slice(0, UNREAD_CHARACTERS_MAX) ?? rest.slice(0, 1);
}

const UNREAD_WORDS =
  /^\S+(?:(?:[ \t]+(?:to|til+|until|thru|through|and|or|[-\u2010-\u2015]))?[ \t]+(?!(?:to|til+|until|thru|through|and|or|[-\u2010-\u2015])(?:\s|$))[^\s\d,;|]+)?/i;

const UNREAD_CHARACTERS_MAX = 30;

/** `read` gives null for words without meaning, and "other" if the text only looks like it. */
type Pattern = { pattern: RegExp; read: (match: RegExpExecArray) => Bare | null | "other" };

/** Names and abbreviations of weekdays; the first letters alone only as people write them: "M-F", "T, Th". */
const DAY_WORDS: readonly [words: string, weekday: Weekday][] = [
  ["mondays?|mon|mo|m", "monday"],
  ["tuesdays?|tues|tue|tu|t", "tuesday"],
  ["wednesdays?|weds|wed|we|w", "wednesday"],
  ["thursdays?|thurs|thur|thu|th|r", "thursday"],
  ["fridays?|fri|fr|f", "friday"],
  ["saturdays?|sat|sa", "saturday"],
  ["sundays?|sun|su", "sunday"],
];

/** The first that matches counts, so longer phrases come before their first words. No pattern can backtrack far. */
const PATTERNS: readonly Pattern[] = [
  word("[;|]|\\s*\\n\\s*", { kind: "break" }),
  { pattern: /\s+/y, read: () => null },
  word("24 ?/ ?7|(?:24|twenty[- ]four)[ -]?(?:hours?|hrs?|h)(?: (?:a|per) day)?|all day|(?:a)?round the clock", {
    kind: "whole-day",
  }),
  word("every ?day|daily|(?:7|seven) days(?: (?:a|per) week)?|all week|each day|all days", days(WEEKDAYS)),
  word("(?:we(?:'|\u2019)re |we are )?open(?:ing)?|(?:business |store )?hours|hrs|from|on|at|the|are", null),
  word("weekdays?", days(WEEKDAYS.slice(0, 5))),
  word("weekends?", days(WEEKDAYS.slice(5))),
  word("(?:public |federal |legal )?holidays?|ph", { kind: "days", weekdays: [], hasHolidays: true }),
  word("mwf", days(["monday", "wednesday", "friday"])),
  word("tth", days(["tuesday", "thursday"])),
  ...DAY_WORDS.map(([words, weekday]) => word(`(?:${words})\\.?`, days([weekday]))),
  word("closed|off|x", { kind: "closed" }),
  word("except(?: for)?|excluding", { kind: "except" }),
  word("(?:12 ?)?noon|midday", clock(12, "pm")),
  word("(?:12 ?)?midnight", clock(12, "am")),
  {
    pattern: /(\d{1,2})(?:[:.]?(\d{2}))?(?::00)?(?: ?(?:([ap])\. ?m\.?|([ap])m?(?![a-z])))?(?!\d)/y,
    read: readClock,
  },
  word("[-\u2010-\u2015\u2212~]+|to|until|til+|'til|thru|through", { kind: "dash" }),
  word(",", { kind: "comma" }),
  word("and|[&+/]", { kind: "and" }),
  word("[([]?(?:est|edt|et|eastern(?: time)?)[)\\]]?|[:.\u2022\u00b7*()]", null),
];

/** A word isn't followed by more letters, of any language: "t" is no Tuesday in "täglich". */
function word(words: string, token: Bare | null): Pattern {
  return { pattern: new RegExp(`(?:${words})(?<!\\p{L}(?=\\p{L}))`, "uy"), read: () => token };
}

function days(weekdays: readonly Weekday[]): Bare {
  return { kind: "days", weekdays, hasHolidays: false };
}

function clock(hour: number, half: "am" | "pm"): Bare {
  return { kind: "clock", clock: { hour, minute: 0, half, isDayClock: false } };
}

function readClock([text, digits = "", minutes = "00", dotted, plain]: RegExpExecArray): Bare | "other" {
  const [hour, minute, letter] = [Number(digits), Number(minutes), dotted ?? plain];
  const half = letter === undefined ? null : letter === "a" ? "am" : "pm";
  const isOnClock = half === null ? hour < 24 || (hour === 24 && minute === 0) : hour >= 1 && hour <= 12;
  if (!isOnClock || minute > 59) throw new UnreadHoursError(`“${text.trim()}” is not a time`);
  const isDayClock = half === null && (hour > 12 || digits.startsWith("0"));
  return { kind: "clock", clock: { hour, minute, half, isDayClock } };
}
