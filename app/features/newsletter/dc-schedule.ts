import { DC_TIME_ZONE } from "#app/features/places/dc-calendar.ts";

/** Which of the two, where a time of the clock comes twice. */
export type FoldChoice = "first" | "second";

export type DcTime =
  | { kind: "at"; at: Date }
  /** The night clocks go forward leaves it out; `next` is what the clock then shows. */
  | { kind: "skipped"; next: string }
  /** The night clocks go back has it twice. */
  | { kind: "twice"; first: Date; second: Date }
  | { kind: "unreadable" };

/** The instant at which the clocks of Washington show a time, written as a form's field does: "2026-12-01T08:30". */
export function readDcTime(text: string, fold: FoldChoice | null): DcTime {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::00)?$/.test(text)) return { kind: "unreadable" };
  const plain = plainTime(text);
  if (plain === null) return { kind: "unreadable" };
  const earlier = plain.toZonedDateTime(DC_TIME_ZONE, { disambiguation: "earlier" });
  const later = plain.toZonedDateTime(DC_TIME_ZONE, { disambiguation: "later" });
  if (earlier.epochMilliseconds === later.epochMilliseconds) return at(earlier.epochMilliseconds);
  if (!later.toPlainDateTime().equals(plain)) {
    return { kind: "skipped", next: later.toPlainTime().toString({ smallestUnit: "minute" }) };
  }
  if (fold === "first") return at(earlier.epochMilliseconds);
  if (fold === "second") return at(later.epochMilliseconds);
  return { kind: "twice", first: new Date(earlier.epochMilliseconds), second: new Date(later.epochMilliseconds) };
}

/** The same the other way: what a form's field shows for an instant. */
export function dcFieldValue(instant: Date): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(DC_TIME_ZONE);
  return zoned.toPlainDateTime().toString({ smallestUnit: "minute" });
}

/** "Sunday, November 1, 2026 at 1:30 AM EDT" */
export function dcInstantWords(instant: Date): string {
  return words.format(instant);
}

const words = new Intl.DateTimeFormat("en-US", {
  timeZone: DC_TIME_ZONE,
  weekday: "long",
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

function at(epochMilliseconds: number): DcTime {
  return { kind: "at", at: new Date(epochMilliseconds) };
}

function plainTime(text: string): Temporal.PlainDateTime | null {
  try {
    return Temporal.PlainDateTime.from(text, { overflow: "reject" });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
