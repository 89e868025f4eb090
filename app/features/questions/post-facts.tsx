import { Link } from "react-router";

import type { PostCase } from "./post-case.ts";
import { Paragraphs } from "./question-article.tsx";

/** What a moderator reads of a question or an answer: its words, what it answers, who wrote it, and what reporters say. */
export function PostFacts({ about }: { about: PostCase }) {
  const { author, isBusiness, isShown, question, paragraphs, notes, rejections } = about;
  return (
    <>
      <p className="meta text-meta text-stone-5">
        <Link className="link" to={`/admin/users/${author.id}`}>
          {author.name}
        </Link>
        {isBusiness && <span>For the business</span>}
        <span>{isShown ? "Shown meanwhile" : "Not shown meanwhile"}</span>
      </p>
      {question !== null && (
        <div className="text-stone-5">
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
        <p key={closedAt} className="text-row text-stone-5">
          Rejected before, on <time dateTime={closedAt}>{closedLabel}</time>: {reason}
        </p>
      ))}
    </>
  );
}
