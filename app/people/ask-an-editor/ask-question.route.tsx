import "#app/people/place-questions/questions.css";

import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { formatFullCount } from "#app/ui/format-count.ts";

import { requireSubscription, requireViewer } from "#app/people/accounts/guards.ts";
import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/ask-question.route";
import { ASK_PATH, QUESTION_CHARACTERS_MAX, QUESTION_CHARACTERS_MIN, questionPath } from "./editor-question.ts";
import { QuestionArticle } from "./editor-question-article.tsx";
import { QuestionField } from "#app/people/place-questions/question-field.tsx";
import { parseLimitedText } from "#app/lib/limited-text.ts";
import { askQuestion, listOwnQuestions } from "./editor-questions.server.ts";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

/** Per member; more than anyone can write. */
const QUESTIONS_PER_MINUTE_MAX = 10;
const limit = new AddressRateLimit(QUESTIONS_PER_MINUTE_MAX);

/** The form to ask an editor (for members whose plan includes it), and the member's earlier questions. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { id, tier } = requireViewer(site.viewer, request);
  const questions = await listOwnQuestions(site.db, id);
  // Members can read their earlier questions after their plan has ended.
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
  if (seconds !== null) return refuse(429, tooManyRequests(seconds));
  const limits = { noun: "question", min: QUESTION_CHARACTERS_MIN, max: QUESTION_CHARACTERS_MAX };
  const read = parseLimitedText(typed, limits);
  if (read.text === null) return refuse(400, "We couldn’t send your question.", read.problem);
  const outcome = await askQuestion(db, { asker, question: read.text, now });
  if (outcome === "not-entitled") return refuse(403, "Asking an editor is part of the VIP plan.");
  if (outcome === "question-waits")
    return refuse(409, "Your last question is still waiting for an answer. You can ask one at a time.");
  return redirect(questionPath(outcome.id), 303);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Ask an editor",
    description: "Ask our editors a question about Washington.",
    path: ASK_PATH,
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
            Your question is waiting for an editor
          </h2>
          <QuestionArticle item={waiting} />
          <p>
            <Link className="link" to={questionPath(waiting.id)}>
              View question
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
            {answered.map((item) => (
              <li key={item.id}>
                <QuestionArticle item={item} />
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
        Where can you take four people, one of them vegetarian, on a Tuesday? What can you do with an afternoon and a
        stroller? An editor answers here, and we’ll notify you.
      </p>
      <QuestionField
        id="question"
        name="question"
        label="Your question"
        hint={`${QUESTION_CHARACTERS_MIN} to ${formatFullCount(QUESTION_CHARACTERS_MAX)} characters. Only you and our editors can see it.`}
        rows={7}
        typed={typed}
        problem={problem}
      />
      <p>
        <button type="submit" className="button button-primary">
          Send question
        </button>
      </p>
    </form>
  );
}

function PlanNeeded() {
  return (
    <div className="question-form">
      <p>With the VIP plan you can ask our editors, one question at a time.</p>
      <p>
        <Link className="button button-primary" to="/subscription">
          See plans
        </Link>
      </p>
    </div>
  );
}
