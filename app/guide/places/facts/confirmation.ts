import type { Confirmer } from "#app/db/schema/corrections.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import { formatDay } from "#app/lib/format-time.ts";

/**
 * "confirmed by a reader on Nov 21, 2026", shown after the source's own date. Undefined when the source is newer.
 *
 * @param checkedOn The source's date: a year, a month or a day.
 */
export function describeConfirmation(
  { by, at }: { by: Confirmer; at: Date },
  checkedOn: string | null,
): string | undefined {
  const on = dcToday(at);
  // "2026" and "2026-11" sort before every day in them, so only full dates are compared.
  if (checkedOn !== null && checkedOn.length === on.length && checkedOn > on) return undefined;
  return `confirmed ${CONFIRMERS[by]} on ${formatDay(on)}`;
}

/** Names the business account, so that visitors know the business confirmed its own fact. */
const CONFIRMERS: Record<Confirmer, string> = {
  reader: "by a reader",
  staff: "by someone who works there",
  business: "from a business account",
  editor: "by an editor",
};
