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

/** What the words were taken to mean; each can be taken off. */
export function UnderstoodChips({ results: { chips, needsPosition } }: { results: SearchResults }) {
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
      {needsPosition && (
        <p className="pt-3 text-row text-stone-5">
          Where you are is known only to your browser. Choose “Near me” below to share it for this search.
        </p>
      )}
    </>
  );
}
