import type { ReactNode } from "react";
import { Link } from "react-router";

import { SiteScenePicture } from "#app/features/illustrations/site-scene-picture.tsx";
import { CATEGORY_NAMES, CATEGORY_SLUGS } from "#app/features/places/categories.ts";
import { countText } from "#app/ui/counted.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { QuickSearchChips } from "./quick-search-chips.tsx";
import { ALL_FILTERS, isFiltered, NO_SEARCH_FILTERS } from "./search-filters.ts";
import { refinedPath, type SearchKind, type SearchResults, searchPath } from "./search.ts";

export function NothingAsked() {
  return (
    <>
      <h2 className="label pt-6 pb-2" id="often-asked">
        Often asked
      </h2>
      <QuickSearchChips labelledBy="often-asked" />
      <CategoryChips />
    </>
  );
}

/** No place answers the words; nothing where one does, or where a guide or neighborhood does instead. */
export function NothingFound({ results }: { results: SearchResults }) {
  const { query, relaxations, placesFound, guides, neighborhoods } = results;
  if (placesFound > 0) return null;
  if (relaxations.length > 0) {
    return (
      <>
        {/* What was found beside brings its own. */}
        {guides.total + neighborhoods.length === 0 && <h1 className="sr-only">Results for “{query}”</h1>}
        <div className="pt-8">
          <Empty
            title="No place is all of that."
            actions={relaxations.map(({ label, href, count, precision, isAlone }) => (
              <Link key={href} className="button button-outline button-small" to={href}>
                {`${countText(count, precision)} ${isAlone === true ? `with “${label}” alone` : `without “${label}”`}`}
              </Link>
            ))}
          >
            Hours, prices and what a place offers are often unknown here, and unknown is never taken for a yes.
          </Empty>
        </div>
      </>
    );
  }
  if (guides.total + neighborhoods.length > 0) return null;
  return (
    <div className="pt-8">
      <h1 className="sr-only">Results for “{query}”</h1>
      <Empty
        title="Nothing on J Street."
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
      </Empty>
      <CategoryChips />
    </div>
  );
}

/** Places answer the words, but none passes the filters. */
export function NothingLeft({ results }: { results: SearchResults }) {
  return (
    <Empty
      title="No place matches all of that."
      actions={
        <>
          {results.relaxations.map(({ label, href, count, precision }) => (
            <Link key={href} className="button button-outline button-small" to={href} preventScrollReset>
              Take off {label === ALL_FILTERS ? label : `“${label}”`} ({countText(count, precision)}{" "}
              {count === 1 ? "place" : "places"})
            </Link>
          ))}
          {isFiltered(results.filters) && (
            <Link
              className="button button-plain button-small"
              to={refinedPath(results, NO_SEARCH_FILTERS)}
              preventScrollReset
            >
              Clear all
            </Link>
          )}
        </>
      }
    >
      {results.relaxations.length > 0
        ? "Together these filters leave nothing. Taking one off brings places back."
        : "Together these filters leave nothing, and taking off any one of them is not enough."}
    </Empty>
  );
}

/** An empty group when another one has something: the way on is that one. */
export function NoneOfKind({ title, results, kind }: { title: string; results: SearchResults; kind: SearchKind }) {
  const other: SearchKind =
    kind !== "places" && results.places.total > 0
      ? "places"
      : kind !== "guides" && results.guides.total > 0
        ? "guides"
        : "neighborhoods";
  const count = other === "neighborhoods" ? results.neighborhoods.length : results[other].total;
  return (
    <Empty
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
      The same words find {other}.
    </Empty>
  );
}

function Empty({ title, actions, children }: { title: string; actions: ReactNode; children: ReactNode }) {
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
