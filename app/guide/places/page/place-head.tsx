import "./place-page.css";

import { Globe, Navigation, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { pluralize } from "#app/ui/format-count.ts";

import { QuadrantMark } from "../cards/quadrant-mark.tsx";
import { RatingStars } from "../cards/rating.tsx";
import type { PlaceContactLinks } from "../facts/contact-links.ts";
import type { PlacePage } from "../place.ts";

type PlaceHeadProps = {
  place: PlacePage;
  contactLinks: PlaceContactLinks;
  /** URLs that count a click; absent for viewers who aren't counted. */
  pings: { directions?: string; phone?: string; website?: string; share?: string };
  saveButton: ReactNode;
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

function PlaceActions({ place, contactLinks, pings, saveButton }: PlaceHeadProps) {
  const { directions, phone, website, share } = contactLinks;
  const isClosed = place.closure?.isFinal === true;
  return (
    <div className="place-actions no-print">
      {directions !== null && !isClosed && (
        <a
          className="button button-primary"
          href={directions}
          ping={pings.directions}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Navigation className="icon" aria-hidden="true" />
          Directions<span className="sr-only"> on OpenStreetMap, in a new tab</span>
        </a>
      )}
      {phone !== null && !isClosed && (
        <a className="button button-outline" href={phone.href} ping={pings.phone}>
          <Phone className="icon" aria-hidden="true" />
          Call
        </a>
      )}
      {website !== null && (
        <a className="button button-outline" href={website.href} ping={pings.website} rel="noopener">
          <Globe className="icon" aria-hidden="true" />
          Website
        </a>
      )}
      {!isClosed && (
        <>
          {saveButton}
          <a className="button button-outline" href={`/lists?place=${place.slug}`}>
            Add to a list
          </a>
          <a className="button button-outline" href={share} ping={pings.share}>
            Share
          </a>
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
