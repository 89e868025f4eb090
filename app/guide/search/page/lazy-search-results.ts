import { lazy } from "react";

/**
 * The results of a search: a search that finds nothing loads none of them, and one that finds places not those of other
 * kinds.
 */
const loadPlaces = () => import("./search-results.tsx");
const loadOthers = () => import("./other-results.tsx");

// What the server has rendered is loaded with the page, and not after it.
if (typeof document !== "undefined" && document.querySelector(".search-list") !== null)
  void (document.querySelector(".search-rows") === null ? loadOthers() : loadPlaces());

export const PlaceResults = lazy(async () => ({ default: (await loadPlaces()).PlaceResults }));
export const GuideResults = lazy(async () => ({ default: (await loadOthers()).GuideResults }));
export const NeighborhoodResults = lazy(async () => ({ default: (await loadOthers()).NeighborhoodResults }));
