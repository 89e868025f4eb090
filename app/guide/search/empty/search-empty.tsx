import type { ReactNode } from "react";
import { Link } from "react-router";

import { SiteScenePicture } from "#illustrations/site-scene-picture.tsx";
import { CATEGORY_NAMES } from "#app/guide/places/facts/categories.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { formatCount } from "#app/ui/format-count.ts";

import { CategoryChips } from "./category-chips.tsx";
import type { DescribedRelaxations } from "./describe-relaxations.ts";
import type { SearchHelp, SearchResults } from "../page/search-request.ts";

type NoResultsProps = {
  results: SearchResults;
  /** What can be removed from the query; null: nothing. */
  removals: DescribedRelaxations | null;
};

/**
 * Shown when no place matches the query: what to remove, and what is close. Below the guides and neighborhoods that match
 * instead.
 */
export function NoResults({ results, removals }: NoResultsProps) {
  const { query, guides, neighborhoods, help } = results;
  const hasOthers = guides.total + neighborhoods.length > 0;
  const title = `We don’t list a place for “${query}” yet.`;
  return (
    <>
      {/* Results of another kind bring their own heading. */}
      {!hasOthers && <h1 className="sr-only">Results for “{query}”</h1>}
      <div className="search-nothing">
        {removals !== null ? (
          <SearchEmptyState
            title="Nothing matches all of these."
            actions={removals.links.map(({ label, href }) => (
              <Link key={href} className="button button-outline button-small" to={href}>
                {label}
              </Link>
            ))}
          >
            {removals.note}
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
        {help === null && !hasOthers && removals === null && <CategoryChips />}
      </div>
    </>
  );
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
            See all {formatCount(total, precision)}
          </Link>
        </li>
      </ul>
    </section>
  );
}

type SearchEmptyStateProps = { title: string; actions?: ReactNode; children: ReactNode };

/** Says why a list is empty, with a picture. */
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
