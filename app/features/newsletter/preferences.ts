import type { SentForm } from "#app/platform/read-form.ts";

const DAY_MS = 24 * 60 * 60_000;

/** How long somebody may pause at once, in days; nought ends a pause. */
export const PAUSES = [
  { days: 0, label: "No pause" },
  { days: 28, label: "Pause for four weeks" },
  { days: 91, label: "Pause for three months" },
] as const;

export type NeighborhoodChoice = { slug: string; name: string };

export type Preferences = {
  wantsWeekly: boolean;
  neighborhoods: readonly string[];
  pausedUntil: Date | null;
};

/** What a page shows of a subscription. */
export type ShownSubscription = {
  address: string;
  /** "none": of a member who has never asked for it. */
  state: "none" | "active" | "unsubscribed" | "bounced" | "asked";
  wantsWeekly: boolean;
  neighborhoods: readonly string[];
  pausedLabel: string | null;
};

/**
 * Reads the form of somebody's choices; neighborhoods that aren't there are left out.
 *
 * @returns Null when it asks for a pause that isn't offered. `pausedUntil` is as it was where the form says "as it is".
 */
export function readPreferences(
  form: SentForm,
  known: { choices: readonly NeighborhoodChoice[]; pausedUntil: Date | null; now: Date },
): Preferences | null {
  const neighborhoods = known.choices.map(({ slug }) => slug).filter((slug) => form.text(`hood-${slug}`) === "yes");
  const wantsWeekly = form.text("weekly") === "yes";
  const asked = form.text("pause");
  if (asked === "as-it-is") return { wantsWeekly, neighborhoods, pausedUntil: known.pausedUntil };
  const pause = PAUSES.find(({ days }) => String(days) === asked);
  if (pause === undefined) return null;
  const pausedUntil = pause.days === 0 ? null : new Date(known.now.getTime() + pause.days * DAY_MS);
  return { wantsWeekly, neighborhoods, pausedUntil };
}
