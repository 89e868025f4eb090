import "./place-questions.css";

import { Link } from "react-router";

import { signInPath } from "#app/people/accounts/sign-in/return-path.ts";

import {
  PLACE_QUESTION_CHARACTERS_MAX,
  PLACE_QUESTION_CHARACTERS_MIN,
  type PlaceToAskAbout,
  placeQuestionsPath,
  type RefusedText,
} from "./place-question.ts";
import { QuestionField } from "./question-field.tsx";

type AskQuestionProps = { place: PlaceToAskAbout; isSignedIn: boolean; refused: RefusedText | null };

/** The form to ask about a place, or the way to it for guests. Nothing when the place is gone. */
export function AskQuestion({ place, isSignedIn, refused }: AskQuestionProps) {
  if (place.isGone) return null;
  return (
    <section aria-labelledby="ask">
      <h2 className="h3" id="ask">
        Ask a question
      </h2>
      {isSignedIn ? (
        <form method="post" action={placeQuestionsPath(place.slug)} className="question-form" noValidate>
          <QuestionField
            id="question"
            name="question"
            label="Your question"
            hint={`${PLACE_QUESTION_CHARACTERS_MIN} to ${PLACE_QUESTION_CHARACTERS_MAX} characters. Your question is public, with your name. We’ll notify the business.`}
            rows={3}
            typed={refused?.typed ?? ""}
            problem={refused?.problem ?? null}
          />
          <p>
            <button type="submit" className="button button-primary" name="do" value="ask">
              Ask
            </button>
          </p>
        </form>
      ) : (
        <p>
          <Link className="link" to={signInPath(placeQuestionsPath(place.slug))} rel="nofollow">
            Sign in to ask
          </Link>
          . We’ll notify the business, and other visitors can answer too.
        </p>
      )}
    </section>
  );
}
