import "./category-hub.css";

import { Link } from "react-router";

import { formatPlaceCounts } from "#app/guide/places/facts/format-place-counts.ts";
import { formatFullCount, pluralize } from "#app/ui/format-count.ts";

import type { CategoryHub } from "./category-hub.ts";

/** The name and description of a category, and how many places it has. */
export function HubHead({ hub }: { hub: CategoryHub }) {
  const { category, placeCount, describedCount, neighborhoodCount, lastCheckedLabel, section } = hub;
  return (
    <div className="hub-head">
      <div>
        <h1 className="d2">{category.name}</h1>
        <p className="hub-counts">
          <span className={placeCount === 0 ? undefined : "hub-counts-known"}>
            {placeCount === 0
              ? "No places yet."
              : `${formatPlaceCounts({ placeCount, describedCount })}, in ${pluralize(neighborhoodCount, "neighborhood")}.`}
            {lastCheckedLabel !== null && ` Latest fact check: ${lastCheckedLabel}.`}
          </span>
          {section !== null && (
            <>
              {" "}
              <Link className="link" to={section.href}>
                {section.title} ({formatFullCount(section.count)})
              </Link>
            </>
          )}
        </p>
      </div>
      <p className="text-muted">{category.description}</p>
    </div>
  );
}
