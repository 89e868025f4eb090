import "#app/people/place-questions/questions.css";

import { Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";

import { requireViewer } from "#app/people/accounts/guards.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import type { Route } from "./+types/own-question.route";
import { ASK_PATH, questionPath } from "./editor-question.ts";
import { QuestionArticle } from "./editor-question-article.tsx";
import { findOwnQuestion, withdrawQuestion } from "./editor-questions.server.ts";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

/** A member's question with its answer, readable even after their plan has ended. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { id: askerId } = requireViewer(site.viewer, request);
  const item = isUuid(params.id) ? await findOwnQuestion(site.db, { id: params.id, askerId }) : null;
  if (item === null) throw noSuchPage();
  return { item };
}

/** Withdraws an unanswered question. If it was answered meanwhile, redirects to the answer. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, viewer } = siteOf(context);
  const { id: askerId } = requireViewer(viewer, request);
  if (!isUuid(params.id)) throw noSuchPage();
  const own = { id: params.id, askerId };
  const outcome = await withdrawQuestion(db, own);
  if (outcome === "withdrawn") return redirect(ASK_PATH, 303);
  if ((await findOwnQuestion(db, own)) === null) throw noSuchPage();
  return redirect(questionPath(params.id), 303);
}

export const meta: Route.MetaFunction = ({ params, matches }) =>
  pageMeta({
    matches,
    title: "Your question",
    description: "Your question to our editors, and their answer.",
    path: questionPath(params.id),
  });

export default function Question({ loaderData: { item } }: Route.ComponentProps) {
  const isWaiting = item.answer === null;
  return (
    <div className="wrap questions">
      <Breadcrumbs
        trail={[
          { label: "Home", to: "/" },
          { label: "Ask an editor", to: ASK_PATH },
        ]}
      />
      <h1 className="d3">{isWaiting ? "Your question is waiting" : "Your question is answered"}</h1>
      {isWaiting && <p role="status">An editor will read it. We’ll notify you when there’s an answer.</p>}
      <QuestionArticle item={item} />
      {isWaiting ? (
        <form method="post" action={questionPath(item.id)}>
          <button type="submit" className="button button-outline">
            Withdraw question
          </button>
        </form>
      ) : (
        <p>
          <Link className="link" to={ASK_PATH}>
            Ask another question
          </Link>
        </p>
      )}
    </div>
  );
}
