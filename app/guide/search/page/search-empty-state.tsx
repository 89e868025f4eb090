import type { ReactNode } from "react";

import { SiteScenePicture } from "#illustrations/site-scene-picture.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { formatCount } from "#app/ui/format-count.ts";

import { ALL_FILTERS_LABEL } from "../query/search-filters.ts";
import type { SearchRelaxation } from "./search-request.ts";

type SearchEmptyStateProps = { title: string; actions?: ReactNode; children: ReactNode };

/** Says why a list is empty, with a picture. */
export function SearchEmptyState({ title, actions, children }: SearchEmptyStateProps) {
  return (
    <EmptyState
      title={title}
      actions={actions}
      picture={<SiteScenePicture name="no-matches" width={320} height={150} />}
    >
      {children}
    </EmptyState>
  );
}

/** "12 places match everything except “Barry Farm”." */
export function whatIsKnown({ label, count, precision, isAlone }: SearchRelaxation): string {
  const match = `${countOfPlaces(count, precision)} ${count === 1 ? "matches" : "match"}`;
  const sentence =
    isAlone === true
      ? `${match} “${label}” alone.`
      : label === ALL_FILTERS_LABEL
        ? `${match} without the filters.`
        : `${match} everything except “${label}”.`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** "1 place", "about 1,200 places" */
export function countOfPlaces(count: number, precision: SearchRelaxation["precision"]): string {
  return `${formatCount(count, precision)} ${count === 1 ? "place" : "places"}`;
}
