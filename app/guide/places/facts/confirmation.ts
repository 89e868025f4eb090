import type { Confirmer } from "#app/db/schema/corrections.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import { formatDay, formatMonth, formatShortMonth } from "#app/lib/format-time.ts";

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

/** The source of what a place says about itself on its own website. */
export const OWN_WEBSITE_SOURCE = "own-website";

/** "confirmed by its website, Nov 2026": what a place's own website says was read there on this day. */
export function describeWebsiteConfirmation(day: string): string {
  return `confirmed by its website, ${formatShortMonth(day)}`;
}

/** Names the business account, so that visitors know the business confirmed its own fact. */
const CONFIRMERS: Record<Confirmer, string> = {
  reader: "by a reader",
  staff: "by someone who works there",
  business: "from a business account",
  editor: "by an editor",
};

/**
 * "confirmed by OpenStreetMap on Nov 3, 2026", as precise as the source's date.
 *
 * @param source.register How a sentence names the source; null: its title.
 */
export function describeSourceConfirmation(
  { sourceId, title, register }: { sourceId: string; title: string; register: string | null },
  checkedOn: string,
): string {
  if (sourceId === OWN_WEBSITE_SOURCE) return describeWebsiteConfirmation(checkedOn);
  const [year = "", month, day] = checkedOn.split("-");
  const on =
    month === undefined
      ? `in ${year}`
      : day === undefined
        ? `in ${formatMonth(`${checkedOn}-15`)}`
        : `on ${formatDay(checkedOn)}`;
  return `confirmed by ${register ?? title} ${on}`;
}
