import type { ClickKind } from "./place-figures.ts";

/** Where each link of a place's page says that it was followed; none for whom nothing is counted. */
export type ClickPaths = Partial<Record<ClickKind, string>>;

export const NO_PINGS: ClickPaths = {};

export function clickPaths(slug: string): ClickPaths {
  const path = (kind: ClickKind) => `/places/${slug}/clicks/${kind}`;
  return { website: path("website"), phone: path("phone"), directions: path("directions"), share: path("share") };
}
