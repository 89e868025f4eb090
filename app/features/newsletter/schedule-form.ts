import { type FoldChoice, readDcTime } from "#app/lib/dc-clock.ts";

import { dcInstantWords } from "./dc-instant-words.ts";

/** A newsletter of later than in a year is a mistyped one. */
const SCHEDULE_DAYS_MAX = 365;
const DAY_MS = 24 * 60 * 60_000;

/** The two that are meant by a time that comes twice, for whoever has to say which. */
type FoldAsked = { first: string; second: string };

/** When an issue is to be sent, as it was typed. `fold`: which of the two in `twice`. */
export type TypedTime = { at: string; twice: FoldAsked | null; fold: FoldChoice | null };

/** More than any field for a time sends. */
const TIME_CHARACTERS_MAX = 40;

/** A day and time as a form, or an address, has it. */
export function typedTime(given: { at: string; fold: string }): TypedTime {
  const at = given.at.slice(0, TIME_CHARACTERS_MAX);
  const twice = twiceOf(at);
  const { fold } = given;
  return { at, twice, fold: twice !== null && (fold === "first" || fold === "second") ? fold : null };
}

function twiceOf(at: string): FoldAsked | null {
  const read = readDcTime(at, null);
  if (read.kind !== "twice") return null;
  return { first: dcInstantWords(read.first), second: dcInstantWords(read.second) };
}

/** Reads when an issue is to be sent, as the clocks of Washington show it. */
export function readSchedule({ at, fold }: TypedTime, now: Date): { sendAt: Date } | { why: string } {
  const read = readDcTime(at, fold);
  const refuse = (why: string) => ({ why });
  if (read.kind === "unreadable") return refuse("Give a day and a time.");
  if (read.kind === "skipped") {
    return refuse(`That night the clocks go forward: this time doesn’t come. The next is ${read.next}.`);
  }
  if (read.kind === "twice") {
    return refuse("That night the clocks go back: this time comes twice. Say which one you mean.");
  }
  if (read.at <= now) return refuse("That is past. Give a time to come, or send it now.");
  if (read.at.getTime() > now.getTime() + SCHEDULE_DAYS_MAX * DAY_MS) return refuse("That is more than a year ahead.");
  return { sendAt: read.at };
}
