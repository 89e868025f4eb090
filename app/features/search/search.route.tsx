import { redirect, useNavigation } from "react-router";

import { withSaved, withSavedGuides } from "#app/features/members/saves.server.ts";
import { showsDemoRating } from "#app/features/places/rating-summary.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { reserveSlot } from "#app/features/advertising/sponsored-slot.server.ts";
import { SponsoredSlot } from "#app/features/advertising/sponsored-slot.tsx";
import { notePlacesShown } from "#app/platform/page-life.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { counted, countText } from "#app/ui/counted.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import type { Route } from "./+types/search.route";
import { placesTitle } from "./places-title.ts";
import { SearchBox } from "./search-box.tsx";
import { FoundGuides, FoundNeighborhoods, FoundPlaces, type FoundProps } from "./search-groups.tsx";
import { NothingAsked, NothingFound } from "./search-nothing.tsx";
import { Corrected, UnderstoodChips } from "./search-understood.tsx";
import { search } from "./search.server.ts";
import { activeSearchFilters, isFiltered } from "./search-filters.ts";
import {
  isCanonicalRequest,
  readSearchRequest,
  refinedPath,
  type SearchKind,
  type SearchRequest,
  type SearchResults,
  searchPath,
  shownKind,
} from "./search.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { searchParams } = new URL(request.url);
  const asked = readSearchRequest(searchParams);
  // A form without script repeats parameters and sends defaults: one page, one address.
  if (!isCanonicalRequest(searchParams, asked)) throw redirect(searchPath(asked));
  const results = await search(site.db, asked, site);
  const kind = shownKind(asked.kind, results);
  const pageCount = kind === "neighborhoods" ? 1 : results[kind].pageCount;
  if (asked.page > pageCount) throw redirect(searchPath({ ...asked, page: pageCount }));
  const listed = kind === "places" ? results.places.items : [];
  notePlacesShown(site.page, { surface: "search", places: listed, term: asked.query, found: foundBy(asked, results) });
  // Of what the search finds first, so that nobody who looks for a dentist is shown a bar: later pages don't know it.
  const [first] = kind === "places" && asked.page === 1 ? results.places.items : [];
  const slot = first === undefined ? null : await reserveSlot(site.db, `search:${first.category}`, site);
  // Made here, so that no visitor fetches the script for it.
  const active = activeSearchFilters(results, (change) => refinedPath(results, change));
  const { total, precision, items } = results.places;
  const places = { ...results.places, items: await withSaved(site.db, site.viewer, items) };
  const guides = { ...results.guides, items: await withSavedGuides(site.db, site.viewer, results.guides.items) };
  return {
    results: { ...results, places, guides },
    kind,
    page: asked.page,
    active,
    title: placesTitle(results),
    // The button stands in the bar over the places.
    position: results.needsPosition && kind === "places" && results.placesFound > 0 ? POSITION_WORDS : null,
    placeCount: countText(total, precision),
    slot,
  };
}

/** Here and not beside what shows them, so that no visitor fetches both for the one that holds. */
const POSITION_WORDS = {
  withScript: "Where you are is known only to your browser. Choose “Near me” below to share it for this search.",
  withoutScript:
    "Where you are is known only to your browser, and without JavaScript it can’t share it. Name a neighborhood or a Metro station instead.",
};

/** How much a search finds in all, as it was typed; null for its further pages, chosen kinds and filters. */
function foundBy(asked: SearchRequest, { query, filters, placesFound, guides, neighborhoods }: SearchResults) {
  const isTyped = query !== "" && asked.kind === null && asked.page === 1 && !isFiltered(filters);
  return isTyped ? placesFound + guides.total + neighborhoods.length : null;
}

export const meta: Route.MetaFunction = ({ loaderData: { results, kind, page }, matches }) => {
  const pagePath = (shown: number) => placesPath(results, kind, shown);
  const pageCount = kind === "neighborhoods" ? 1 : results[kind].pageCount;
  return pageMeta({
    siteUrl: siteUrlOf(matches),
    title: results.query === "" ? "Search" : `Search for “${results.query}”`,
    description: "Search the places, guides and neighborhoods of Washington, DC.",
    path: pagePath(page),
    // Anybody can make up a search; an index full of those that find nothing, or of every choice of filters, helps no one.
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

/** The address of a page of a group; the group is named where it is not the one shown without. */
function placesPath(results: SearchResults, kind: SearchKind, page: number): string {
  const { query, isVerbatim, filters } = results;
  return searchPath({ query, isVerbatim, filters, page, kind: shownKind(null, results) === kind ? null : kind });
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { results, kind, active, title, position, placeCount, slot } = loaderData;
  const sponsored = slot === null ? null : <SponsoredSlot on={slot} />;
  const isLoading = useNavigation().location?.pathname === "/search";
  const counts = totals(results);
  const hasFound = results.placesFound + counts.guides + counts.neighborhoods > 0;
  const isAsked = results.query !== "" || isFiltered(results.filters);
  return (
    <>
      <div className="wrap">
        <Breadcrumbs
          trail={[{ label: "Home", to: "/" }, { label: "Search" }]}
          aside={showsDemoRating(results.places.items) && <DemoMark />}
        />
        {!isAsked && <h1 className="d3 pt-3 pb-4">Search DC</h1>}
        <SearchBox query={results.query} placeholder="A place, a kind of food, a street" />
        <Corrected results={results} />
        <UnderstoodChips {...{ results, position }} />
        {isAsked ? <NothingFound results={results} /> : <NothingAsked />}
        {kind === "places" && results.isPartial && results.placesFound > 0 && (
          <p className="pt-4 text-stone-5">No place has all of these words. These have some of them.</p>
        )}
        {hasFound && (
          <>
            <p className="sr-only" role="status">
              {isLoading
                ? "Searching…"
                : `${placeCount} ${counts.places === 1 ? "place" : "places"}, ${counted(counts.guides, "guide")} and ${counted(counts.neighborhoods, "neighborhood")} found`}
            </p>
            <div className="search-tabs">
              <Tabs
                label="Kinds of results"
                tabs={KIND_TABS.map((tab) => ({
                  label: tab.label,
                  to: placesPath(results, tab.kind, 1),
                  isCurrent: kind === tab.kind,
                  count: tab.kind === "places" ? placeCount : counts[tab.kind],
                }))}
              />
            </div>
          </>
        )}
      </div>
      {hasFound && <FoundOfKind {...{ kind, results, active, title, sponsored, isLoading }} />}
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

/** The chosen group, and beside it the beginnings of the others. */
function FoundOfKind({ kind, ...found }: { kind: SearchKind } & FoundProps) {
  if (kind === "guides") return <FoundGuides {...found} />;
  if (kind === "neighborhoods") return <FoundNeighborhoods {...found} />;
  return <FoundPlaces {...found} />;
}
