const TIME_ZONE = "America/New_York";

/** In the hour that comes twice when clocks go back: before or after they do. */
export type WhichHour = "first" | "second";

export type DcTime =
  | { at: Date; problem: null }
  /** The clock shows it twice that night: somebody has to say which. */
  | { at: null; problem: "twice"; text: string }
  | { at: null; problem: "never" | "unread"; text: string };

/**
 * A day and time as Washington's clocks show them, "2026-11-01T01:30", as an instant. What they never show, in the night
 * when they go forward, is refused; what they show twice wants `which`.
 */
export function readDcTime(typed: string, which: WhichHour | null): DcTime {
  const local = localTime(typed);
  if (local === null) {
    return { at: null, problem: "unread", text: "Give the day and the time in Washington: 2026-12-24 at 17:00." };
  }
  const [first, second] = (["earlier", "later"] as const).map((disambiguation) =>
    local.toZonedDateTime(TIME_ZONE, { disambiguation }),
  );
  if (first === undefined || second === undefined) throw new Error("There are two ways to read a time");
  const day = local.toLocaleString("en-US", { month: "long", day: "numeric", year: "numeric" });
  const clock = clockTime(local);
  if (!first.toPlainDateTime().equals(local) || !second.toPlainDateTime().equals(local)) {
    const text = `${clock} doesn’t exist on ${day}: clocks in Washington go from 2:00 to 3:00 AM that night. Choose 3:00 AM or later, or a time before 2:00 AM.`;
    return { at: null, problem: "never", text };
  }
  if (!first.equals(second) && which === null) {
    const text = `Clocks in Washington show ${clock} twice on ${day}: first in daylight time, and an hour later in standard time. Say which of them you mean.`;
    return { at: null, problem: "twice", text };
  }
  return { at: new Date((which === "second" ? second : first).epochMilliseconds), problem: null };
}

/** An instant as the field for a day and time has it. */
export function dcTimeTyped(at: Date): string {
  return zoned(at).toPlainDateTime().toString({ smallestUnit: "minute" });
}

/** "Mon, Nov 23, 2026 at 5:00 PM", in Washington. */
export function dcTimeLabel(at: Date): string {
  const local = zoned(at);
  const day = local.toLocaleString("en-US", { weekday: "short", month: "short", day: "numeric", year: "numeric" });
  return `${day} at ${clockTime(local.toPlainDateTime())}`;
}

function zoned(at: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(TIME_ZONE);
}

function localTime(typed: string): Temporal.PlainDateTime | null {
  if (!/^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}(?::00)?$/.test(typed)) return null;
  try {
    return Temporal.PlainDateTime.from(typed, { overflow: "reject" });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function clockTime(local: Temporal.PlainDateTime): string {
  const hour = local.hour % 12 === 0 ? 12 : local.hour % 12;
  return `${hour}:${String(local.minute).padStart(2, "0")} ${local.hour < 12 ? "AM" : "PM"}`;
}
