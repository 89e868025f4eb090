import "#app/people/reviews/reviews.css";

import { Link } from "react-router";

import type { PostCase } from "./post-case.ts";
import { Paragraphs } from "#app/ui/paragraphs.tsx";

/** A question or answer for its editor: author, text, question answered, reporters' notes and rejections. */
export function PostFacts({ about }: { about: PostCase }) {
  const { author, isBusiness, isShown, question, paragraphs, notes, rejections } = about;
  return (
    <>
      <p className="meta text-meta text-muted">
        <Link className="link" to={`/admin/users/${author.id}`}>
          {author.name}
        </Link>
        {isBusiness && <span>For the business</span>}
        <span>{isShown ? "Currently visible" : "Currently hidden"}</span>
      </p>
      {question !== null && (
        <div className="text-muted">
          <Paragraphs texts={question} />
        </div>
      )}
      <blockquote className="review-words">
        <Paragraphs texts={paragraphs} />
      </blockquote>
      {notes.map((note, index) => (
        <p key={index} className="text-row">
          A reporter wrote: {note}
        </p>
      ))}
      {rejections.map(({ reason, closedAt, closedLabel }) => (
        <p key={closedAt} className="text-row text-muted">
          Previously rejected on <time dateTime={closedAt}>{closedLabel}</time>: {reason}
        </p>
      ))}
    </>
  );
}
