import { type FoldChoice, parseDcTime, toDcTime } from "#app/lib/dc-clock.ts";

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
  const day = local.toLocaleString("en-US", { month: "long", day: "numeric", year: "numeric" });
  const clock = clockTime(local);
  if (read.kind === "skipped") {
    const text = `${clock} doesn’t exist on ${day}: clocks in Washington go from 2:00 to 3:00 AM that night. Choose a time before 2:00 AM or from 3:00 AM on.`;
    return { at: null, problem: "never", text };
  }
  const text = `Clocks in Washington show ${clock} twice on ${day}: first in daylight time, and an hour later in standard time. Choose one of them.`;
  return { at: null, problem: "twice", text };
}

/** "Mon, Nov 23, 2026 at 5:00 PM", in Washington. */
export function formatDcTime(at: Date): string {
  const local = toDcTime(at);
  const day = local.toLocaleString("en-US", { weekday: "short", month: "short", day: "numeric", year: "numeric" });
  return `${day} at ${clockTime(local.toPlainDateTime())}`;
}

function clockTime(local: Temporal.PlainDateTime): string {
  const hour = local.hour % 12 === 0 ? 12 : local.hour % 12;
  return `${hour}:${String(local.minute).padStart(2, "0")} ${local.hour < 12 ? "AM" : "PM"}`;
}
