import { type Weekday, WEEKDAYS } from "#app/lib/dc-time.ts";

import type { TypedInterval } from "./typed-clock.ts";
import { type HoursToken, tokenizeHours, UnreadHoursError } from "./typed-hours-tokens.ts";

/** Times for some days, as typed. `weekdays` is null if no days are named, and empty if only holidays are. */
export type TypedRule = {
  weekdays: readonly Weekday[] | null;
  hasHolidays: boolean;
  times: "closed" | "whole-day" | TypedInterval[];
};

type Days = { weekdays: readonly Weekday[]; hasHolidays: boolean };

/**
 * Reads typed hours as rules, each with the days before the times ("Mon-Fri 9-5"), or after them ("9-5 daily", "closed
 * Mondays"). All readers throw an `UnreadHoursError` that says which words they don't understand.
 */
export class TypedHoursReader {
  readonly #text: string;
  readonly #tokens: HoursToken[];
  #position = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokenizeHours(text);
  }

  readRules(): TypedRule[] {
    const rules: TypedRule[] = [];
    while (this.#skip("comma", "and", "break")) rules.push(this.#readRule(rules.at(-1)));
    if (rules.length === 0) throw new UnreadHoursError("There are no hours in it");
    return rules;
  }

  /** Days and nothing else. */
  readWeekdays(): Weekday[] {
    const { weekdays, hasHolidays } = this.#readDays();
    const isLetter = this.#text.replace(".", "").length === 1;
    if (hasHolidays || isLetter || this.#position < this.#tokens.length) throw this.#unexpected();
    return [...weekdays];
  }

  #readRule(before: TypedRule | undefined): TypedRule {
    if (this.#is("except")) {
      this.#position += 1;
      return { ...this.#readDays(), times: "closed" };
    }
    if (!this.#is("days")) return this.#readTimesFirst();
    const days = this.#readDays();
    this.#skip("comma", "break");
    if (this.#is("dash") && this.#is("clock", 1)) return { ...days, times: [this.#readUntil(before)] };
    return { ...days, times: this.#readTimes() };
  }

  #readTimesFirst(): TypedRule {
    const isClosed = this.#is("closed");
    const times = this.#readTimes();
    const start = this.#position;
    if (!this.#is("days") && !(this.#is("comma") && this.#is("days", 1))) return { ...NO_DAYS, times };
    if (this.#is("comma")) this.#position += 1;
    const isAfterComma = this.#position > start;
    const first = this.#position;
    const days = this.#readDays();
    if (!this.#startsTimes()) return { ...days, times };
    // The days belong to the next times: "9-5, Sat 10-2". Of "closed Sun, Mon-Sat 9-5", only those after the comma do.
    this.#position = start;
    if (isAfterComma) return { ...(isClosed ? this.#fail() : NO_DAYS), times };
    return { ...this.#readDaysBeforeComma(first), times };
  }

  /** Throws unless the list of days has exactly one comma. */
  #readDaysBeforeComma(first: number): Days {
    this.#position = first;
    const days = this.#readDays({ stopsAtComma: true });
    const end = this.#position;
    this.#position += 1;
    if (this.#tokens[end]?.kind !== "comma") throw this.#unexpected(end);
    this.#readDays({ stopsAtComma: true });
    if (!this.#startsTimes()) throw this.#unexpected();
    this.#position = end;
    return days;
  }

  #fail(): never {
    throw this.#unexpected();
  }

  /** "Mon-Fri", "Sat & Sun", "weekends and holidays", "daily except Mon". */
  #readDays({ stopsAtComma = false } = {}): Days {
    const named = new Set<Weekday>();
    let hasHolidays = false;
    do {
      const token = this.#tokens[this.#position];
      if (token?.kind !== "days") throw this.#unexpected();
      hasHolidays ||= token.hasHolidays;
      for (const weekday of this.#readRange(token.weekdays)) named.add(weekday);
    } while (this.#nextDays(stopsAtComma));
    if (this.#is("except") && this.#is("days", 1)) {
      this.#position += 1;
      const { weekdays } = this.#readDays({ stopsAtComma: true });
      for (const weekday of weekdays) named.delete(weekday);
    }
    return { weekdays: WEEKDAYS.filter((weekday) => named.has(weekday)), hasHolidays };
  }

  #nextDays(stopsAtComma: boolean): boolean {
    if (this.#is("days")) return true;
    const isJoined = (this.#is("comma") && !stopsAtComma) || this.#is("and");
    const joints = this.#is("comma") && this.#is("and", 1) ? 2 : 1;
    if (!isJoined || !this.#is("days", joints)) return false;
    this.#position += joints;
    return true;
  }

  /** "Fri-Mon" wraps around the weekend. */
  #readRange(weekdays: readonly Weekday[]): readonly Weekday[] {
    this.#position += 1;
    const last = this.#tokens[this.#position + 1];
    if (!this.#is("dash") || last?.kind !== "days") return weekdays;
    const [from, through] = [weekdays[0], last.weekdays[0]];
    if (weekdays.length !== 1 || last.weekdays.length !== 1 || from === undefined || through === undefined) {
      throw this.#unexpected();
    }
    this.#position += 2;
    const [first, end] = [WEEKDAYS.indexOf(from), WEEKDAYS.indexOf(through)];
    return [...WEEKDAYS.slice(first), ...WEEKDAYS.slice(0, first)].slice(0, ((end - first + 7) % 7) + 1);
  }

  #startsTimes(): boolean {
    return this.#is("clock") || this.#is("closed") || this.#is("whole-day");
  }

  #readTimes(): TypedRule["times"] {
    const [kind, at] = [this.#tokens[this.#position]?.kind, this.#position];
    if (kind === "closed" || kind === "whole-day") {
      this.#position = at + 1;
      return kind;
    }
    const spans = [this.#readSpan()];
    for (let joint = this.#jointBeforeTime(); joint > 0; joint = this.#jointBeforeTime()) {
      this.#position += joint;
      spans.push(this.#readSpan());
    }
    return spans;
  }

  /** How many tokens join the next time to this day's: "11-2, 5-10", "11-2 and 5-10". Zero: none follows. */
  #jointBeforeTime(): number {
    const isJoint = (ahead: number) => this.#is("comma", ahead) || this.#is("and", ahead);
    if (!isJoint(0)) return 0;
    const joints = isJoint(1) ? 2 : 1;
    return this.#is("clock", joints) ? joints : 0;
  }

  #readSpan(): TypedInterval {
    const first = this.#tokens[this.#position];
    const last = this.#tokens[this.#position + 2];
    if (first?.kind !== "clock") throw this.#unexpected();
    if (!this.#is("dash", 1)) throw this.#unexpected(this.#position + 1);
    if (last?.kind !== "clock") throw this.#unexpected(this.#position + 2);
    this.#position += 3;
    return { opens: first.clock, closes: last.clock, text: this.#text.slice(first.at, last.end) };
  }

  /** "Fri-Sat til 2" opens when the days before it do. */
  #readUntil(before: TypedRule | undefined): TypedInterval {
    const token = this.#tokens[this.#position + 1];
    const [opening, ...others] = before === undefined || typeof before.times === "string" ? [] : before.times;
    if (token?.kind !== "clock" || opening === undefined || others.length > 0) throw this.#unexpected();
    this.#position += 2;
    return { opens: opening.opens, closes: token.clock, text: this.#text.slice(token.at, token.end) };
  }

  #is(kind: HoursToken["kind"], ahead = 0): boolean {
    return this.#tokens[this.#position + ahead]?.kind === kind;
  }

  /** Skips tokens of these kinds. False at the end of the text. */
  #skip(...kinds: HoursToken["kind"][]): boolean {
    while (kinds.some((kind) => this.#is(kind))) this.#position += 1;
    return this.#position < this.#tokens.length;
  }

  #unexpected(position = this.#position): UnreadHoursError {
    const token = this.#tokens[position];
    if (token === undefined) return new UnreadHoursError("The text ends where days or times are expected");
    const rest = this.#text.slice(token.at).split("\n", 1)[0] ?? "";
    return new UnreadHoursError(`“${rest.slice(0, QUOTE_CHARACTERS_MAX)}” is not understood here`);
  }
}

const NO_DAYS = { weekdays: null, hasHolidays: false };

const QUOTE_CHARACTERS_MAX = 30;
