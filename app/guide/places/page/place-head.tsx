import "./place-page.css";

import type { ReactNode } from "react";
import { Link } from "react-router";

import { pluralize } from "#app/ui/format-count.ts";

import { QuadrantMark } from "../cards/quadrant-mark.tsx";
import { RatingStars } from "../cards/rating.tsx";
import type { PlacePage } from "../place.ts";
import type { PlaceWays } from "./place-ways-html.server.tsx";

type PlaceHeadProps = {
  place: PlacePage;
  ways: PlaceWays;
  saveButton: ReactNode;
  listButton: ReactNode;
};

/** The name, what is known at a glance, and what a visitor can do: directions, call, website, save and share. */
export function PlaceHead(props: PlaceHeadProps) {
  const { place } = props;
  const { otherNames, rating, neighborhood, quadrant } = place;
  const price = priceLabel(place);
  return (
    <div className="place-head">
      <div>
        <h1 className="d2">{place.name}</h1>
        {otherNames.length > 0 && <p className="text-meta text-muted">Also known as {NAMES.format(otherNames)}</p>}
        <p className="place-head-line meta">
          {rating !== null && (
            <span>
              <RatingStars mean={rating.mean} /> <b>{rating.mean.toFixed(1)}</b>{" "}
              <a className="link" href="#reviews">
                {pluralize(rating.count, "review")}
              </a>
            </span>
          )}
          <span>{place.type}</span>
          {price !== null && <span>{price}</span>}
          <span>
            <Link className="name-link" to={`/neighborhood/${neighborhood.slug}`}>
              {neighborhood.name}
            </Link>
          </span>
          {quadrant !== null && <QuadrantMark quadrant={quadrant} />}
        </p>
      </div>
      <PlaceActions {...props} />
    </div>
  );
}

const NAMES = new Intl.ListFormat("en-US", { type: "disjunction" });

function PlaceActions({ ways, saveButton, listButton, place }: PlaceHeadProps) {
  return (
    <div className="place-actions no-print">
      <div className="place-ways" dangerouslySetInnerHTML={{ __html: ways.links }} />
      {place.closure?.isFinal !== true && (
        <>
          {saveButton}
          {listButton}
          <div className="place-ways" dangerouslySetInnerHTML={{ __html: ways.share }} />
        </>
      )}
    </div>
  );
}

/** Types in categories with prices that nobody expects to pay at. */
const TYPES_WITHOUT_PRICE = new Set([
  "Park",
  "Trail",
  "Playground",
  "Spray park",
  "Dog park",
  "Community garden",
  "Memorial",
]);

/** An unknown price is only mentioned in categories where people expect one. */
function priceLabel({
  priceRange,
  category,
  type,
}: Pick<PlacePage, "priceRange" | "category" | "type">): string | null {
  if (priceRange === "N/A") return null;
  if (priceRange !== null) return priceRange === "Free" ? "Free entry" : priceRange;
  if (TYPES_WITHOUT_PRICE.has(type)) return null;
  return category === "food" || category === "nightlife" || category === "entertainment" ? "Price unknown" : null;
}
