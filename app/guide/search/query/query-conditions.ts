import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import type { Attribute, Point, PriceRange, Quadrant } from "#app/guide/places/place.ts";
import { MINUTES_PER_DAY, type Weekday } from "#app/lib/dc-time.ts";

import type { YearlyDay } from "./calendar-days.ts";
import type { HolidayDay } from "./holiday-phrases.ts";

/** Hours before this minute belong to the night of the day before: a Friday night out ends on Saturday morning. */
export const DAY_START_MINUTE = 5 * 60;

/** Night starts at this minute. */
export const NIGHT_START_MINUTE = 21 * 60;

/** Each of these weekdays: "every day", "weekdays". */
export type EachWeekday = { each: readonly Weekday[]; label: string };

/** A day named in a query; null is today. */
export type QueryDay = Weekday | "tomorrow" | HolidayDay | YearlyDay | EachWeekday | null;

/**
 * When a place must be open. A null `day` is today. Minutes are wall-clock minutes from the day's midnight and may
 * exceed 1,440: 1:30 AM of the night that began on the day is 1,530.
 */
export type OpenCondition =
  | { kind: "now" }
  /** At some time on Saturday or Sunday, today included, or in a part of either day (minutes from its midnight). */
  | { kind: "weekend"; part: readonly [from: number, to: number] | null; label: string }
  /** At some moment of the time range. */
  | { kind: "within"; day: QueryDay; from: number; to: number; label: string }
  /** For all of the time range: "open from 9 to 5". */
  | { kind: "throughout"; day: QueryDay; from: number; to: number; label: string }
  /** At this minute. */
  | { kind: "at"; day: QueryDay; minute: number; label: string }
  /** Open around the clock today. */
  | { kind: "all-day" };

/** One condition on a place, from the query or from a filter. `isNot`: it must not hold ("no dogs", "closed sunday"). */
export type Condition =
  /** `meal`: "brunch", which finds all of the category, and of them as known the places that serve it. */
  | { kind: "category"; category: CategorySlug; meal?: string | undefined }
  /**
   * Any of these types or, failing a type, the words themselves: anywhere in the place's texts or, with `namesIn`, only
   * in the names of this category. `asks`: what its facts must also say, if it is known to fit ("study rooms").
   */
  | {
      kind: "type";
      types: string[];
      label: string;
      words: string;
      namesIn?: CategorySlug | undefined;
      asks?: string | undefined;
    }
  /**
   * Any of these types, best first, or a name with the words. Attributes and prices only rank, and beside a named kind
   * ("date night italian") or another occasion all of it only ranks. `offers`: what a place must also offer, if it is known to
   * fit: "happy hour".
   */
  | {
      kind: "occasion";
      slug: string;
      label: string;
      words: string;
      types: string[];
      attributes: Attribute[];
      prices: PriceRange[];
      offers?: Offer | undefined;
      onlyRanks?: true;
    }
  | { kind: "neighborhood"; slug: string; name: string }
  /** Within this many minutes on foot; null: nearby. */
  | { kind: "station"; slug: string; name: string; point: Point; minutes: number | null }
  /** Within this many minutes on foot of a place; null: nearby. */
  | { kind: "landmark"; name: string; point: Point; minutes: number | null }
  | { kind: "quadrant"; quadrant: Quadrant }
  | { kind: "near-me"; minutes: number | null }
  /** Within this many minutes on foot of any station. */
  | { kind: "near-metro"; minutes: number; stations: readonly Point[] }
  | { kind: "price"; prices: PriceRange[]; isNot?: boolean }
  | { kind: "open"; when: OpenCondition; isNot?: boolean }
  | { kind: "attribute"; attribute: Attribute; isNot?: boolean }
  /**
   * Outside of a part of the city, or nothing of a type or that mentions it or a dish of it: "not in georgetown", "no pizza";
   * or no food and nothing made of it: "no seafood". `isAlone`: nothing says what is wanted, so that it is a place to eat.
   */
  | { kind: "except"; of: ExcludableCondition; isAlone?: true }
  /** The mean of the reviews, 1 to 5. */
  | { kind: "rating"; atLeast: number };

/**
 * What a place may or may not offer: `about` is what to ask. It is known to if its facts have the words of that or other `words`, if
 * it is of the `types`, or if it is licensed for so many `people`.
 */
type Offer = { about: string; words: string[]; types: readonly string[]; people?: number | undefined };

type ExcludableCondition =
  | { kind: "neighborhood"; slug: string; name: string }
  | { kind: "quadrant"; quadrant: Quadrant }
  | {
      kind: "type";
      types: string[];
      label: string;
      words: string;
      namesIn?: CategorySlug | undefined;
      dishes: string[];
    }
  /** Not the spared types, nor what says the spared words: "gluten free". */
  | {
      kind: "food";
      label: string;
      types: string[];
      words: string[];
      sparedTypes: string[];
      sparedWords: string[];
    };

/** What the words at a position of a query say, and how many they are. */
export type ConditionMatch = { condition: Condition; words: number };

/** Kinds that always serve breakfast. Of other places it must be known, and of all places brunch. */
const BREAKFAST_TYPES = ["Diner", "Bagels", "Doughnuts", "Bakery", "Cafe", "Coffee shop"];

/** What a place of the right kind may or may not offer: brunch, a happy hour, study rooms. Null for other conditions. */
export function wishOf(condition: Condition): Offer | null {
  if (condition.kind === "occasion") return condition.offers === undefined ? null : withAbout(condition.offers);
  if (condition.kind === "type" && condition.asks !== undefined)
    return { words: [condition.words, condition.asks], types: [], about: condition.asks };
  if (condition.kind !== "category" || condition.meal === undefined) return null;
  const types = condition.meal === "breakfast" ? BREAKFAST_TYPES : [];
  return { words: [condition.meal], types, about: condition.meal };
}

function withAbout(offer: Offer): Offer {
  return { ...offer, words: [offer.about, ...offer.words] };
}

/** The words of types and meals, which places are ranked by. */
export function rankingPhrases(conditions: readonly Condition[]): string[] {
  return conditions.flatMap((condition) => {
    if (condition.kind === "type") return [condition.words];
    if (condition.kind === "occasion" && condition.offers?.people === undefined)
      return condition.offers === undefined ? [] : [condition.offers.about];
    return condition.kind === "category" && condition.meal !== undefined ? [condition.meal] : [];
  });
}

/** A condition that asks for places near a station, a place or the visitor. */
export type ProximityCondition = Extract<Condition, { kind: "station" | "landmark" | "near-me" }>;

/** The kinds that say where. */
export const LOCATION_KINDS: ReadonlySet<Condition["kind"]> = new Set([
  "neighborhood",
  "quadrant",
  "station",
  "landmark",
  "near-me",
  "near-metro",
]);

/** The position of the station or place that a query names; null if it names none. */
export function namedPosition(conditions: readonly Condition[]): Point | null {
  const named = conditions.find(({ kind }) => kind === "station" || kind === "landmark");
  return named !== undefined && "point" in named ? named.point : null;
}

export function isProximityCondition(condition: Condition): condition is ProximityCondition {
  return condition.kind === "station" || condition.kind === "landmark" || condition.kind === "near-me";
}

/**
 * The minute of the day, if an hour is all that is asked for, and perhaps where: "saturday night", "open until 2am in shaw".
 * That is to go out, and to no hospital. Null: something else is asked for, or a whole day, "now" or "24 hours", which may
 * mean any place.
 */
export function outingHour(conditions: readonly Condition[]): number | null {
  const [only, ...others] = conditions.filter(({ kind }) => !LOCATION_KINDS.has(kind));
  if (only?.kind !== "open" || others.length > 0) return null;
  const { when } = only;
  if (when.kind === "at") return when.minute;
  if (when.kind === "throughout") return when.from;
  if (when.kind === "weekend") return when.part?.[0] ?? null;
  return when.kind === "within" && when.to - when.from < MINUTES_PER_DAY - DAY_START_MINUTE ? when.from : null;
}
