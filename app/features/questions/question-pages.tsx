import { Link } from "react-router";

import { QUESTION_CASES_PATH } from "./place-question.ts";
import { EDITORS_QUESTIONS_PATH } from "./question.ts";

const PAGES = [
  { name: "editors", label: "Asked of editors", to: EDITORS_QUESTIONS_PATH },
  { name: "places", label: "About places", to: QUESTION_CASES_PATH },
] as const;

/** The way between what members ask the editors and what they ask about places. */
export function QuestionPages({ current }: { current: (typeof PAGES)[number]["name"] }) {
  return (
    <nav className="owner-filter" aria-label="Which questions">
      {PAGES.map(({ name, label, to }) => (
        <Link key={name} className="chip" to={to} aria-current={name === current ? "true" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
