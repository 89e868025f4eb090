import type { ReactNode } from "react";

import type { PlaceCardData } from "../place.ts";
import { Rating } from "./rating.tsx";

/** Rating and price, as far as known, and what else the card says in this line. */
export function PlaceMeta({ place, children }: { place: PlaceCardData; children: ReactNode }) {
  return (
    <p className="meta">
      <Rating rating={place.rating} />
      {place.priceRange !== null && place.priceRange !== "N/A" && <span>{place.priceRange}</span>}
      {children}
    </p>
  );
}
