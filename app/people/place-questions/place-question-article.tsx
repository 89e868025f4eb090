import "./questions.css";

import type { ReactNode } from "react";
import { Link } from "react-router";

import type { PostedStatus } from "#app/db/schema/questions.ts";

import { type DisplayedAnswer, type PostKind, type DisplayedQuestion, reportPath } from "./place-question.ts";
import { Paragraphs } from "#app/ui/paragraphs.tsx";

type PlaceQuestionProps = {
  slug: string;
  question: DisplayedQuestion;
  /** Form action for deleting answers. */
  action: string;
  /** Label of an answer's delete button; null if the viewer can't delete it. */
  deleteLabel: (answer: DisplayedAnswer) => string | null;
  children?: ReactNode;
};

/** A question about a place with its answers. */
export function PlaceQuestion({ slug, question, action, deleteLabel, children }: PlaceQuestionProps) {
  const title = question.paragraphs.join(" ");
  return (
    <article className="place-question" aria-labelledby={`question-${question.id}`} id={`q-${question.id}`}>
      <h2 className="h4" id={`question-${question.id}`}>
        {title}
      </h2>
      <p className="meta text-meta text-muted">
        <span>{question.isOwn ? "Your question" : question.asker}</span>
        <time dateTime={question.askedAt}>{question.askedLabel}</time>
        {!question.isOwn && <Report slug={slug} kind="question" id={question.id} label={`the question “${title}”`} />}
      </p>
      <Standing kind="question" status={question.status} reason={question.reason} />
      {question.answers.length > 0 && (
        <ol className="place-answers">
          {question.answers.map((answer) => (
            <li key={answer.id} className={answer.isBusiness ? "place-answer is-business" : "place-answer"}>
              <Paragraphs texts={answer.paragraphs} />
              <p className="meta text-meta text-muted">
                {answer.isBusiness ? (
                  <b>Answer from the business</b>
                ) : (
                  <span>{answer.isOwn ? "Your answer" : answer.author}</span>
                )}
                <time dateTime={answer.answeredAt}>{answer.answeredLabel}</time>
                {answer.isEdited && <span>Edited</span>}
                {!answer.isOwn && (
                  <Report
                    slug={slug}
                    kind="answer"
                    id={answer.id}
                    label={answer.isBusiness ? "the answer from the business" : `the answer by ${answer.author}`}
                  />
                )}
              </p>
              <Standing kind="answer" status={answer.status} reason={answer.reason} />
              <DeleteAnswer action={action} id={answer.id} label={deleteLabel(answer)} />
            </li>
          ))}
        </ol>
      )}
      {children}
    </article>
  );
}

/** The status of a post that isn't public, for its author. */
function Standing({ kind, status, reason }: { kind: PostKind; status: PostedStatus; reason: string | null }) {
  if (status === "published") return null;
  return (
    <p className="place-question-standing" role="status">
      {status === "held"
        ? `An editor reviews this ${kind} before others can see it. We’ll notify you.`
        : `Only you can see this ${kind}. An editor wrote: “${reason ?? ""}”`}
    </p>
  );
}

function Report({ slug, kind, id, label }: { slug: string; kind: PostKind; id: string; label: string }) {
  return (
    <Link className="link" to={reportPath(slug, kind, id)} rel="nofollow">
      Report<span className="sr-only"> {label}</span>
    </Link>
  );
}

/** A delete button for the viewer's own post. */
export function DeleteForm({ action, kind, id, label }: { action: string; kind: PostKind; id: string; label: string }) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="id" value={id} />
      <button type="submit" className="button button-plain" name="do" value={`delete-${kind}`}>
        {label}
      </button>
    </form>
  );
}

function DeleteAnswer({ label, ...form }: { action: string; id: string; label: string | null }) {
  return label === null ? null : <DeleteForm {...form} kind="answer" label={label} />;
}
