import type { ClickKind } from "#app/db/columns/analytics-columns.ts";

/** The click-tracking URL of each link on a place's page; empty for viewers who aren't counted. */
export type ClickPaths = Partial<Record<ClickKind, string>>;

export const NO_PINGS: ClickPaths = {};

export function clickPaths(slug: string): ClickPaths {
  const path = (kind: ClickKind) => `/places/${slug}/clicks/${kind}`;
  return { website: path("website"), phone: path("phone"), directions: path("directions"), share: path("share") };
}
