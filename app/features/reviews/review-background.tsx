import { Link } from "react-router";

import type { DiffPart } from "#app/lib/word-diff.ts";
import { counted } from "#app/ui/counted.ts";

import type { ReviewBackground, ReviewEdit } from "./review-background.ts";

/** Longer histories are opened by whoever wants to read them. */
const EDITS_OPEN_MAX = 2;

/** What a moderator reads of a review besides its words. */
export function ReviewFacts({ about }: { about: ReviewBackground }) {
  return (
    <p className="meta text-meta text-stone-5">
      <span>Written {about.writtenLabel}</span>
      <span>Visited in {about.visitLabel}</span>
      <span>{about.relationLabel ?? "Declares no tie to the business"}</span>
      <span>Its author has {counted(about.authorReviewCount, "published review")}</span>
      {about.reportCount > 0 && <span>Reported by {counted(about.reportCount, "member")}</span>}
    </p>
  );
}

/** How it became what it is, and what it is like. */
export function ReviewHistory({ about }: { about: ReviewBackground }) {
  const { edits, earlierEditCount, decisions, twins, otherWriters } = about;
  return (
    <>
      {twins.length > 0 && (
        <p>
          The same words:{" "}
          {twins.map(({ id, authorName, place }, index) => (
            <span key={id}>
              {index > 0 && ", "}
              {authorName} of{" "}
              <Link className="link" to={`/places/${place.slug}#review-${id}`}>
                {place.name}
              </Link>
            </span>
          ))}
        </p>
      )}
      {otherWriters.length > 0 && <p>From the same browser wrote: {otherWriters.join(", ")}</p>}
      {decisions.length > 0 && (
        <ul className="review-decisions">
          {decisions.map(({ kind, outcome, reason, decidedLabel }) => (
            <li key={`${kind} ${decidedLabel}`}>
              {kind} before, and {outcome} on {decidedLabel}
              {reason !== "" && `: “${reason}”`}
            </li>
          ))}
        </ul>
      )}
      {edits.length > 0 && (
        <details className="case-history" open={edits.length <= EDITS_OPEN_MAX}>
          <summary>Changed {counted(edits.length + earlierEditCount, "time")}, the last first</summary>
          <ol>
            {edits.map((edit) => (
              <Edit key={edit.version} edit={edit} />
            ))}
          </ol>
          {earlierEditCount > 0 && (
            <p className="text-stone-5">{counted(earlierEditCount, "change")} before that not shown</p>
          )}
        </details>
      )}
    </>
  );
}

function Edit({ edit: { editedLabel, changes, words } }: { edit: ReviewEdit }) {
  return (
    <li>
      <p className="meta text-meta text-stone-5">
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

/** Elements that say what they mean, with words for whoever hears them. */
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
