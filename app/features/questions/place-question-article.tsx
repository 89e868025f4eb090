import type { ReactNode } from "react";
import { Link } from "react-router";

import type { PostedStatus } from "#app/db/schema/questions.ts";

import { type AnswerShown, type PostKind, type QuestionShown, reportPath } from "./place-question.ts";
import { Paragraphs } from "./question-article.tsx";

type PlaceQuestionProps = {
  slug: string;
  asked: QuestionShown;
  /** Where answers are deleted. */
  action: string;
  /** What the button says that deletes an answer; null for one that isn't the reader's to delete. */
  deleteWords: (answer: AnswerShown) => string | null;
  children?: ReactNode;
};

/** A question about a place with its answers. */
export function PlaceQuestion({ slug, asked, action, deleteWords, children }: PlaceQuestionProps) {
  const title = asked.paragraphs.join(" ");
  return (
    <article className="place-question" aria-labelledby={`question-${asked.id}`} id={`q-${asked.id}`}>
      <h2 className="h4" id={`question-${asked.id}`}>
        {title}
      </h2>
      <p className="meta text-meta text-stone-5">
        <span>{asked.isOwn ? "You asked" : asked.asker}</span>
        <time dateTime={asked.askedAt}>{asked.askedLabel}</time>
        {!asked.isOwn && <Report slug={slug} kind="question" id={asked.id} which={`the question “${title}”`} />}
      </p>
      <Standing kind="question" status={asked.status} reason={asked.reason} />
      {asked.answers.length > 0 && (
        <ol className="place-answers">
          {asked.answers.map((answer) => (
            <li key={answer.id} className={answer.isBusiness ? "place-answer is-business" : "place-answer"}>
              <Paragraphs texts={answer.paragraphs} />
              <p className="meta text-meta text-stone-5">
                {answer.isBusiness ? (
                  <b>Answer of the business</b>
                ) : (
                  <span>{answer.isOwn ? "You answered" : answer.author}</span>
                )}
                <time dateTime={answer.answeredAt}>{answer.answeredLabel}</time>
                {answer.isEdited && <span>Changed since</span>}
                {!answer.isOwn && (
                  <Report
                    slug={slug}
                    kind="answer"
                    id={answer.id}
                    which={answer.isBusiness ? "the answer of the business" : `the answer by ${answer.author}`}
                  />
                )}
              </p>
              <Standing kind="answer" status={answer.status} reason={answer.reason} />
              <DeleteAnswer action={action} id={answer.id} words={deleteWords(answer)} />
            </li>
          ))}
        </ol>
      )}
      {children}
    </article>
  );
}

/** What only its author reads of something that not everybody sees. */
function Standing({ kind, status, reason }: { kind: PostKind; status: PostedStatus; reason: string | null }) {
  if (status === "published") return null;
  return (
    <p className="place-question-standing" role="status">
      {status === "held"
        ? `A moderator reads this ${kind} before others see it. You are told under Notifications.`
        : `This ${kind} is shown to nobody else. A moderator wrote: “${reason ?? ""}”`}
    </p>
  );
}

function Report({ slug, kind, id, which }: { slug: string; kind: PostKind; id: string; which: string }) {
  return (
    <Link className="link" to={reportPath(slug, kind, id)} rel="nofollow">
      Report<span className="sr-only"> {which}</span>
    </Link>
  );
}

/** A form of one button, for something of one's own. */
export function DeleteForm({ action, kind, id, words }: { action: string; kind: PostKind; id: string; words: string }) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="id" value={id} />
      <button type="submit" className="button button-plain" name="do" value={`delete-${kind}`}>
        {words}
      </button>
    </form>
  );
}

function DeleteAnswer({ words, ...form }: { action: string; id: string; words: string | null }) {
  return words === null ? null : <DeleteForm {...form} kind="answer" words={words} />;
}
