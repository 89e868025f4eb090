const TIME_ZONE = "America/New_York";

/** Which of two instants, when a time occurs twice: daylight time, or an hour later in standard time. */
export type FoldChoice = "first" | "second";

export type ParsedDcTime =
  | { kind: "at"; at: Date }
  /** Skipped in the night that clocks go forward; `next` is what clocks show then. */
  | { kind: "skipped"; next: string }
  /** Occurs twice in the night that clocks go back. */
  | { kind: "twice"; first: Date; second: Date }
  | { kind: "unreadable" };

/** Parses a time in Washington from a form field: "2026-12-01T08:30". */
export function parseDcTime(text: string, fold: FoldChoice | null): ParsedDcTime {
  const local = localTime(text);
  if (local === null) return { kind: "unreadable" };
  const [first, second] = [inZone(local, "earlier"), inZone(local, "later")];
  if (first.epochMilliseconds === second.epochMilliseconds) return at(first);
  if (!second.toPlainDateTime().equals(local)) {
    return { kind: "skipped", next: second.toPlainTime().toString({ smallestUnit: "minute" }) };
  }
  if (fold !== null) return at(fold === "first" ? first : second);
  return { kind: "twice", first: new Date(first.epochMilliseconds), second: new Date(second.epochMilliseconds) };
}

/** The value of a form field for an instant. */
export function formatDcTimeInput(instant: Date): string {
  return toDcTime(instant).toPlainDateTime().toString({ smallestUnit: "minute" });
}

export function toDcTime(instant: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(TIME_ZONE);
}

function inZone(local: Temporal.PlainDateTime, disambiguation: "earlier" | "later"): Temporal.ZonedDateTime {
  return local.toZonedDateTime(TIME_ZONE, { disambiguation });
}

function at({ epochMilliseconds }: Temporal.ZonedDateTime): ParsedDcTime {
  return { kind: "at", at: new Date(epochMilliseconds) };
}

function localTime(text: string): Temporal.PlainDateTime | null {
  if (!/^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}(?::00)?$/.test(text)) return null;
  try {
    return Temporal.PlainDateTime.from(text, { overflow: "reject" });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
