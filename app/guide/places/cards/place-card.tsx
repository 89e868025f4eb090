import "./place-card.css";

import type { ReactNode } from "react";
import { Link } from "react-router";

import { streetWithoutQuadrant } from "../facts/address.ts";
import { HoursLine } from "../hours/hours-line.tsx";
import type { PlaceCardData } from "../place.ts";
import { PlaceMeta } from "./place-meta.tsx";
import { QuadrantMark } from "./quadrant-mark.tsx";

type PlaceCardProps = {
  place: PlaceCardData;
  /** A button, shown in the picture's corner. */
  action?: ReactNode;
};

/** Card with the picture above the text, as an `<li>`. */
export function PlaceCard({ place, number, action }: PlaceCardProps & { number?: number }) {
  const { street, quadrant } = place;
  return (
    <li className="place-card" data-pin={number}>
      <div className="picture">
        <img
          src={place.picture.card}
          alt={place.picture.alt}
          width={480}
          height={360}
          loading="lazy"
          decoding="async"
        />
      </div>
      <h3 className="place-card-name h3">
        {number !== undefined && <span className="place-number">{number}</span>}
        <Link className="name-link" to={`/places/${place.slug}`}>
          {place.name}
        </Link>
      </h3>
      <PlaceMeta place={place}>
        <span className="text-muted">{place.type}</span>
      </PlaceMeta>
      {street !== null && (
        <p className="text-muted">
          {streetWithoutQuadrant(street, quadrant)} {quadrant !== null && <QuadrantMark quadrant={quadrant} />}
        </p>
      )}
      <p>
        <HoursLine line={place.hours} />
      </p>
      {action}
    </li>
  );
}
