import "./search.css";
import "#app/guide/neighborhoods/neighborhood-card.css";

import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";

import { BASEMAP_FRAME, viewOfBounds } from "#app/guide/map/base/frame.ts";
import { LocatorMap, type MapPin } from "#app/guide/map/page/locator-map.tsx";
import { numberPlaces } from "#app/guide/map/page/number-places.ts";
import { MapPanel } from "#app/guide/map/page/map-panel.tsx";
import { useHighlightedPin } from "#app/guide/map/live/use-highlighted-pin.ts";
import type { GuideCard } from "#app/guide/guides/list/guide-card.tsx";
import { GuideBadge } from "#app/guide/guides/page/guide-badge.tsx";
import { PlaceRow } from "#app/guide/places/cards/place-row.tsx";
import { HoursKnownNote } from "#app/guide/places/hours/hours-known.tsx";
import type { ActiveFilter } from "#app/guide/places/filters/place-filters.ts";
import { formatCount } from "#app/ui/format-count.ts";
import { Pager } from "#app/ui/pager.tsx";
import { useMorePages } from "#app/ui/use-more-pages.ts";
import type { DescribedRelaxations } from "../empty/describe-relaxations.ts";
import { HighlightedText } from "./highlighted-text.tsx";
import { SearchFilterBar } from "./search-filter-bar.tsx";
import { isFiltered } from "../query/search-filters.ts";
import { AddPlace } from "../empty/add-place.tsx";
import { NoResultsOfKind, NoFilteredPlaces } from "../empty/lazy-search-empty.ts";
import { SecondaryNeighborhoods } from "./lazy-other-results.ts";
import {
  filteredSearchPath,
  searchPinsPath,
  SEARCH_RESULTS_PER_PAGE,
  SECONDARY_SHOWN,
  type SearchResults,
  searchPath,
} from "./search-request.ts";

export type ResultsProps = {
  results: SearchResults;
  /** What can be removed where nothing matches everything; null: nothing. */
  removals: DescribedRelaxations | null;
  active: readonly ActiveFilter[];
  /** "12 of 52 places", for "pizza" */
  title: { count: string; query: string };
  /** The sponsored slot above the list; null for none. */
  sponsored: ReactNode;
  /** What a visitor can do with a place or a guide of the list. */
  placeAction: (place: ComponentProps<typeof PlaceRow>["place"]) => ReactNode;
  guideAction: (guide: ComponentProps<typeof GuideCard>["guide"]) => ReactNode;
  /** Another search is loading. */
  isLoading: boolean;
};

/** The list of places with its map. Guides and neighborhoods are below the list. */
export function PlaceResults({ results, removals, active, title, sponsored, placeAction, isLoading }: ResultsProps) {
  const { query, isVerbatim, filters, places } = results;
  const { highlighted, pointing } = useHighlightedPin();
  const pathOf = (page: number) => searchPath({ query, isVerbatim, filters, page });
  const {
    items,
    lastPage,
    isLoading: isLoadingMore,
    loadMore,
  } = useMorePages<PlaceRow, SearchPageData>(places, {
    pathOf,
    pageIn: (answer) => answer.results.places,
    isManual: true,
  });
  // Places that are all known to fit need no heading.
  const isPlain = results.groups.every(({ fit }) => fit === "known");
  const firstNumber = (places.page - 1) * SEARCH_RESULTS_PER_PAGE + 1;
  const { numbered, pins } = numberPlaces(items, firstNumber);
  const { list, showMore } = useFocusOnMore(items.length, loadMore);
  // An empty area keeps its map, so that the visitor can move on to another area.
  const hasMap = results.pins.total > 0 || filters.bounds !== null;
  return (
    <div className={hasMap ? "search-columns-map" : "search-columns wrap"} {...pointing}>
      <div className="search-list">
        <section aria-labelledby="found" aria-busy={isLoading}>
          <h1 className="h2" id="found">
            {title.count}
            {title.query !== "" && <span className="search-query"> for “{title.query}”</span>}
          </h1>
          {(results.placesFound > 0 || isFiltered(filters)) && <SearchFilterBar {...{ results, active }} />}
          <HoursKnownNote hoursKnown={results.hoursKnown} />
          {results.guideAnswer !== null && places.page === 1 && <GuideAnswer guide={results.guideAnswer} />}
          {sponsored}
          {isPlain && <h2 className="sr-only">Places</h2>}
          <div className="search-rows" ref={list}>
            {places.items.length > 0 ? (
              groupsOf(numbered).map(({ fit, members }) => (
                <PlaceGroupRows
                  key={fit}
                  {...{ members, placeAction, highlighted }}
                  group={isPlain ? undefined : results.groups.find((group) => group.fit === fit)}
                />
              ))
            ) : results.placesFound > 0 ? (
              <NoFilteredPlaces {...{ results, removals }} />
            ) : (
              // With suggested removals above, no second message is needed.
              results.relaxations.length === 0 && (
                <NoResultsOfKind title="No places match." results={results} kind="places" />
              )
            )}
          </div>
          <p className="loading-more" role="status">
            {isLoadingMore && "More places loading…"}
          </p>
          {lastPage < places.pageCount && <ShowMore {...{ isLoadingMore, showMore }} isFirst={places.page === 1} />}
          <Pager label="Places" page={lastPage} pageCount={places.pageCount} hrefFor={pathOf} />
          {results.fewPlacesNote !== null && <AddPlace href={results.addHref} lead={results.fewPlacesNote} />}
        </section>
        <aside className="search-beside">
          <SecondaryGuides results={results} />
          {results.neighborhoods.length > 0 && <SecondaryNeighborhoods results={results} />}
        </aside>
      </div>
      {hasMap && <ResultsMap {...{ results, pins, highlighted }} />}
    </div>
  );
}

type ShowMoreProps = { isLoadingMore: boolean; showMore: () => void; isFirst: boolean };

/** Not `disabled` while it loads: the focus would be lost. */
function ShowMore({ isLoadingMore, showMore, isFirst }: ShowMoreProps) {
  return (
    <button
      className={`search-more${isFirst ? " search-more-first" : ""} button button-outline`}
      type="button"
      aria-disabled={isLoadingMore}
      onClick={isLoadingMore ? undefined : showMore}
    >
      Show more
    </button>
  );
}

/** Once more rows are there, the focus is on the first of them, so that a keyboard goes on where the visitor reads on. */
function useFocusOnMore(count: number, loadMore: () => void) {
  const list = useRef<HTMLDivElement>(null);
  const countBefore = useRef<number | null>(null);
  useEffect(() => {
    const before = countBefore.current;
    if (before === null || count <= before) return;
    countBefore.current = null;
    const row = list.current?.querySelectorAll(".place-rows > li")[before];
    row?.querySelector<HTMLElement>("a.name-link")?.focus({ preventScroll: true });
  }, [count]);
  const showMore = () => {
    countBefore.current = count;
    loadMore();
  };
  return { list, showMore };
}

type Numbered = { place: PlaceRow; number: number };

/** Places of one fit are adjacent. */
function groupsOf(numbered: readonly Numbered[]): { fit: PlaceRow["fit"]; members: Numbered[] }[] {
  return [...Map.groupBy(numbered, ({ place }) => place.fit)].map(([fit, members]) => ({ fit, members }));
}

type PlaceGroupRowsProps = Pick<ResultsProps, "placeAction"> & {
  members: readonly Numbered[];
  highlighted: string | null;
  /** Undefined without other groups: the list needs no heading. */
  group: SearchResults["groups"][number] | undefined;
};

function PlaceGroupRows({ members, highlighted, group, placeAction }: PlaceGroupRowsProps) {
  return (
    <>
      {group !== undefined && (
        <h2 className="search-group h4">
          {group.heading} <span className="text-muted">({formatCount(group.count, group.precision)})</span>
        </h2>
      )}
      <ol className="place-rows" start={members[0]?.number}>
        {members.map(({ place, number }) => (
          <PlaceRow
            key={place.slug}
            {...{ place, number }}
            action={placeAction(place)}
            isHighlighted={highlighted === `${number}`}
            reason={place.reason === "" ? undefined : <HighlightedText text={place.reason} />}
            isUnsure={place.fit === "unknown" || place.fit === "mentioned"}
            contact={<AskLinks ask={place.ask} />}
          />
        ))}
      </ol>
    </>
  );
}

/** How to ask what isn't known of a place. */
function AskLinks({ ask }: Pick<PlaceRow, "ask">) {
  if (ask.length === 0) return null;
  return (
    <p className="search-ask">
      {ask.map(({ href, label }) => (
        <a key={href} className="link" href={href} rel="noopener nofollow">
          {label}
        </a>
      ))}
    </p>
  );
}

/** The guide that answers the search, above the places that it names. */
function GuideAnswer({ guide }: { guide: NonNullable<SearchResults["guideAnswer"]> }) {
  return (
    <section className="search-answer" aria-label="Guide for this search">
      <p className="label">Our guide</p>
      <h2 className="h3">
        <Link className="name-link" to={`/posts/${guide.slug}`}>
          {guide.title}
        </Link>
      </h2>
      <p className="search-excerpt text-row">{guide.excerpt}</p>
    </section>
  );
}

type ResultsMapProps = { results: SearchResults; pins: readonly MapPin[]; highlighted: string | null };

/** All results: the listed ones with numbers, the others as dots. After a move it offers to search the visible area. */
function ResultsMap({ results, pins, highlighted }: ResultsMapProps) {
  const { bounds } = results.filters;
  const { box } = results.pins;
  const area = bounds ?? box;
  return (
    <MapPanel>
      <LocatorMap
        label={results.pins.label}
        {...{ pins, highlighted }}
        dots={results.pins.dots}
        frame={BASEMAP_FRAME}
        view={area === null ? undefined : viewOfBounds(BASEMAP_FRAME, area)}
        live={{
          dotsHref: searchPinsPath(results),
          pinsBox: box,
          searchesArea: { bounds, hrefFor: (moved) => filteredSearchPath(results, { bounds: moved }) },
        }}
      />
    </MapPanel>
  );
}

type PlaceRow = SearchResults["places"]["items"][number];
type SearchPageData = { results: SearchResults };

/** The first guides that match, beside places or neighborhoods. */
export function SecondaryGuides({ results }: { results: SearchResults }) {
  const { query, isVerbatim, guides } = results;
  if (guides.items.length === 0) return null;
  return (
    <section aria-labelledby="found-guides">
      <h2 className="h4" id="found-guides">
        Guides
      </h2>
      <ul>
        {guides.items.slice(0, SECONDARY_SHOWN).map((guide) => (
          <li key={guide.slug}>
            <h3 className="h3">
              <Link className="name-link" to={`/posts/${guide.slug}`}>
                {guide.title}
              </Link>
            </h3>
            <p className="meta text-meta text-muted">
              <span>{guide.category.name}</span>
              <span>{guide.readMinutes} min read</span>
              <GuideBadge guide={guide} />
            </p>
          </li>
        ))}
      </ul>
      {guides.total > SECONDARY_SHOWN && (
        <Link className="link text-row" to={searchPath({ query, isVerbatim, kind: "guides" })}>
          All {guides.total} guides
        </Link>
      )}
    </section>
  );
}
