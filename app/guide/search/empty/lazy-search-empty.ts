import { lazy } from "react";

/** What a search page shows when it has no results; most pages have some and don't load it. */
const loadGroup = () => import("./empty-group.tsx");

export const SearchStart = lazy(async () => ({ default: (await import("./search-start.tsx")).SearchStart }));
export const NoResults = lazy(async () => ({ default: (await import("./search-empty.tsx")).NoResults }));
export const Hospitals = lazy(async () => ({ default: (await import("./hospitals.tsx")).Hospitals }));
export const NoFilteredPlaces = lazy(async () => ({ default: (await loadGroup()).NoFilteredPlaces }));
export const NoResultsOfKind = lazy(async () => ({ default: (await loadGroup()).NoResultsOfKind }));
