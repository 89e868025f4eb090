import "./neighborhood-card.css";

import { Link } from "react-router";

import { pluralize } from "#app/ui/format-count.ts";
import type { NeighborhoodCardData } from "./neighborhood.ts";

/** A neighborhood with its street plan: above the name (`card`) or small beside it (`row`). */
export function NeighborhoodCard({
  neighborhood,
  shape = "card",
  hasSummary = false,
}: {
  neighborhood: NeighborhoodCardData;
  shape?: "card" | "row";
  hasSummary?: boolean;
}) {
  return (
    <article className={shape === "card" ? "neighborhood-card" : "neighborhood-card neighborhood-row"}>
      <StreetPlanPicture plan={neighborhood.plan} />
      <div>
        <h3 className="h3">
          <Link className="name-link" to={`/neighborhood/${neighborhood.slug}`}>
            {neighborhood.name}
          </Link>
        </h3>
        {hasSummary && <p className="neighborhood-summary">{neighborhood.summary}</p>}
        {neighborhood.placeCount + neighborhood.guideCount > 0 && (
          <p className="meta text-meta text-muted">
            {neighborhood.placeCount > 0 && <span>{pluralize(neighborhood.placeCount, "place")}</span>}
            {neighborhood.guideCount > 0 && <span>{pluralize(neighborhood.guideCount, "guide")}</span>}
          </p>
        )}
      </div>
    </article>
  );
}

/** The street plan. The name beside it already says what the picture shows. */
function StreetPlanPicture({ plan }: { plan: NeighborhoodCardData["plan"] }) {
  return (
    <div className="picture">
      <img className="by-day" src={plan.day} alt="" width={240} height={240} loading="lazy" decoding="async" />
      <img className="by-night" src={plan.night} alt="" width={240} height={240} loading="lazy" decoding="async" />
    </div>
  );
}
