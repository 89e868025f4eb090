import "./category-hub.css";

import { Link } from "react-router";

import { pluralize, formatFullCount } from "#app/ui/format-count.ts";

import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import { type CategoryHub, type HubFilters, hubSearchPath, type HubSort } from "./category-hub.ts";

type HubBeyondProps = {
  category: CategorySlug;
  filters: HubFilters;
  places: Pick<CategoryHub["places"], "listed" | "total">;
};

/** Says that the pages don't list all places, and links to search. */
export function HubLimitNote({ category, filters, places: { listed, total } }: HubBeyondProps) {
  if (listed === 0 || listed >= total) return null;
  return (
    <p className="hub-beyond text-row">
      These pages list {pluralize(listed, "place")} of {formatFullCount(total)}, {ORDER_LABELS[filters.sort]}. To find
      the others, use the filters or{" "}
      <Link className="link" to={hubSearchPath(category, filters)}>
        search
      </Link>
      .
    </p>
  );
}

const ORDER_LABELS: Record<HubSort, string> = {
  best: "most popular first",
  rating: "highest rated first",
  name: "in order of name",
  nearest: "nearest first",
};
