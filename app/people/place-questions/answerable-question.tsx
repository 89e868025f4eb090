import "./place-questions.css";

import { Link } from "react-router";

import { signInPath } from "#app/people/accounts/sign-in/return-path.ts";
import { formatFullCount } from "#app/ui/format-count.ts";

import {
  type DisplayedAnswer,
  type DisplayedQuestion,
  PLACE_ANSWER_CHARACTERS_MAX,
  type PlaceToAskAbout,
  placeQuestionsPath,
  type RefusedText,
} from "./place-question.ts";
import { DeleteForm, PlaceQuestion } from "./place-question-article.tsx";
import { QuestionField } from "./question-field.tsx";

type AnswerableQuestionProps = {
  question: DisplayedQuestion;
  place: PlaceToAskAbout;
  isSignedIn: boolean;
  runs: boolean;
  refused: RefusedText | null;
};

/** A question with its answers, and the form to answer it. `runs`: the reader manages the place. */
export function AnswerableQuestion({ question, place, isSignedIn, runs, refused }: AnswerableQuestionProps) {
  const path = placeQuestionsPath(place.slug);
  const own = question.answers.find(({ isOwn, isBusiness }) => (runs ? isBusiness : isOwn && !isBusiness));
  const isOpen = question.status === "published" && !question.isOwn && !place.isGone;
  const deleteLabel = ({ status, isBusiness, isOwn }: DisplayedAnswer) => {
    if (status === "rejected" || !(isBusiness ? runs && status === "published" : isOwn)) return null;
    return isBusiness ? "Delete the business’s answer" : "Delete your answer";
  };
  return (
    <PlaceQuestion slug={place.slug} question={question} action={path} deleteLabel={deleteLabel}>
      {question.isOwn && question.status !== "rejected" && (
        <DeleteForm
          action={path}
          kind="question"
          id={question.id}
          label={question.answers.length === 0 ? "Delete your question" : "Delete your question and its answers"}
        />
      )}
      {isOpen && isSignedIn && (own === undefined || runs) && (
        <AnswerForm question={question} action={path} refused={refused} runs={runs} current={own?.body ?? ""} />
      )}
      {isOpen && !isSignedIn && (
        <p>
          <Link
            className="link"
            to={signInPath(placeQuestionsPath(place.slug, { question: question.id }))}
            rel="nofollow"
          >
            Sign in to answer<span className="sr-only"> “{question.paragraphs.join(" ")}”</span>
          </Link>
        </p>
      )}
    </PlaceQuestion>
  );
}

function AnswerForm({
  question,
  action,
  refused,
  runs,
  current,
}: {
  question: DisplayedQuestion;
  action: string;
  refused: RefusedText | null;
  runs: boolean;
  current: string;
}) {
  return (
    <details className="form-details" open={refused !== null}>
      <summary>
        {current === "" ? "Answer" : "Edit the business’s answer"}
        <span className="sr-only"> “{question.paragraphs.join(" ")}”</span>
      </summary>
      <form method="post" action={action} className="question-form" noValidate>
        <input type="hidden" name="id" value={question.id} />
        <QuestionField
          id={`answer-${question.id}`}
          name="answer"
          label={runs ? "Your answer, as the business" : "Your answer"}
          hint={`Up to ${formatFullCount(PLACE_ANSWER_CHARACTERS_MAX)} characters. Your answer is public${runs ? "" : ", with your name"}.`}
          rows={4}
          typed={refused?.typed ?? current}
          problem={refused?.problem ?? null}
        />
        <p>
          <button type="submit" className="button button-primary" name="do" value="answer">
            Publish answer
          </button>
        </p>
      </form>
    </details>
  );
}
