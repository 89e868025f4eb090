import type { ReactNode } from "react";
import { Link } from "react-router";

import { SiteScenePicture } from "#illustrations/site-scene-picture.tsx";
import { CATEGORY_NAMES, CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import { formatCount } from "#app/ui/format-count.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { QuickSearchChips } from "./quick-search-chips.tsx";
import { ALL_FILTERS_LABEL, isFiltered, NO_SEARCH_FILTERS } from "../query/search-filters.ts";
import { filteredSearchPath, type SearchKind, type SearchResults, searchPath } from "./search-request.ts";

export function SearchStart() {
  return (
    <>
      <h2 className="label search-browse" id="popular-searches">
        Popular searches
      </h2>
      <QuickSearchChips labelledBy="popular-searches" />
      <CategoryChips />
    </>
  );
}

/** Shown when no place matches the query. Empty if a guide or neighborhood does instead. */
export function NoResults({ results }: { results: SearchResults }) {
  const { query, relaxations, guides, neighborhoods } = results;
  if (relaxations.length > 0) {
    return (
      <>
        {/* Results of another kind bring their own heading. */}
        {guides.total + neighborhoods.length === 0 && <h1 className="sr-only">Results for “{query}”</h1>}
        <div className="search-nothing">
          <SearchEmptyState
            title="Nothing matches all of these."
            actions={relaxations.map(({ label, href, count, precision, isAlone }) => (
              <Link key={href} className="button button-outline button-small" to={href}>
                {`${isAlone === true ? "Only" : "Remove"} “${label}” (${formatCount(count, precision)} ${count === 1 ? "place" : "places"})`}
              </Link>
            ))}
          >
            We list only places that we know match, and hours, prices and features are missing for many.
          </SearchEmptyState>
        </div>
      </>
    );
  }
  if (guides.total + neighborhoods.length > 0) return null;
  return (
    <div className="search-nothing">
      <h1 className="sr-only">Results for “{query}”</h1>
      <SearchEmptyState
        title="No results"
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
        Nothing matches “{query}”. Try fewer or simpler words: a dish, a kind of shop or a street name.
      </SearchEmptyState>
      <CategoryChips />
    </div>
  );
}

/** Shown when places match the query but not the filters. */
export function NoFilteredPlaces({ results }: { results: SearchResults }) {
  return (
    <SearchEmptyState
      title="Nothing matches all of these."
      actions={
        <>
          {results.relaxations.map(({ label, href, count, precision }) => (
            <Link key={href} className="button button-outline button-small" to={href} preventScrollReset>
              Remove {label === ALL_FILTERS_LABEL ? label : `“${label}”`} ({formatCount(count, precision)}{" "}
              {count === 1 ? "place" : "places"})
            </Link>
          ))}
          {isFiltered(results.filters) && (
            <Link
              className="button button-plain button-small"
              to={filteredSearchPath(results, NO_SEARCH_FILTERS)}
              preventScrollReset
            >
              Clear all
            </Link>
          )}
        </>
      }
    >
      {results.relaxations.length > 0
        ? "No place passes all of these filters. Remove one to see more places."
        : "No place passes all of these filters, and removing one isn’t enough. Clear them all to see more places."}
    </SearchEmptyState>
  );
}

/** Shown for an empty group when another group has results, which it links to. */
export function NoResultsOfKind({ title, results, kind }: { title: string; results: SearchResults; kind: SearchKind }) {
  const other: SearchKind =
    kind !== "places" && results.places.total > 0
      ? "places"
      : kind !== "guides" && results.guides.total > 0
        ? "guides"
        : "neighborhoods";
  const count = other === "neighborhoods" ? results.neighborhoods.length : results[other].total;
  return (
    <SearchEmptyState
      title={title}
      actions={
        <Link
          className="button button-outline button-small"
          to={searchPath({ query: results.query, isVerbatim: results.isVerbatim, kind: other })}
        >
          See {other} ({count})
        </Link>
      }
    >
      We found {other} instead.
    </SearchEmptyState>
  );
}

function SearchEmptyState({ title, actions, children }: { title: string; actions: ReactNode; children: ReactNode }) {
  return (
    <EmptyState
      title={title}
      actions={actions}
      picture={<SiteScenePicture name="no-matches" width={320} height={150} />}
    >
      {children}
    </EmptyState>
  );
}

function CategoryChips() {
  return (
    <>
      <h2 className="label search-browse">Or browse by category</h2>
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
