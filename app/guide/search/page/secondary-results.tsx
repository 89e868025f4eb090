import { Link } from "react-router";

import { GuideBadge } from "#app/guide/guides/page/guide-badge.tsx";
import { NeighborhoodCard } from "#app/guide/neighborhoods/neighborhood-card.tsx";

import { type SearchResults, searchPath } from "./search-request.ts";

/** How many of a secondary group are listed beside the main one. */
const SECONDARY_SHOWN = 3;

export function SecondaryGuides({ results }: { results: SearchResults }) {
  const { query, isVerbatim, guides } = results;
  if (guides.items.length === 0) return null;
  return (
    <section aria-labelledby="found-guides">
      <h2 className="h4" id="found-guides">
        Guides
      </h2>
      <ul>
        {guides.items.slice(0, SECONDARY_SHOWN).map((guide) => (
          <li key={guide.slug}>
            <h3 className="h3">
              <Link className="name-link" to={`/posts/${guide.slug}`}>
                {guide.title}
              </Link>
            </h3>
            <p className="meta text-meta text-muted">
              <span>{guide.category.name}</span>
              <span>{guide.readMinutes} min read</span>
              <GuideBadge guide={guide} />
            </p>
          </li>
        ))}
      </ul>
      {guides.total > SECONDARY_SHOWN && (
        <Link className="link text-row" to={searchPath({ query, isVerbatim, kind: "guides" })}>
          All {guides.total} guides
        </Link>
      )}
    </section>
  );
}

export function SecondaryNeighborhoods({ results }: { results: SearchResults }) {
  if (results.neighborhoods.length === 0) return null;
  return (
    <section aria-labelledby="found-neighborhoods">
      <h2 className="h4" id="found-neighborhoods">
        Neighborhoods
      </h2>
      <ul>
        {results.neighborhoods.slice(0, SECONDARY_SHOWN).map((neighborhood) => (
          <li key={neighborhood.slug}>
            <NeighborhoodCard neighborhood={neighborhood} shape="row" />
          </li>
        ))}
      </ul>
    </section>
  );
}
