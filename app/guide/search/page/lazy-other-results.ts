import { lazy } from "react";

/** Guides and neighborhoods; most searches show places alone and don't load them. */
const load = () => import("./other-results.tsx");

export const GuideResults = lazy(async () => ({ default: (await load()).GuideResults }));
export const NeighborhoodResults = lazy(async () => ({ default: (await load()).NeighborhoodResults }));
export const SecondaryNeighborhoods = lazy(async () => ({
  default: (await import("./secondary-neighborhoods.tsx")).SecondaryNeighborhoods,
}));
