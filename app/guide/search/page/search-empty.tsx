import { Link } from "react-router";

import { CATEGORY_NAMES } from "#app/guide/places/facts/categories.ts";

import { CategoryChips } from "./category-chips.tsx";
import { countOfPlaces, SearchEmptyState, whatIsKnown } from "./search-empty-state.tsx";
import type { SearchHelp, SearchRelaxation, SearchResults } from "./search-request.ts";

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
