import { lazy } from "react";

/** Most lists are in their best order, and don't load it. Its styles are in `search.css`, which the page imports. */
export const SortNotes = lazy(async () => ({ default: (await import("./sort-notes.tsx")).SortNotes }));
