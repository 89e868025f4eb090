import { Link } from "react-router";

import { EmptyState } from "#app/ui/empty-state.tsx";
import { pluralize } from "#app/ui/format-count.ts";
import { SiteScenePicture } from "#illustrations/site-scene-picture.tsx";

import { type CategoryHub, hubHref, NO_HUB_FILTERS } from "./category-hub.ts";

/** What a hub says when its filters leave no place, with filters to remove. */
export function NothingLeft({ hub: { category, relaxations } }: { hub: CategoryHub }) {
  const actions = (
    <>
      {relaxations.map(({ label, href, count }) => (
        <Link key={href} className="button button-outline button-small" to={href} preventScrollReset>
          Remove “{label}” ({pluralize(count, "place")})
        </Link>
      ))}
      <Link className="button button-plain button-small" to={hubHref(category.slug, NO_HUB_FILTERS)} preventScrollReset>
        Clear all
      </Link>
    </>
  );
  return (
    <EmptyState
      title="Nothing matches all of these."
      actions={actions}
      picture={<SiteScenePicture name="no-matches" width={320} height={150} />}
    >
      {relaxations.length > 0
        ? "No place passes all of these filters. Remove one to see more places."
        : "No place passes all of these filters, and removing one isn’t enough. Clear them all to see more places."}
    </EmptyState>
  );
}
