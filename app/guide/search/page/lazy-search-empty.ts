import { lazy } from "react";

/** What a search page shows when it has no results; most pages have some and don't load it. */
const load = () => import("./search-empty.tsx");

export const SearchStart = lazy(async () => ({ default: (await load()).SearchStart }));
export const NoResults = lazy(async () => ({ default: (await load()).NoResults }));
export const NoFilteredPlaces = lazy(async () => ({ default: (await load()).NoFilteredPlaces }));
export const Hospitals = lazy(async () => ({ default: (await import("./hospitals.tsx")).Hospitals }));
export const NoResultsOfKind = lazy(async () => ({ default: (await load()).NoResultsOfKind }));
