import { createContext, useContext } from "react";

import type { GuideStop } from "../document/guide-document.ts";
import type { StopPlace } from "./stop-place.ts";

export type StopsContextValue = {
  places: ReadonlyMap<string, StopPlace>;
  /** Positions in the walk, from 1. */
  numbers: ReadonlyMap<string, number>;
  stops: ReadonlyMap<string, GuideStop>;
};

export const StopsContext = createContext<StopsContextValue>({
  places: new Map(),
  numbers: new Map(),
  stops: new Map(),
});

export function useStops(): StopsContextValue {
  return useContext(StopsContext);
}
