import "./search.css";

import { X } from "lucide-react";
import { Link } from "react-router";

import type { SearchResults } from "./search-request.ts";

/** Shows which spelling was used or is suggested, and links to the other one. */
export function SpellingCorrection({ results: { query, correction } }: { results: SearchResults }) {
  if (correction === null) return null;
  if (correction.kind === "offered") {
    return (
      <p className="search-note">
        Did you mean{" "}
        <Link className="link" to={correction.href}>
          {correction.label}
        </Link>
        ?
      </p>
    );
  }
  return (
    <p className="search-note">
      Showing results for <b>{correction.label}</b>.{" "}
      <Link className="link" to={correction.href}>
        Search instead for {query}
      </Link>
    </p>
  );
}

/** The hint about "Near me", with script and without; null if not needed. */
type PositionHint = { withScript: string; withoutScript: string } | null;

/** The conditions found in the query, each with a link that removes it. */
export function ConditionChips({ results: { chips }, position }: { results: SearchResults; position: PositionHint }) {
  return (
    <>
      {chips.length > 0 && (
        <div className="search-understood">
          <p className="label" id="understood">
            Understood as
          </p>
          <ul className="chips" aria-labelledby="understood">
            {chips.map(({ label, href }) => (
              <li key={label}>
                <Link className="chip chip-removable" to={href}>
                  <span className="sr-only">Remove </span>
                  {label}
                  <X className="icon-small" aria-hidden="true" />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      {chips.map(
        ({ label, note }) =>
          note !== undefined && (
            <p key={label} className="search-note text-row">
              {note}
            </p>
          ),
      )}
      {position !== null && (
        <p className="search-position text-row text-muted">
          <span>{position.withScript}</span>
          <span>{position.withoutScript}</span>
        </p>
      )}
    </>
  );
}
