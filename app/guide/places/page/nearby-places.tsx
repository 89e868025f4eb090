import "./place-page.css";

import { Link } from "react-router";

import { Rating } from "../cards/rating.tsx";
import type { PlacePage } from "../place.ts";

/** The nearest places, with the walk to each. */
export function NearbyPlaces({ nearby }: { nearby: PlacePage["nearby"] }) {
  if (nearby.length === 0) return null;
  return (
    <section className="nearby" aria-labelledby="nearby">
      <h2 className="h4" id="nearby">
        Nearby
      </h2>
      <ul>
        {nearby.map((place) => (
          <li key={place.slug}>
            <Link className="name-link" to={`/places/${place.slug}`}>
              {place.name}
            </Link>
            <p className="meta text-row text-muted">
              <span>{place.type}</span>
              <span>about {place.walkMinutes} min walk</span>
              <Rating rating={place.rating} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
