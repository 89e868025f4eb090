import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { AddressLimit } from "#app/platform/address-limit.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { fullCount } from "#app/ui/counted.ts";

import { requireSubscription, requireViewer } from "../accounts/guards.ts";
import { entitlementsOf } from "../billing/entitlements.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import type { Route } from "./+types/ask.route";
import { ASK_PATH, QUESTION_CHARACTERS_MAX, QUESTION_CHARACTERS_MIN, questionPath } from "./question.ts";
import { QuestionArticle } from "./question-article.tsx";
import { QuestionField } from "./question-field.tsx";
import { readText } from "./question-text.ts";
import { askQuestion, ownQuestions } from "./questions.server.ts";

/** Per member; nobody writes faster. */
const ASKS_PER_MINUTE_MAX = 10;
const limit = new AddressLimit(ASKS_PER_MINUTE_MAX);

/** Where members whose plan has it ask an editor, and everybody finds what they asked. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  const { id, tier } = requireViewer(site.viewer, request);
  const questions = await ownQuestions(site.db, id);
  // What they once asked stays theirs to read.
  if (questions.length === 0) requireSubscription(site.viewer, request);
  return { mayAsk: entitlementsOf(tier).askEditor, questions };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { db, now, viewer } = siteOf(context);
  const asker = requireViewer(viewer, request);
  const typed = (await readForm(request)).text("question");
  const refuse = (status: number, why: string, problem: string | null = null) =>
    data({ typed, why, problem }, { status });

  if (!entitlementsOf(asker.tier).askEditor) return refuse(403, "Asking an editor is part of the VIP plan.");
  const seconds = limit.secondsToWait(asker.id, now);
  if (seconds !== null) return refuse(429, `That is too often. Try again in ${seconds} seconds.`);
  const limits = { noun: "question", min: QUESTION_CHARACTERS_MIN, max: QUESTION_CHARACTERS_MAX };
  const read = readText(typed, limits);
  if (read.text === null) return refuse(400, "The question was not sent.", read.problem);
  const asked = await askQuestion(db, { asker, question: read.text, now });
  if (asked === "not-entitled") return refuse(403, "Asking an editor is part of the VIP plan.");
  if (asked === "question-waits") return refuse(409, "Your last question still waits. One of yours waits at a time.");
  return redirect(questionPath(asked.id), 303);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Ask an editor",
    description: "A question about Washington, answered by an editor of this guide.",
    path: ASK_PATH,
    robots: "noindex, follow",
  });

export default function Ask({ loaderData: { mayAsk, questions }, actionData }: Route.ComponentProps) {
  const waiting = questions.find(({ answer }) => answer === null);
  const answered = questions.filter(({ answer }) => answer !== null);
  const problem = actionData?.problem ?? null;
  return (
    <div className="wrap questions">
      <Breadcrumbs trail={[{ label: "Home", to: "/" }, { label: "Ask an editor" }]} />
      <h1 className="d3">Ask an editor</h1>
      {actionData !== undefined && (
        <FormSummary
          why={actionData.why}
          problems={problem === null ? [] : [{ id: "question", label: "Your question", text: problem }]}
        />
      )}
      {waiting !== undefined ? (
        <section aria-labelledby="waiting">
          <h2 className="h3" id="waiting">
            Your question waits for an editor
          </h2>
          <QuestionArticle asked={waiting} />
          <p>
            <Link className="link" to={questionPath(waiting.id)}>
              Its page
            </Link>
          </p>
        </section>
      ) : mayAsk ? (
        <AskForm typed={actionData?.typed ?? ""} problem={problem} />
      ) : (
        <PlanNeeded />
      )}
      {answered.length > 0 && (
        <section aria-labelledby="answered">
          <h2 className="h3" id="answered">
            Answered
          </h2>
          <ul className="questions-answered">
            {answered.map((asked) => (
              <li key={asked.id}>
                <QuestionArticle asked={asked} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function AskForm({ typed, problem }: { typed: string; problem: string | null }) {
  return (
    <form method="post" action={ASK_PATH} className="question-form" noValidate>
      <p>
        Where to take four people with one vegetarian on a Tuesday, which house a street is known for, what to do with
        an afternoon and a stroller. An editor reads it and answers here, and you are told.
      </p>
      <QuestionField
        id="question"
        name="question"
        label="Your question"
        hint={`${QUESTION_CHARACTERS_MIN} to ${fullCount(QUESTION_CHARACTERS_MAX)} characters. Only the editors and you read it.`}
        rows={7}
        typed={typed}
        problem={problem}
      />
      <p>
        <button type="submit" className="button button-primary">
          Send
        </button>
      </p>
    </form>
  );
}

function PlanNeeded() {
  return (
    <div className="question-form">
      <p>With the VIP plan you can ask the people who write this guide, one question at a time.</p>
      <p>
        <Link className="button button-primary" to="/subscription">
          See the plans
        </Link>
      </p>
    </div>
  );
}
