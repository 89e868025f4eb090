import { renderToStaticMarkup } from "react-dom/server";

import { pluralize } from "#app/ui/format-count.ts";

import { placeQuestionsPath, type DisplayedQuestion } from "./place-question.ts";

/**
 * Renders a place's questions section to static HTML. The place page's script budget has no room to hydrate it, and it
 * has no interaction: asking and answering are on the questions page.
 *
 * @param given.isOpen False for a permanently closed place, which takes no questions. Empty then without questions.
 */
export function renderPlaceQuestions({
  place,
  questions,
  total,
  isOpen,
}: {
  place: { slug: string; name: string };
  questions: readonly DisplayedQuestion[];
  total: number;
  isOpen: boolean;
}): string {
  if (total === 0 && !isOpen) return "";
  const path = placeQuestionsPath(place.slug);
  return renderToStaticMarkup(
    <section aria-labelledby="questions">
      <div className="section-head">
        <h2 className="h1" id="questions">
          Questions
        </h2>
        {total > 0 && (
          <a className="link" href={path}>
            {total === 1 ? "View question" : `All ${pluralize(total, "question")}`}
          </a>
        )}
      </div>
      {isOpen && (
        <p className="no-print">
          <a className="button button-outline" href={`${path}#ask`} rel="nofollow">
            Ask a question
          </a>
        </p>
      )}
      {total === 0 ? (
        <p className="text-muted">No questions about {place.name} yet.</p>
      ) : (
        <ul className="place-questions">
          {questions.map((question) => (
            <li key={question.id}>
              <Excerpt question={question} href={placeQuestionsPath(place.slug, { question: question.id })} />
            </li>
          ))}
        </ul>
      )}
    </section>,
  );
}

/** The question with its first answer, which is the business's if there is one. */
function Excerpt({ question, href }: { question: DisplayedQuestion; href: string }) {
  const [first, ...others] = question.answers;
  return (
    <>
      <h3 className="h4">{question.paragraphs.join(" ")}</h3>
      {first === undefined ? (
        <p className="text-row text-muted">
          No answer yet.{" "}
          <a className="link" href={href} rel="nofollow">
            Answer
          </a>
        </p>
      ) : (
        <>
          {first.paragraphs.map((paragraph, index) => (
            <p key={index}>{paragraph}</p>
          ))}
          <p className="meta text-meta text-muted">
            {first.isBusiness ? <b>Answer from the business</b> : <span>{first.author}</span>}
            <time dateTime={first.answeredAt}>{first.answeredLabel}</time>
            {others.length > 0 && (
              <a className="link" href={href} rel="nofollow">
                {pluralize(others.length, "more answer")}
              </a>
            )}
          </p>
        </>
      )}
    </>
  );
}
