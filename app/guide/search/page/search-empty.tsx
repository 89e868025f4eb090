import type { ReactNode } from "react";
import { Link } from "react-router";

import { SiteScenePicture } from "#illustrations/site-scene-picture.tsx";
import { CATEGORY_NAMES, CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import { formatCount } from "#app/ui/format-count.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { QuickSearchChips } from "./quick-search-chips.tsx";
import { ALL_FILTERS_LABEL, isFiltered, NO_SEARCH_FILTERS } from "../query/search-filters.ts";
import {
  filteredSearchPath,
  type SearchHelp,
  type SearchKind,
  type SearchRelaxation,
  type SearchResults,
  searchPath,
} from "./search-request.ts";

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

/**
 * Shown when no place matches the query: what to remove, and what is close. Below the guides and neighborhoods that match
 * instead.
 */
export function NoResults({ results }: { results: SearchResults }) {
  const { query, relaxations, guides, neighborhoods, help } = results;
  const [most] = relaxations;
  const hasOthers = guides.total + neighborhoods.length > 0;
  const title = `We don’t list a place for “${query}” yet.`;
  return (
    <>
      {/* Results of another kind bring their own heading. */}
      {!hasOthers && <h1 className="sr-only">Results for “{query}”</h1>}
      <div className="search-nothing">
        {most !== undefined ? (
          <SearchEmptyState
            title="Nothing matches all of these."
            actions={relaxations.map((relaxation) => (
              <Link key={relaxation.href} className="button button-outline button-small" to={relaxation.href}>
                {relaxationLabel(relaxation)}
              </Link>
            ))}
          >
            {whatIsKnown(most)}
          </SearchEmptyState>
        ) : hasOthers ? (
          <h2 className="h3">{title}</h2>
        ) : (
          <SearchEmptyState title={title}>
            {help === null
              ? "Try fewer or simpler words: a dish, a kind of shop or a street name."
              : "Here is what comes closest."}
          </SearchEmptyState>
        )}
        {help?.kind === "closest" && <ClosestKinds help={help} />}
        {help === null && !hasOthers && most === undefined && <CategoryChips />}
      </div>
    </>
  );
}

function relaxationLabel({ label, count, precision, isAlone }: SearchRelaxation): string {
  return `${isAlone === true ? "Only" : "Remove"} “${label}” (${countOfPlaces(count, precision)})`;
}

/** "12 places match everything except “Barry Farm”." */
function whatIsKnown({ label, count, precision, isAlone }: SearchRelaxation): string {
  const match = `${countOfPlaces(count, precision)} ${count === 1 ? "matches" : "match"}`;
  const sentence =
    isAlone === true
      ? `${match} “${label}” alone.`
      : label === ALL_FILTERS_LABEL
        ? `${match} without the filters.`
        : `${match} everything except “${label}”.`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function countOfPlaces(count: number, precision: SearchRelaxation["precision"]): string {
  return `${formatCount(count, precision)} ${count === 1 ? "place" : "places"}`;
}

function ClosestKinds({ help }: { help: Extract<SearchHelp, { kind: "closest" }> }) {
  const { category, total, precision, kinds } = help;
  return (
    <section aria-labelledby="closest">
      <h2 className="label search-browse" id="closest">
        In {CATEGORY_NAMES[category]}
      </h2>
      <ul className="chips">
        {kinds.map(({ label, href, count }) => (
          <li key={href}>
            <Link className="chip" to={href}>
              {label} <span className="chip-count">{count}</span>
            </Link>
          </li>
        ))}
        <li>
          <Link className="button button-plain button-small" to={`/${category}`}>
            All {countOfPlaces(total, precision)}
          </Link>
        </li>
      </ul>
    </section>
  );
}

/** Shown when places match the query but not the filters. */
export function NoFilteredPlaces({ results }: { results: SearchResults }) {
  const [most] = results.relaxations;
  return (
    <SearchEmptyState
      title="Nothing matches all of these."
      actions={
        <>
          {results.relaxations.map(({ label, href, count, precision }) => (
            <Link key={href} className="button button-outline button-small" to={href} preventScrollReset>
              Remove {label === ALL_FILTERS_LABEL ? label : `“${label}”`} ({countOfPlaces(count, precision)})
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
      {most !== undefined
        ? whatIsKnown(most)
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

type SearchEmptyStateProps = { title: string; actions?: ReactNode; children: ReactNode };

function SearchEmptyState({ title, actions, children }: SearchEmptyStateProps) {
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
    <section>
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
    </section>
  );
}
