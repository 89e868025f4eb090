import { DAY_MS } from "#app/lib/duration.ts";
import type { FormFields } from "#app/platform/read-form.ts";

/** The lengths of a pause in days; 0 ends a pause. */
export const PAUSE_OPTIONS = [
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

/** A subscription for display. */
export type SubscriptionView = {
  email: string;
  /** "none": a member who never subscribed. */
  state: "none" | "active" | "unsubscribed" | "bounced" | "pending";
  wantsWeekly: boolean;
  neighborhoods: readonly string[];
  pausedLabel: string | null;
};

/**
 * Parses a subscriber's choices. Unknown neighborhoods are ignored.
 *
 * @returns Null for an unknown pause. `pausedUntil` stays unchanged if the form says "as-it-is".
 */
export function parsePreferences(
  form: FormFields,
  current: { choices: readonly NeighborhoodChoice[]; pausedUntil: Date | null; now: Date },
): Preferences | null {
  const neighborhoods = current.choices.map(({ slug }) => slug).filter((slug) => form.text(`hood-${slug}`) === "yes");
  const wantsWeekly = form.text("weekly") === "yes";
  const pauseValue = form.text("pause");
  if (pauseValue === "as-it-is") return { wantsWeekly, neighborhoods, pausedUntil: current.pausedUntil };
  const pause = PAUSE_OPTIONS.find(({ days }) => String(days) === pauseValue);
  if (pause === undefined) return null;
  const pausedUntil = pause.days === 0 ? null : new Date(current.now.getTime() + pause.days * DAY_MS);
  return { wantsWeekly, neighborhoods, pausedUntil };
}
