import type { Surface } from "#app/platform/page-life.ts";

/** What a visitor does with a place's links on its page. */
export const CLICKS = ["website", "phone", "directions", "share"] as const;
export type ClickKind = (typeof CLICKS)[number];

/** What is counted for a place and a day, besides the views of its page. */
export type PlaceFigure = ClickKind | Surface;

export function isClickKind(word: string): word is ClickKind {
  return CLICKS.some((kind) => kind === word);
}

/** Days in Washington, both of them included. */
export type Days = { from: string; to: string };

/** What was counted on a day: how often, and by how many visitors. `views` and `saves` are figures here too. */
export type FigureOfDay = { day: string; figure: string; times: number; visitors: number };

/** The same of several days of a place. */
export type FigureSum = { placeId: number; figure: string; times: number; visitors: number };

/** What was searched for, by so many visitors of each day, added up. */
export type TermSum = { term: string; visitors: number };

/** The first days on which anything was counted for anybody; null before. */
export type CountingSince = { views: string | null; clicks: string | null; lists: string | null };
