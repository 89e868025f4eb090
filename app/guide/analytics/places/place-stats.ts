import { CLICK_KINDS, type ClickKind } from "#app/db/columns/analytics-columns.ts";

export function isClickKind(word: string): word is ClickKind {
  return CLICK_KINDS.some((kind) => kind === word);
}

/** Days in Washington, both inclusive. */
export type DayRange = { from: string; to: string };

/** A count of one day: how often, and by how many visitors. Here `views` and `saves` are figures too. */
export type DailyPlaceStat = { day: string; metric: string; count: number; visitors: number };

/** The sum over several days, per place. */
export type PlaceStatSum = { placeId: number; metric: string; count: number; visitors: number };

/** A search term with the visitors of each day added up. */
export type TermSum = { term: string; visitors: number };

/** The first day on which each kind was counted for any place; null if never. */
export type FirstCountedDays = { views: string | null; clicks: string | null; lists: string | null };
