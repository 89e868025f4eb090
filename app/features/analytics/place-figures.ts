import type { Surface } from "#app/platform/page-life.ts";

/** The links on a place's page whose clicks are counted. */
export const CLICKS = ["website", "phone", "directions", "share"] as const;
export type ClickKind = (typeof CLICKS)[number];

/** What is counted per place and day, besides views of its page. */
export type PlaceFigure = ClickKind | Surface;

export function isClickKind(word: string): word is ClickKind {
  return CLICKS.some((kind) => kind === word);
}

/** Days in Washington, both inclusive. */
export type Days = { from: string; to: string };

/** A count of one day: how often, and by how many visitors. Here `views` and `saves` are figures too. */
export type FigureOfDay = { day: string; figure: string; times: number; visitors: number };

/** The sum over several days, per place. */
export type FigureSum = { placeId: number; figure: string; times: number; visitors: number };

/** A search term with the visitors of each day added up. */
export type TermSum = { term: string; visitors: number };

/** The first day on which each kind was counted for any place; null if never. */
export type CountingSince = { views: string | null; clicks: string | null; lists: string | null };
