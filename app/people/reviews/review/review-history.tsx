import "#app/core/cases/moderation.css";

import { Link } from "react-router";

import type { DiffPart } from "#app/lib/word-diff.ts";
import { pluralize } from "#app/ui/format-count.ts";

import type { ReviewBackground, ReviewEdit } from "./review-background.ts";

/** Longer histories start collapsed. */
const EDITS_OPEN_MAX = 2;

/** Facts about a review for editors. */
export function ReviewFacts({ about }: { about: ReviewBackground }) {
  return (
    <p className="meta text-meta text-muted">
      <span>Written {about.writtenLabel}</span>
      <span>Visited in {about.visitLabel}</span>
      <span>{about.relationLabel ?? "No connection declared"}</span>
      <span>Author has {pluralize(about.authorReviewCount, "published review")}</span>
      {about.reportCount > 0 && <span>Reported by {pluralize(about.reportCount, "member")}</span>}
    </p>
  );
}

/** Duplicates, earlier decisions and edits of a review. */
export function ReviewHistory({ about }: { about: ReviewBackground }) {
  const { edits, earlierEditCount, decisions, duplicates: twins, otherAccounts: otherWriters } = about;
  return (
    <>
      {twins.length > 0 && (
        <p>
          Same text:{" "}
          {twins.map(({ id, authorName, place }, index) => (
            <span key={id}>
              {index > 0 && ", "}
              {authorName} on{" "}
              <Link className="link" to={`/places/${place.slug}#review-${id}`}>
                {place.name}
              </Link>
            </span>
          ))}
        </p>
      )}
      {otherWriters.length > 0 && <p>Other accounts in the same browser: {otherWriters.join(", ")}</p>}
      {decisions.length > 0 && (
        <ul className="review-decisions">
          {decisions.map(({ kind, outcome, reason, decidedLabel }) => (
            <li key={`${kind} ${decidedLabel}`}>
              {kind}, then {outcome} on {decidedLabel}
              {reason !== "" && `: “${reason}”`}
            </li>
          ))}
        </ul>
      )}
      {edits.length > 0 && (
        <details className="case-history" open={edits.length <= EDITS_OPEN_MAX}>
          <summary>Edited {pluralize(edits.length + earlierEditCount, "time")}, latest first</summary>
          <ol>
            {edits.map((edit) => (
              <Edit key={edit.version} edit={edit} />
            ))}
          </ol>
          {earlierEditCount > 0 && (
            <p className="text-muted">{pluralize(earlierEditCount, "earlier edit")} not shown</p>
          )}
        </details>
      )}
    </>
  );
}

function Edit({ edit: { editedLabel, changes, textDiff: words } }: { edit: ReviewEdit }) {
  return (
    <li>
      <p className="meta text-meta text-muted">
        <span>{editedLabel}</span>
        {changes.map((change) => (
          <span key={change}>{change}</span>
        ))}
      </p>
      {words !== null && (
        <p className="review-diff">
          {words.map((part, index) => (
            <Part key={index} part={part} />
          ))}
        </p>
      )}
    </li>
  );
}

/** A part of a diff, labeled for screen readers. */
function Part({ part: { kind, text } }: { part: DiffPart }) {
  if (kind === "same") return text;
  const Changed = kind === "removed" ? "del" : "ins";
  return (
    <Changed>
      <span className="sr-only">{kind}: </span>
      {text}
    </Changed>
  );
}
