import { Link } from "react-router";

import { GuideCard } from "#app/features/guides/guide-card.tsx";
import { BASEMAP_FRAME } from "#app/features/map/frame.ts";
import { LocatorMap, type MapPin } from "#app/features/map/locator-map.tsx";
import { MapPanel } from "#app/features/map/map-panel.tsx";
import { useHighlightedPin } from "#app/features/map/use-highlighted-pin.ts";
import { NeighborhoodCard } from "#app/features/neighborhoods/neighborhood-card.tsx";
import { PlaceRow } from "#app/features/places/place-row.tsx";
import { showsDemoRating } from "#app/features/places/rating-summary.ts";
import { counted } from "#app/ui/counted.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { MatchedWords } from "./matched-words.tsx";
import { SEARCH_RESULTS_PER_PAGE, type SearchKind, type SearchResults, searchPath } from "./search.ts";

/** How many of a group are shown beside another group. */
const BESIDE_SHOWN = 3;

/** The list beside its map; what else was found stands below the list. */
export function FoundPlaces({ results }: { results: SearchResults }) {
  const { query, places } = results;
  const { highlighted, pointing } = useHighlightedPin();
  const firstNumber = (places.page - 1) * SEARCH_RESULTS_PER_PAGE + 1;
  const numbered = places.items.map((place, index) => ({ place, number: firstNumber + index }));
  const pins = numbered.flatMap(({ place, number }): MapPin[] =>
    place.position === null
      ? []
      : [{ label: `${number}`, name: place.name, href: `/places/${place.slug}`, point: place.position }],
  );
  return (
    <div className="search-columns-map" {...pointing}>
      <div className="search-list">
        <section aria-labelledby="found">
          <h2 className="sr-only" id="found">
            Places
          </h2>
          {showsDemoRating(places.items) && (
            <p className="search-demo">
              <DemoMark />
            </p>
          )}
          {places.items.length === 0 ? (
            <NoneOfKind title="No places match." results={results} kind="places" />
          ) : (
            <ol className="place-rows" start={firstNumber}>
              {numbered.map(({ place, number }) => (
                <PlaceRow
                  key={place.slug}
                  {...{ place, number }}
                  isHighlighted={highlighted === `${number}`}
                  reason={place.reason === "" ? undefined : <MatchedWords text={place.reason} />}
                />
              ))}
            </ol>
          )}
          <Pager
            label="Places"
            page={places.page}
            pageCount={places.pageCount}
            hrefFor={(page) => searchPath({ query, kind: "places", page })}
          />
        </section>
        <aside className="search-beside">
          <GuidesBeside results={results} />
          <NeighborhoodsBeside results={results} />
        </aside>
      </div>
      {pins.length > 0 && (
        <MapPanel>
          <LocatorMap
            label={`Map of ${counted(pins.length, "place")}`}
            {...{ pins, highlighted }}
            frame={BASEMAP_FRAME}
          />
        </MapPanel>
      )}
    </div>
  );
}

export function FoundGuides({ results }: { results: SearchResults }) {
  const { query, guides } = results;
  return (
    <div className="search-columns wrap">
      <section className="search-list" aria-labelledby="found">
        <h2 className="sr-only" id="found">
          Guides
        </h2>
        {guides.items.length === 0 ? (
          <NoneOfKind title="No guides match." results={results} kind="guides" />
        ) : (
          <ul className="search-guides">
            {guides.items.map((guide) => (
              <li key={guide.slug}>
                <GuideCard guide={guide} shape="row" />
              </li>
            ))}
          </ul>
        )}
        <Pager
          label="Guides"
          page={guides.page}
          pageCount={guides.pageCount}
          hrefFor={(page) => searchPath({ query, kind: "guides", page })}
        />
      </section>
      <aside className="search-beside">
        <NeighborhoodsBeside results={results} />
      </aside>
    </div>
  );
}

export function FoundNeighborhoods({ results }: { results: SearchResults }) {
  return (
    <div className="search-columns wrap">
      <section className="search-list" aria-labelledby="found">
        <h2 className="sr-only" id="found">
          Neighborhoods
        </h2>
        {results.neighborhoods.length === 0 ? (
          <NoneOfKind title="No neighborhoods match." results={results} kind="neighborhoods" />
        ) : (
          <ul>
            {results.neighborhoods.map((neighborhood) => (
              <li key={neighborhood.slug} className="border-b border-stone-1">
                <NeighborhoodCard neighborhood={neighborhood} shape="row" hasSummary />
              </li>
            ))}
          </ul>
        )}
      </section>
      <aside className="search-beside">
        <GuidesBeside results={results} />
      </aside>
    </div>
  );
}

function GuidesBeside({ results }: { results: SearchResults }) {
  const { query, guides } = results;
  if (guides.items.length === 0) return null;
  return (
    <section aria-labelledby="found-guides">
      <h2 className="h4" id="found-guides">
        Guides
      </h2>
      <ul>
        {guides.items.slice(0, BESIDE_SHOWN).map((guide) => (
          <li key={guide.slug}>
            <h3 className="h3">
              <Link className="name-link" to={`/posts/${guide.slug}`}>
                {guide.title}
              </Link>
            </h3>
            <p className="meta text-meta text-stone-5">
              <span>{guide.category.name}</span>
              <span>{guide.readMinutes} min read</span>
            </p>
          </li>
        ))}
      </ul>
      {guides.total > BESIDE_SHOWN && (
        <Link className="link text-row" to={searchPath({ query, kind: "guides" })}>
          All {guides.total} guides
        </Link>
      )}
    </section>
  );
}

function NeighborhoodsBeside({ results }: { results: SearchResults }) {
  if (results.neighborhoods.length === 0) return null;
  return (
    <section aria-labelledby="found-neighborhoods">
      <h2 className="h4" id="found-neighborhoods">
        Neighborhoods
      </h2>
      <ul>
        {results.neighborhoods.slice(0, BESIDE_SHOWN).map((neighborhood) => (
          <li key={neighborhood.slug}>
            <NeighborhoodCard neighborhood={neighborhood} shape="row" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An empty group when another one has something: the way on is that one. */
function NoneOfKind({ title, results, kind }: { title: string; results: SearchResults; kind: SearchKind }) {
  const other: SearchKind =
    kind !== "places" && results.places.total > 0
      ? "places"
      : kind !== "guides" && results.guides.total > 0
        ? "guides"
        : "neighborhoods";
  const count = other === "neighborhoods" ? results.neighborhoods.length : results[other].total;
  return (
    <EmptyState
      title={title}
      actions={
        <Link className="button button-outline button-small" to={searchPath({ query: results.query, kind: other })}>
          See {other} ({count})
        </Link>
      }
    >
      The same words find {other}.
    </EmptyState>
  );
}
