import { X } from "lucide-react";
import { Link } from "react-router";

import type { SearchResults } from "./search.ts";

/** Says which words were taken for others, and how to have it another way. */
export function Corrected({ results: { query, correction } }: { results: SearchResults }) {
  if (correction === null) return null;
  if (correction.kind === "offered") {
    return (
      <p className="pt-4">
        Did you mean{" "}
        <Link className="link" to={correction.href}>
          {correction.label}
        </Link>
        ?
      </p>
    );
  }
  return (
    <p className="pt-4">
      Showing results for <b>{correction.label}</b>.{" "}
      <Link className="link" to={correction.href}>
        Search instead for {query}
      </Link>
    </p>
  );
}

/** How to say where one is, by a button that needs script, and without it; null where nobody asks. */
type PositionWords = { withScript: string; withoutScript: string } | null;

/** What the words were taken to mean; each can be taken off. */
export function UnderstoodChips({ results: { chips }, position }: { results: SearchResults; position: PositionWords }) {
  if (chips.length === 0) return null;
  return (
    <>
      <div className="search-understood">
        <p className="label" id="understood">
          Understood as
        </p>
        <ul className="chips" aria-labelledby="understood">
          {chips.map(({ label, href }) => (
            <li key={label}>
              <Link className="chip chip-removable" to={href}>
                <span className="sr-only">Take off </span>
                {label}
                <X className="icon-small" aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      </div>
      {position !== null && (
        <p className="search-position pt-3 text-row text-stone-5">
          <span>{position.withScript}</span>
          <span>{position.withoutScript}</span>
        </p>
      )}
    </>
  );
}
