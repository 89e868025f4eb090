import "#app/business/advertising/slots/sponsored.css";
import "#app/people/members/search-alerts/search-alerts.css";

import { redirect, useNavigation } from "react-router";

import { withSavedPlaces, withSavedGuides } from "#app/people/members/saves/saves.server.ts";
import { renderSearchAlertForm } from "#app/people/members/search-alerts/search-alert-html.server.tsx";
import { findSearchAlertOffer } from "#app/people/members/search-alerts/search-alerts.server.ts";
import { hasDemoRating } from "#app/guide/places/cards/rating-summary.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { reserveSlot } from "#app/business/advertising/slots/reserve-slot.server.ts";
import { SponsoredSlot } from "#app/business/advertising/slots/lazy-sponsored-slot.ts";
import { recordListedPlaces } from "#app/platform/page-cache-info.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { pluralize, formatCount } from "#app/ui/format-count.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import type { Route } from "./+types/search.route";
import { AddPlace } from "../empty/add-place.tsx";
import { describeRelaxations } from "../empty/describe-relaxations.ts";
import { helpChips } from "../empty/help-chips.ts";
import { placesTitle } from "./places-title.ts";
import { SearchBox } from "../suggest/search-box.tsx";
import { guideSaveButton } from "#app/people/members/saves/savable-guide-card.tsx";
import { placeSaveButton } from "#app/people/members/saves/savable-place-row.tsx";
import { GuideResults, NeighborhoodResults } from "./lazy-other-results.ts";
import { PlaceResults, SecondaryGuides, type ResultsProps } from "./search-results.tsx";
import { Hospitals, NoResults, SearchStart } from "../empty/lazy-search-empty.ts";
import { SpellingCorrection, ConditionChips } from "./search-interpretation.tsx";
import { search } from "./search.server.ts";
import { activeSearchFilters, isFiltered } from "../query/search-filters.ts";
import {
  effectiveQuery,
  isCanonicalRequest,
  parseSearch,
  filteredSearchPath,
  type SearchKind,
  type SearchRequest,
  type SearchResults,
  searchPath,
  selectedKind,
  SEARCH_PARAMETERS,
  SEARCHES_PER_MINUTE_MAX,
} from "./search-request.ts";

export const handle = {
  audience: "everyone",
  isIndexed: false,
  query: SEARCH_PARAMETERS,
  rendersPerMinuteMax: SEARCHES_PER_MINUTE_MAX,
} as const satisfies RouteHandle;

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const query = readQuery(request, handle);
  const searchRequest = parseSearch(query);
  // Forms without script repeat parameters and send defaults. Redirects to the canonical URL.
  if (!isCanonicalRequest(query, searchRequest)) throw redirect(searchPath(searchRequest));
  const results = await search(site.db, searchRequest, site);
  const kind = selectedKind(searchRequest.kind, results);
  const pageCount = kind === "neighborhoods" ? 1 : results[kind].pageCount;
  if (searchRequest.page > pageCount) throw redirect(searchPath({ ...searchRequest, page: pageCount }));
  const listed = kind === "places" ? results.places.items : [];
  recordListedPlaces(site.page, {
    surface: "search",
    places: listed,
    term: searchRequest.query,
    resultCount: totalResults(searchRequest, results),
  });
  // The slot's category is that of the first result, so that a search for dentists shows no bar. Later pages have
  // no slot.
  const [first] = kind === "places" && searchRequest.page === 1 ? results.places.items : [];
  const slot = first === undefined ? null : await reserveSlot(site.db, `search:${first.category}`, site);
  // Computed here, so that visitors don't load the code for it.
  const active = activeSearchFilters(results, (change) => filteredSearchPath(results, change));
  const { total, precision, items } = results.places;
  const places = { ...results.places, items: await withSavedPlaces(site.db, site.viewer, items) };
  const guides = { ...results.guides, items: await withSavedGuides(site.db, site.viewer, results.guides.items) };
  return {
    results: { ...results, places, guides, pins: { ...results.pins, ids: [] }, chips: chipsBesideQuery(results) },
    kind,
    page: searchRequest.page,
    removals: describeRelaxations(results.relaxations),
    chips: results.placesFound === 0 ? helpChips(results) : null,
    active,
    title: placesTitle(results),
    // The "Near me" button is in the bar above the places.
    position: results.needsPosition && kind === "places" && results.placesFound > 0 ? POSITION_HINTS : null,
    placeCount: formatCount(total, precision),
    slot,
    alert: renderSearchAlertForm(
      await findSearchAlertOffer(site.db, site.viewer, { results, path: searchPath(searchRequest) }),
    ),
  };
}

/** Nothing if all that was understood is the query in its own words, which is in the box. */
function chipsBesideQuery(results: SearchResults): SearchResults["chips"] {
  const isQuery = ({ label }: { label: string }) => label.toLowerCase() === effectiveQuery(results).toLowerCase();
  const saysMore = results.chips.length > 1 || results.chips.some((chip) => chip.note !== undefined || !isQuery(chip));
  return saysMore ? results.chips : [];
}

/** On the server, so that visitors don't load both texts. */
const POSITION_HINTS = {
  withScript: "We don’t know where you are. Choose “Near me” below to share your location for this search.",
  withoutScript:
    "We don’t know where you are, and without JavaScript your browser can’t share it. Enter a neighborhood or Metro station instead.",
};

/** The total results of a typed query, for the search statistics; null for further pages, chosen kinds and filters. */
function totalResults(
  searchRequest: SearchRequest,
  { query, filters, placesFound, guides, neighborhoods }: SearchResults,
) {
  const isPlainQuery = query !== "" && searchRequest.kind === null && searchRequest.page === 1 && !isFiltered(filters);
  return isPlainQuery ? placesFound + guides.total + neighborhoods.length : null;
}

export const meta: Route.MetaFunction = ({ loaderData: { results, kind, page }, matches }) => {
  const pagePath = (shown: number) => groupPath(results, kind, shown);
  const pageCount = kind === "neighborhoods" ? 1 : results[kind].pageCount;
  return pageMeta({
    matches,
    title: results.query === "" ? "Search" : `Search for “${results.query}”`,
    description: "Search the places, guides and neighborhoods of Washington, DC.",
    path: pagePath(page),
    // Searches without results and filter combinations are not indexed: anybody can make up a URL.
    robots:
      !isFiltered(results.filters) && (results.query === "" || results.places.total > 0)
        ? "index, follow"
        : "noindex, follow",
    pager: {
      ...(page > 1 ? { prev: pagePath(page - 1) } : {}),
      ...(page < pageCount ? { next: pagePath(page + 1) } : {}),
    },
  });
};

/** The URL of a page of a group. The group is named only if it isn't the default. */
function groupPath(results: SearchResults, kind: SearchKind, page: number): string {
  const { query, isVerbatim, filters } = results;
  return searchPath({ query, isVerbatim, filters, page, kind: selectedKind(null, results) === kind ? null : kind });
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { results, removals, chips, kind, active, title, position, placeCount, slot } = loaderData;
  const alertForm = loaderData.alert !== null && <div dangerouslySetInnerHTML={{ __html: loaderData.alert }} />;
  const sponsored = slot === null ? null : <SponsoredSlot on={slot} />;
  const isLoading = useNavigation().location?.pathname === "/search";
  const counts = totals(results);
  const hasFound = results.placesFound + counts.guides + counts.neighborhoods > 0;
  const hasQuery = results.query !== "" || isFiltered(results.filters);
  const isEmpty = hasQuery && results.placesFound === 0;
  // Guides or neighborhoods that match, without anything to remove for places to match.
  const hasInstead = hasFound && results.relaxations.length === 0;
  return (
    <>
      <div className="wrap">
        <Breadcrumbs
          trail={[{ label: "Home", to: "/" }, { label: "Search" }]}
          aside={hasDemoRating(results.places.items) && <DemoMark />}
        />
        {!hasQuery && <h1 className="d3 search-title">Search DC</h1>}
        <SearchBox query={results.query} placeholder="A place, a kind of food, a street" />
        <SpellingCorrection results={results} />
        <ConditionChips {...{ results, position }} />
        {!hasQuery && <SearchStart />}
        {results.help?.kind === "hospitals" && <Hospitals help={results.help} isOpen={isEmpty} />}
        {isEmpty && !hasInstead && <NoResults {...{ results, removals, chips }} />}
        {kind === "places" && results.isPartial && results.placesFound > 0 && (
          <p className="search-note text-muted">No place matches every word. These match some of them.</p>
        )}
        {hasFound && (
          <>
            <p className="sr-only" role="status">
              {isLoading
                ? "Searching…"
                : `${placeCount} ${counts.places === 1 ? "place" : "places"}, ${pluralize(counts.guides, "guide")} and ${pluralize(counts.neighborhoods, "neighborhood")} found`}
            </p>
            <div className="search-tabs">
              <Tabs
                label="Kinds of results"
                tabs={KIND_TABS.map((tab) => ({
                  label: tab.label,
                  to: groupPath(results, tab.kind, 1),
                  isCurrent: kind === tab.kind,
                  count: tab.kind === "places" ? placeCount : counts[tab.kind],
                }))}
              />
            </div>
          </>
        )}
      </div>
      {hasFound && (
        <ResultsOfKind
          {...{ kind, results, removals, active, title, sponsored, isLoading }}
          placeAction={placeSaveButton}
          guideAction={guideSaveButton}
        />
      )}
      {(isEmpty || alertForm !== false) && (
        <div className="wrap">
          {isEmpty && hasInstead && <NoResults {...{ results, removals, chips }} />}
          {alertForm}
          {results.fewPlacesNote === null && <AddPlace href={results.addHref} />}
        </div>
      )}
    </>
  );
}

const KIND_TABS: readonly { kind: SearchKind; label: string }[] = [
  { kind: "places", label: "Places" },
  { kind: "guides", label: "Guides" },
  { kind: "neighborhoods", label: "Neighborhoods" },
];

function totals(results: SearchResults): Record<SearchKind, number> {
  return {
    places: results.places.total,
    guides: results.guides.total,
    neighborhoods: results.neighborhoods.length,
  };
}

/** The chosen group, with the first results of the others beside it. */
function ResultsOfKind({ kind, ...found }: { kind: SearchKind } & ResultsProps) {
  if (kind === "guides") return <GuideResults {...found} />;
  if (kind === "neighborhoods")
    return <NeighborhoodResults {...found} guides={<SecondaryGuides results={found.results} />} />;
  return <PlaceResults {...found} />;
}
