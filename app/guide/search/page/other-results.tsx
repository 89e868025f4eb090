import type { ReactNode } from "react";

import { GuideCard } from "#app/guide/guides/list/guide-card.tsx";
import { NeighborhoodCard } from "#app/guide/neighborhoods/neighborhood-card.tsx";
import { pluralize } from "#app/ui/format-count.ts";
import { Pager } from "#app/ui/pager.tsx";

import { NoResultsOfKind } from "../empty/empty-group.tsx";
import { effectiveQuery, searchPath } from "./search-request.ts";
import type { ResultsProps } from "./search-results.tsx";
import { SecondaryNeighborhoods } from "./secondary-neighborhoods.tsx";

export function GuideResults({ results, guideAction, isLoading }: ResultsProps) {
  const { query, isVerbatim, guides } = results;
  return (
    <div className="search-columns wrap">
      <section className="search-list" aria-labelledby="found" aria-busy={isLoading}>
        <h1 className="h2" id="found">
          {pluralize(guides.total, "guide")} for “{effectiveQuery(results)}”
        </h1>
        <h2 className="sr-only">Guides</h2>
        {guides.items.length === 0 ? (
          <NoResultsOfKind title="No guides match." results={results} kind="guides" />
        ) : (
          <ul className="search-guides">
            {guides.items.map((guide) => (
              <li key={guide.slug}>
                <GuideCard guide={guide} shape="row" action={guideAction(guide)} />
              </li>
            ))}
          </ul>
        )}
        <Pager
          label="Guides"
          page={guides.page}
          pageCount={guides.pageCount}
          hrefFor={(page) => searchPath({ query, isVerbatim, kind: "guides", page })}
        />
      </section>
      <aside className="search-beside">
        {results.neighborhoods.length > 0 && <SecondaryNeighborhoods results={results} />}
      </aside>
    </div>
  );
}

/** `guides`: those that match, beside the list. */
export function NeighborhoodResults({ results, guides, isLoading }: ResultsProps & { guides: ReactNode }) {
  return (
    <div className="search-columns wrap">
      <section className="search-list" aria-labelledby="found" aria-busy={isLoading}>
        <h1 className="h2" id="found">
          {pluralize(results.neighborhoods.length, "neighborhood")} for “{effectiveQuery(results)}”
        </h1>
        <h2 className="sr-only">Neighborhoods</h2>
        {results.neighborhoods.length === 0 ? (
          <NoResultsOfKind title="No neighborhoods match." results={results} kind="neighborhoods" />
        ) : (
          <ul className="search-neighborhoods">
            {results.neighborhoods.map((neighborhood) => (
              <li key={neighborhood.slug}>
                <NeighborhoodCard neighborhood={neighborhood} shape="row" hasSummary />
              </li>
            ))}
          </ul>
        )}
      </section>
      <aside className="search-beside">{guides}</aside>
    </div>
  );
}
