import { Link } from "react-router";

import { counted, fullCount } from "#app/ui/counted.ts";

import type { CategorySlug } from "../places/categories.ts";
import { type CategoryHub, type HubFilters, hubSearchPath, type HubSort } from "./category-hub.ts";

type HubBeyondProps = {
  category: CategorySlug;
  filters: HubFilters;
  places: Pick<CategoryHub["places"], "listed" | "total">;
};

/** More than are listed: said, with the way to them. */
export function HubBeyond({ category, filters, places: { listed, total } }: HubBeyondProps) {
  if (listed === 0 || listed >= total) return null;
  return (
    <p className="hub-beyond text-row">
      These pages hold the {counted(listed, "place")} {FIRST_BY[filters.sort]} of {fullCount(total)}. Filters look among
      all of them, and so does{" "}
      <Link className="link" to={hubSearchPath(category, filters)}>
        search
      </Link>
      .
    </p>
  );
}

const FIRST_BY: Record<HubSort, string> = {
  best: "known best",
  rating: "rated best",
  name: "first by name",
  nearest: "nearest to you",
};
