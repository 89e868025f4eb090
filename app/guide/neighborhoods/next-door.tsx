import "./neighborhood-page.css";

import { Link } from "react-router";

import { EmptyState } from "#app/ui/empty-state.tsx";
import { SiteScenePicture } from "#illustrations/site-scene-picture.tsx";

import type { NeighborhoodPage } from "./neighborhood.ts";

/** Links to the neighborhoods around. */
export function NextDoor({ neighbors }: Pick<NeighborhoodPage, "neighbors">) {
  if (neighbors.length === 0) return null;
  return (
    <section className="next-door" aria-labelledby="next-door">
      <h2 className="h4" id="next-door">
        Next door
      </h2>
      <ul className="chips">
        {neighbors.map((neighbor) => (
          <li key={neighbor.slug}>
            <Link className="chip" to={`/neighborhood/${neighbor.slug}`}>
              {neighbor.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a neighborhood without places has instead of the list: the neighborhoods around. */
export function NoPlaces({ name, neighbors }: Pick<NeighborhoodPage, "name" | "neighbors">) {
  const links = neighbors.map((neighbor) => (
    <Link key={neighbor.slug} className="button button-outline button-small" to={`/neighborhood/${neighbor.slug}`}>
      {neighbor.name}
    </Link>
  ));
  return (
    <section className="section">
      <EmptyState
        title={`No places yet in ${name}.`}
        actions={links}
        picture={<SiteScenePicture name="no-places" width={320} height={150} />}
      >
        We list a place once we have a source for its facts.{neighbors.length > 0 && " Try a neighborhood nearby:"}
      </EmptyState>
    </section>
  );
}
