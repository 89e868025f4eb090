import { NeighborhoodCard } from "#app/guide/neighborhoods/neighborhood-card.tsx";

import { SECONDARY_SHOWN, type SearchResults } from "./search-request.ts";

/** The first neighborhoods that match, beside places or guides. */
export function SecondaryNeighborhoods({ results }: { results: SearchResults }) {
  return (
    <section aria-labelledby="found-neighborhoods">
      <h2 className="h4" id="found-neighborhoods">
        Neighborhoods
      </h2>
      <ul>
        {results.neighborhoods.slice(0, SECONDARY_SHOWN).map((neighborhood) => (
          <li key={neighborhood.slug}>
            <NeighborhoodCard neighborhood={neighborhood} shape="row" />
          </li>
        ))}
      </ul>
    </section>
  );
}
