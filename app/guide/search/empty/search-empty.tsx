import type { ReactNode } from "react";
import { Link } from "react-router";

import { SiteScenePicture } from "#illustrations/site-scene-picture.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";

import type { DescribedRelaxations } from "./describe-relaxations.ts";
import type { HelpChips } from "./help-chips.ts";
import type { SearchResults } from "../page/search-request.ts";

type NoResultsProps = {
  results: SearchResults;
  /** What can be removed from the query; null: nothing. */
  removals: DescribedRelaxations | null;
  /** Links to what comes closest; null: to nothing. */
  chips: HelpChips | null;
};

/**
 * Shown when no place matches the query: what to remove, and what is close. Below the guides and neighborhoods that match
 * instead.
 */
export function NoResults({ results, removals, chips }: NoResultsProps) {
  const { query, guides, neighborhoods } = results;
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
          <SearchEmptyState title={title}>{chips?.note ?? "Call a hospital above."}</SearchEmptyState>
        )}
        {chips !== null && <Chips {...chips} />}
      </div>
    </>
  );
}

function Chips({ title, chips }: HelpChips) {
  return (
    <section aria-labelledby="closest">
      <h2 className="label search-browse" id="closest">
        {title}
      </h2>
      <ul className="chips">
        {chips.map(({ label, href, count }) => (
          <li key={href}>
            <Link className="chip" to={href}>
              {label} {count !== "" && <span className="chip-count">{count}</span>}
            </Link>
          </li>
        ))}
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
