import type { CategorySlug } from "#app/features/places/categories.ts";
import type { Weekday } from "#app/features/places/dc-calendar.ts";
import type { Attribute, Point, PriceRange, Quadrant } from "#app/features/places/place.ts";

import type { HolidayDay } from "./holiday-words.ts";

/** Hours before this minute belong to the night that began the evening before: who goes out on Friday is out on Friday. */
export const DAY_BEGINS = 5 * 60;

/** From this minute on it is night. */
export const NIGHT_BEGINS = 21 * 60;

/** A day that words name; null is today. */
export type SaidDay = Weekday | "tomorrow" | HolidayDay | null;

/**
 * When a place must be open. `day` null is today, and of what lies in the night the night that is going on. Minutes count
 * from the day's midnight by the clock on the wall and may pass 1,440: 1:30 AM of the night that began on the day is 1,530.
 */
export type OpenWhen =
  | { kind: "now" }
  /** Some time on Saturday or Sunday, today among them, or in a part of either day: minutes from its midnight. */
  | { kind: "weekend"; part: readonly [from: number, to: number] | null; label: string }
  /** At some moment of the stretch. */
  | { kind: "within"; day: SaidDay; from: number; to: number; label: string }
  /** At this very minute. */
  | { kind: "at"; day: SaidDay; minute: number; label: string }
  /** Never closed on that day. */
  | { kind: "all-day" };

/** One thing that a place must be, as it was understood from words or chosen from a list. */
export type Condition =
  | { kind: "category"; category: CategorySlug }
  /** Any of these types, or, failing a type, the words themselves in what is said of the place. */
  | { kind: "type"; types: string[]; label: string; words: string }
  | { kind: "neighborhood"; slug: string; name: string }
  /** Within so many minutes on foot; null: near by. */
  | { kind: "station"; slug: string; name: string; minutes: number | null }
  /** Within so many minutes on foot of a place; null: near by. */
  | { kind: "landmark"; name: string; point: Point; minutes: number | null }
  | { kind: "quadrant"; quadrant: Quadrant }
  | { kind: "near-me"; minutes: number | null }
  | { kind: "price"; prices: PriceRange[] }
  | { kind: "open"; when: OpenWhen }
  | { kind: "attribute"; attribute: Attribute }
  /** The reviews' mean, 1-5. */
  | { kind: "rating"; atLeast: number };

/** What is near something: a station, a place or whoever asks. */
export type Walk = Extract<Condition, { minutes: number | null }>;

export function isWalk(condition: Condition): condition is Walk {
  return condition.kind === "station" || condition.kind === "landmark" || condition.kind === "near-me";
}
