import "./place-row.css";

import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { streetWithoutQuadrant } from "../facts/address.ts";
import { HoursLine } from "../hours/hours-line.tsx";
import { MetroWalk } from "../page/metro-walk.tsx";
import type { PlaceCardData } from "../place.ts";
import { PlaceLinks } from "./place-links.tsx";
import { PlaceMeta } from "./place-meta.tsx";
import { QuadrantMark } from "./quadrant-mark.tsx";

type PlaceRowProps = {
  place: PlaceCardData;
  /** The number on the map's pin. */
  number?: number;
  /** Set on the neighborhood's own page. */
  hidesNeighborhood?: boolean;
  /** Why the place is this high in its list, in a word or two: "Featured". */
  mark?: string | undefined;
  /** Why the place matches a search, with `<mark>` around matching words. */
  reason?: ReactNode;
  /** The reason doesn't say that the place has all that is looked for: no check mark. */
  isUnsure?: boolean;
  /** Links to ask the place. */
  contact?: ReactNode;
  /** The visitor points at the place's pin on the map. */
  isHighlighted?: boolean;
  /** A button, shown to the right of the name. */
  action?: ReactNode;
};

/** One place in a list, as an `<li>`. */
export function PlaceRow({ place, number, hidesNeighborhood, contact, isHighlighted, action, ...why }: PlaceRowProps) {
  const { mark, reason, isUnsure } = why;
  return (
    <li className={isHighlighted === true ? "place-row place-row-highlighted" : "place-row"} data-pin={number}>
      <div className="picture">
        <img src={place.picture.card} alt="" width={128} height={96} loading="lazy" decoding="async" />
      </div>
      <div className="place-row-words">
        <h3 className="place-row-name h3">
          {number !== undefined && <span className="place-number">{number}</span>}
          <Link className="name-link" to={`/places/${place.slug}`}>
            {place.name}
          </Link>
        </h3>
        <PlaceMeta place={place}>
          <span>{place.type}</span>
        </PlaceMeta>
        <PlaceWhereabouts place={place}>
          <HoursLine line={place.hours} />
          {hidesNeighborhood !== true && <span>{place.neighborhood.name}</span>}
        </PlaceWhereabouts>
        <p
          className={
            place.isDescribed || mark !== undefined ? "place-row-summary" : "place-row-summary place-row-listed"
          }
        >
          {mark !== undefined && <span className="place-mark">{mark}: </span>}
          {place.isDescribed ? place.summary : "Listed, not described yet"}
        </p>
        <PlaceLinks place={place} />
        {reason !== undefined && (
          <p className="place-row-reason">
            {isUnsure !== true && <Check className="icon-small" aria-hidden="true" />}
            <span>{reason}</span>
          </p>
        )}
        {contact}
      </div>
      {action}
    </li>
  );
}

type WhereaboutsProps = {
  place: Pick<PlaceCardData, "street" | "quadrant" | "metro">;
  /** What comes first in the line. */
  children?: ReactNode;
};

/** Street, quadrant and Metro station, as far as known. */
export function PlaceWhereabouts({ place, children }: WhereaboutsProps) {
  const { street, quadrant, metro } = place;
  if (children === undefined && street === null && quadrant === null && metro === null) return null;
  return (
    <p className="place-whereabouts meta text-muted">
      {children}
      {(street !== null || quadrant !== null) && (
        <span className="place-address">
          {street !== null && `${streetWithoutQuadrant(street, quadrant)} `}
          {quadrant !== null && <QuadrantMark quadrant={quadrant} />}
        </span>
      )}
      {metro !== null && <MetroWalk walk={metro} />}
    </p>
  );
}
