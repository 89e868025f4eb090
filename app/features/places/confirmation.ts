import type { Confirmer } from "#app/db/schema/corrections.ts";

import { dcToday } from "./dc-calendar.ts";

/**
 * "confirmed by a reader on Nov 21, 2026", to stand after the source's own date; undefined when the source is newer.
 *
 * @param checkedOn The source's own date, as fine as it gives it.
 */
export function confirmationWords(
  { by, at }: { by: Confirmer; at: Date },
  checkedOn: string | null,
): string | undefined {
  const on = dcToday(at);
  // "2026" and "2026-11" come before every day in them.
  if (checkedOn !== null && checkedOn.length === on.length && checkedOn > on) return undefined;
  return `confirmed ${CONFIRMERS[by]} on ${shortDay.format(new Date(`${on}T12:00:00Z`))}`;
}

/** What a business says of itself is worth knowing, and so is that it says it itself. */
const CONFIRMERS: Record<Confirmer, string> = {
  reader: "by a reader",
  staff: "by somebody who works there",
  business: "from a business account",
  editor: "by an editor",
};

const shortDay = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", day: "numeric", year: "numeric" });
