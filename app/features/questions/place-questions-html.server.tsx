import { renderToStaticMarkup } from "react-dom/server";

import { counted } from "#app/ui/counted.ts";

import { placeQuestionsPath, type QuestionShown } from "./place-question.ts";

/**
 * What is asked about a place as its page shows it, as HTML: the page has no room for the script that would draw it again
 * in the browser, and nothing of it changes there; asking and answering are on a page of their own.
 *
 * @param given.isOpen False for a place that is gone: nobody asks about it any more. Empty then without questions.
 */
export function placeQuestionsHtml({
  place,
  questions,
  total,
  isOpen,
}: {
  place: { slug: string; name: string };
  questions: readonly QuestionShown[];
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
            {total === 1 ? "Its page" : `All ${counted(total, "question")}`}
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
        <p className="text-stone-5">Nobody has asked anything about {place.name} yet.</p>
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

/** The question with the first of its answers: the business's, if it has given one. */
function Excerpt({ question, href }: { question: QuestionShown; href: string }) {
  const [first, ...others] = question.answers;
  return (
    <>
      <h3 className="h4">{question.paragraphs.join(" ")}</h3>
      {first === undefined ? (
        <p className="text-row text-stone-5">
          No answer yet.{" "}
          <a className="link" href={href} rel="nofollow">
            Answer it
          </a>
        </p>
      ) : (
        <>
          {first.paragraphs.map((paragraph, index) => (
            <p key={index}>{paragraph}</p>
          ))}
          <p className="meta text-meta text-stone-5">
            {first.isBusiness ? <b>Answer of the business</b> : <span>{first.author}</span>}
            <time dateTime={first.answeredAt}>{first.answeredLabel}</time>
            {others.length > 0 && (
              <a className="link" href={href} rel="nofollow">
                {counted(others.length, "more answer")}
              </a>
            )}
          </p>
        </>
      )}
    </>
  );
}
