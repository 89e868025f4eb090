import { Paragraphs } from "#app/ui/paragraphs.tsx";

import type { OwnQuestion } from "./editor-question.ts";

/** A question to the editors with its answer. */
export function QuestionArticle({
  item,
}: {
  item: Pick<OwnQuestion, "question" | "answer" | "askedAt" | "askedLabel">;
}) {
  const { question, answer, askedAt, askedLabel } = item;
  return (
    <div className="question">
      <p className="text-meta text-muted">
        Asked on <time dateTime={askedAt}>{askedLabel}</time>
      </p>
      <blockquote>
        <Paragraphs texts={question} />
      </blockquote>
      {answer !== null && (
        <section className="question-answer" aria-label="Answer">
          <p className="text-meta text-muted">
            An editor answered on <time dateTime={answer.answeredAt}>{answer.answeredLabel}</time>
          </p>
          <Paragraphs texts={answer.paragraphs} />
        </section>
      )}
    </div>
  );
}
