import "./importing.css";

import { Form, Link } from "react-router";

import { Pager } from "#app/ui/pager.tsx";

import { importReviewPath, type ReviewPages } from "./imports.ts";

type DecidedEntry = {
  id: number;
  name: string;
  isLeftOut: boolean;
  isSame: boolean;
  /** Null when the place was removed since. */
  place: { slug: string; name: string } | null;
};

type DecidedEntriesProps = { importId: string; decided: DecidedEntry[]; pages: ReviewPages; decidedPageCount: number };

/** Entries that somebody has decided about, each with a button to undo that. */
export function DecidedEntries({ importId, decided, pages, decidedPageCount }: DecidedEntriesProps) {
  return (
    <section className="import-section" aria-labelledby="decided">
      <h2 className="h3" id="decided">
        Decided
      </h2>
      <ul className="import-rows">
        {decided.map((entry) => (
          <li key={entry.id}>
            <span>
              <strong>{entry.name}</strong> <DecisionResult {...entry} />
            </span>
            <Form method="post" action={importReviewPath(importId, pages)} preventScrollReset>
              <input type="hidden" name="record" value={entry.id} />
              <button
                type="submit"
                className="button button-outline button-small"
                name="decision"
                value="undo"
                aria-label={`Undo: ${entry.name}`}
              >
                Undo
              </button>
            </Form>
          </li>
        ))}
      </ul>
      <Pager
        label="Decided entries"
        page={pages.decidedPage}
        pageCount={decidedPageCount}
        hrefFor={(decidedPage) => importReviewPath(importId, { ...pages, decidedPage })}
      />
    </section>
  );
}

function DecisionResult({ isLeftOut, isSame, place }: DecidedEntry) {
  if (isLeftOut) return "was skipped";
  if (place === null) return "was listed and later removed";
  return (
    <>
      {isSame ? "is the same place as " : "was listed as "}
      <Link className="link" to={`/places/${place.slug}`}>
        {place.name}
      </Link>
    </>
  );
}
