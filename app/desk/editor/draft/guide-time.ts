import { type FoldChoice, parseDcTime } from "#app/lib/dc-time.ts";
import { formatLongDay } from "#app/lib/format-time.ts";

export type GuideTime =
  | { at: Date; problem: null }
  /** The time occurs twice that night, so the editor has to choose. */
  | { at: null; problem: "twice"; text: string }
  | { at: null; problem: "never" | "unread"; text: string };

/** Parses a publication time in Washington time. `text` describes the problem. */
export function parseGuideTime(typed: string, which: FoldChoice | null): GuideTime {
  const read = parseDcTime(typed, which);
  if (read.kind === "at") return { at: read.at, problem: null };
  if (read.kind === "unreadable") {
    return { at: null, problem: "unread", text: "Enter a date and time in Washington, such as 2026-12-24 at 17:00." };
  }
  const local = Temporal.PlainDateTime.from(typed);
  const day = formatLongDay(local.toPlainDate().toString());
  const clock = local.toPlainTime().toLocaleString("en-US", { timeStyle: "short" });
  if (read.kind === "skipped") {
    const text = `${clock} doesn’t exist on ${day}: clocks in Washington go from 2:00 to 3:00 AM that night. Choose a time before 2:00 AM or from 3:00 AM on.`;
    return { at: null, problem: "never", text };
  }
  const text = `Clocks in Washington show ${clock} twice on ${day}: first in daylight time, and an hour later in standard time. Choose one of them.`;
  return { at: null, problem: "twice", text };
}
