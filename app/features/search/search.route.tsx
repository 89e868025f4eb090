import { X } from "lucide-react";
import { Link } from "react-router";

import { CATEGORY_NAMES, CATEGORY_SLUGS } from "#app/features/places/categories.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { siteOf } from "#app/platform/site.ts";
import { counted } from "#app/ui/counted.ts";
import { SiteScenePicture } from "#app/features/illustrations/site-scene-picture.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import type { Route } from "./+types/search.route";
import { QUICK_SEARCHES } from "./quick-searches.ts";
import { SearchBox } from "./search-box.tsx";
import { FoundGuides, FoundNeighborhoods, FoundPlaces } from "./search-groups.tsx";
import { search } from "./search.server.ts";
import { readSearchRequest, type SearchKind, type SearchResults, searchPath, shownKind } from "./search.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const asked = readSearchRequest(new URL(request.url).searchParams);
  const results = await search(site.db, asked, site);
  return { results, kind: shownKind(asked.kind, results) };
}

export const meta: Route.MetaFunction = ({ loaderData: { results }, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: results.query === "" ? "Search" : `Search for “${results.query}”`,
    description: "Search the places, guides and neighborhoods of Washington, DC.",
    path: searchPath({ query: results.query }),
    // Anybody can make up a search; an index full of those that find nothing helps no one.
    robots: results.query === "" || totals(results).places > 0 ? "index, follow" : "noindex, follow",
  });

export default function Search({ loaderData }: Route.ComponentProps) {
  const { results, kind } = loaderData;
  const found = totals(results);
  const hasFound = found.places + found.guides + found.neighborhoods > 0;
  return (
    <>
      <div className="wrap">
        <h1 className="d3 pt-10 pb-4">{results.query === "" ? "Search DC" : `Results for “${results.query}”`}</h1>
        <SearchBox query={results.query} placeholder="A place, a kind of food, a street" />
        <UnderstoodChips chips={results.chips} />
        {results.query === "" ? <NothingAsked /> : found.places === 0 && <NothingFound results={results} />}
        {results.isPartial && found.places > 0 && (
          <p className="pt-4 text-stone-5">No place has all of these words. These have some of them.</p>
        )}
        {hasFound && (
          <>
            <p className="sr-only" role="status">
              {counted(found.places, "place")}, {counted(found.guides, "guide")} and{" "}
              {counted(found.neighborhoods, "neighborhood")} found
            </p>
            <div className="search-tabs">
              <Tabs
                label="Kinds of results"
                tabs={KIND_TABS.map((tab) => ({
                  label: tab.label,
                  to: searchPath({ query: results.query, kind: tab.kind }),
                  isCurrent: kind === tab.kind,
                  count: found[tab.kind],
                }))}
              />
            </div>
          </>
        )}
      </div>
      {hasFound && <FoundOfKind kind={kind} results={results} />}
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
function FoundOfKind({ kind, results }: { kind: SearchKind; results: SearchResults }) {
  if (kind === "guides") return <FoundGuides results={results} />;
  if (kind === "neighborhoods") return <FoundNeighborhoods results={results} />;
  return <FoundPlaces results={results} />;
}

function NothingAsked() {
  return (
    <>
      <h2 className="label pt-6 pb-2">Often asked</h2>
      <ul className="chips">
        {QUICK_SEARCHES.map((words) => (
          <li key={words}>
            <Link className="chip" to={searchPath({ query: words })}>
              {words}
            </Link>
          </li>
        ))}
      </ul>
      <CategoryChips />
    </>
  );
}

/** What the words were taken to mean; each can be taken off. */
function UnderstoodChips({ chips }: Pick<SearchResults, "chips">) {
  if (chips.length === 0) return null;
  return (
    <ul className="chips pt-4" aria-label="Understood as">
      {chips.map(({ label, href }) => (
        <li key={label}>
          <Link className="chip chip-removable" to={href}>
            <span className="sr-only">Take off </span>
            {label}
            <X className="icon-small" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function NothingFound({ results }: { results: SearchResults }) {
  const { query, relaxations } = results;
  if (relaxations.length > 0) return <NothingLeft relaxations={relaxations} />;
  if (totals(results).guides + totals(results).neighborhoods > 0) return null;
  return (
    <div className="pt-8">
      <EmptyState
        title="Nothing on J Street."
        picture={<SiteScenePicture name="no-matches" width={320} height={150} />}
        actions={
          <>
            <Link className="button button-outline button-small" to="/neighborhoods">
              All neighborhoods
            </Link>
            <Link className="button button-plain button-small" to="/latest">
              Latest guides
            </Link>
          </>
        }
      >
        Washington’s lettered streets skip from I to K, and nothing here matches “{query}” either. Fewer or simpler
        words find more: a dish, a kind of shop, the name of a street.
      </EmptyState>
      <CategoryChips />
    </div>
  );
}

/** Every condition has places, but no place meets them all. */
function NothingLeft({ relaxations }: Pick<SearchResults, "relaxations">) {
  return (
    <div className="pt-8">
      <EmptyState
        title="No place is all of that."
        actions={relaxations.map(({ label, href, count }) => (
          <Link key={label} className="button button-outline button-small" to={href}>
            {count} without “{label}”
          </Link>
        ))}
      >
        Hours, prices and what a place offers are often unknown here, and unknown is never taken for a yes.
      </EmptyState>
    </div>
  );
}

function CategoryChips() {
  return (
    <>
      <h2 className="label pt-6 pb-2">Or look through a category</h2>
      <ul className="chips">
        {CATEGORY_SLUGS.map((slug) => (
          <li key={slug}>
            <Link className="chip" to={`/${slug}`}>
              {CATEGORY_NAMES[slug]}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
