import "./neighborhood-page.css";

import type { ReactNode } from "react";
import { Link } from "react-router";

import { BASEMAP_FRAME, type PlanLayer } from "#app/guide/map/base/frame.ts";
import { useHighlightedPin } from "#app/guide/map/live/use-highlighted-pin.ts";
import { LocatorMap } from "#app/guide/map/page/locator-map.tsx";
import { MapPanel } from "#app/guide/map/page/map-panel.tsx";
import { numberPlaces } from "#app/guide/map/page/number-places.ts";
import { PlaceRow } from "#app/guide/places/cards/place-row.tsx";
import type { PlaceCardData } from "#app/guide/places/place.ts";
import { formatFullCount, pluralize } from "#app/ui/format-count.ts";
import { Pager } from "#app/ui/pager.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";

import { NEIGHBORHOOD_PLACES_PER_PAGE, type NeighborhoodPage, neighborhoodPath } from "./neighborhood.ts";
import { NoPlaces } from "./next-door.tsx";

type NeighborhoodPlacesProps = {
  neighborhood: NeighborhoodPage;
  layer: PlanLayer | null;
  /** The sponsored place above the list, if any. */
  sponsored: ReactNode;
  /** What a visitor can do with a place: its save button. */
  action: (place: PlaceCardData) => ReactNode;
};

/** A page of the list of its places, with their map. */
export function NeighborhoodPlaces({ neighborhood, layer, sponsored, action }: NeighborhoodPlacesProps) {
  const { slug, name, places, neighbors } = neighborhood;
  const { highlighted, pointing } = useHighlightedPin();
  if (places.items.length === 0) return <NoPlaces name={name} neighbors={neighbors} />;
  const { numbered, pins } = numberPlaces(places.items, (places.page - 1) * NEIGHBORHOOD_PLACES_PER_PAGE + 1);
  return (
    <section className="section section-of-rows" aria-labelledby="places">
      <SectionHead id="places" title={`All ${pluralize(places.total, "place")} in ${name}`} />
      <div className="neighborhood-places" {...pointing}>
        <div>
          {sponsored}
          <ol className="place-rows">
            {numbered.map(({ place, number }) => (
              <PlaceRow
                key={place.slug}
                {...{ place, number }}
                action={action(place)}
                isHighlighted={highlighted === `${number}`}
                hidesNeighborhood
              />
            ))}
          </ol>
          <Pager
            label="Places"
            page={places.page}
            pageCount={places.pageCount}
            hrefFor={(page) => neighborhoodPath(slug, page)}
          />
          {places.pageCount > 1 && <SearchLink neighborhood={neighborhood} />}
        </div>
        {pins.length > 0 && (
          <MapPanel>
            <LocatorMap
              label={`Map of ${pluralize(pins.length, "place")} in ${name}`}
              {...{ pins, highlighted }}
              frame={BASEMAP_FRAME}
              plan={layer}
            />
          </MapPanel>
        )}
      </div>
    </section>
  );
}

/** The link to search, which can filter this list. */
function SearchLink({ neighborhood: { slug, name, places } }: { neighborhood: NeighborhoodPage }) {
  return (
    <p className="neighborhood-search text-row">
      {places.listed < places.total && `These pages list the first ${formatFullCount(places.listed)} by name. `}
      <Link className="link" to={`/search?neighborhood=${slug}`}>
        Search and filter all {pluralize(places.total, "place")} in {name}
      </Link>
    </p>
  );
}
