import "../screens/importing.css";

import { Link } from "react-router";

import { Pager } from "#app/ui/pager.tsx";

import { mergesPath } from "./merge.ts";

type PastMerge = {
  id: string;
  duplicate: { name: string };
  survivor: { slug: string; name: string };
  on: string;
  moved: string;
  isUndone: boolean;
};

type PastMergesProps = { merges: readonly PastMerge[]; page: number; pageCount: number };

/** Merges, newest first, each with a button to undo it. */
export function PastMerges({ merges, page, pageCount }: PastMergesProps) {
  return (
    <section className="import-section" aria-labelledby="merged">
      <h2 className="h3" id="merged">
        Past merges
      </h2>
      {merges.length === 0 && <p className="text-muted">No merges yet.</p>}
      <ul className="import-rows">
        {merges.map((merge) => (
          <li key={merge.id}>
            <span>
              {merge.duplicate.name} was merged into{" "}
              <Link className="link" to={`/places/${merge.survivor.slug}`}>
                {merge.survivor.name}
              </Link>
            </span>
            <span className="meta text-meta text-muted">
              <span>{merge.on}</span>
              {merge.moved !== "" && <span>{merge.moved} moved</span>}
              {merge.isUndone && <span>Undone</span>}
            </span>
            {!merge.isUndone && (
              <form method="post" action={mergesPath(page)}>
                <button
                  type="submit"
                  className="button button-outline button-small"
                  name="undo"
                  value={merge.id}
                  aria-label={`Undo merge: ${merge.duplicate.name}`}
                >
                  Undo merge
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      <Pager label="Merges" page={page} pageCount={pageCount} hrefFor={mergesPath} />
    </section>
  );
}
