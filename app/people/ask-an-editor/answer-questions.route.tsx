import "#app/people/place-questions/questions.css";

import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { pluralize, formatFullCount } from "#app/ui/format-count.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { QUESTION_QUEUE_QUERY, queuePath } from "#app/desk/moderation/queue.ts";
import type { Route } from "./+types/answer-questions.route";
import {
  ANSWER_CHARACTERS_MAX,
  ANSWER_CHARACTERS_MIN,
  EDITORS_QUESTIONS_PATH,
  type UnansweredQuestion,
} from "./editor-question.ts";
import { QuestionArticle } from "./editor-question-article.tsx";
import { QuestionField } from "#app/people/place-questions/question-field.tsx";
import { parseLimitedText } from "#app/lib/limited-text.ts";
import { answerQuestion, QUESTIONS_PAGE_MAX, listUnansweredQuestions } from "./editor-questions.server.ts";

export const handle = { audience: "admin", query: ["page"] } as const satisfies RouteHandle;

/** Unanswered questions of VIP members, for editors. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  requireRole(site.viewer, request, ["admin"]);
  const page = Math.min(parsePageNumber(readQuery(request, handle).get("page")), QUESTIONS_PAGE_MAX);
  const waiting = await listUnansweredQuestions(site.db, { page });
  // The last question of the last page was just answered.
  if (page > waiting.pageCount) throw redirect(pathOf(waiting.pageCount), 303);
  return { ...waiting, page };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: answeredBy } = requireRole(site.viewer, request, ["admin"]);
  const form = await readForm(request);
  const [id, typed] = [form.text("question"), form.text("answer")];
  const refuse = (status: number, why: string, problem: string | null = null) =>
    data({ id, typed, why, problem }, { status });

  if (!isUuid(id)) return refuse(400, "Choose a question to answer.");
  const limits = { noun: "answer", min: ANSWER_CHARACTERS_MIN, max: ANSWER_CHARACTERS_MAX };
  const read = parseLimitedText(typed, limits);
  if (read.text === null) return refuse(400, "We couldn’t send your answer.", read.problem);
  const outcome = await answerQuestion(site.db, { id, answer: read.text, answeredBy, now: site.now });
  if (outcome === "not-waiting") {
    return refuse(409, "Another editor answered it, or the member withdrew it. Your text is below.");
  }
  site.log.info({ question: id, answeredBy }, "A question was answered");
  return redirect(pathOf(parsePageNumber(readQuery(request, handle).get("page"))), 303);
}

function pathOf(page: number): string {
  return page === 1 ? EDITORS_QUESTIONS_PATH : `${EDITORS_QUESTIONS_PATH}?page=${page}`;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Questions",
    description: "Questions from members to the editors.",
    path: EDITORS_QUESTIONS_PATH,
  });

export default function AnswerQuestions({
  loaderData: { items, total, page, pageCount },
  actionData,
}: Route.ComponentProps) {
  const isOnPage = items.some(({ id }) => id === actionData?.id);
  return (
    <AdminPage
      section="questions"
      title="Questions"
      lead={total === 0 ? undefined : `${pluralize(total, "question")} waiting, oldest first`}
    >
      <p className="text-row">
        Held and reported questions about places are in{" "}
        <Link className="link" to={queuePath(QUESTION_QUEUE_QUERY)}>
          moderation
        </Link>
        .
      </p>
      {actionData !== undefined && !isOnPage && (
        <>
          <FormSummary why={actionData.why} problems={[]} />
          {actionData.typed !== "" && <p className="question-lost">{actionData.typed}</p>}
        </>
      )}
      {total === 0 && <EmptyState title="No questions waiting">Questions from members will be listed here.</EmptyState>}
      <ol className="questions-answered">
        {items.map((item) => (
          <li key={item.id}>
            <AnswerForm item={item} page={page} refused={actionData?.id === item.id ? actionData : null} />
          </li>
        ))}
      </ol>
      <Pager label="Questions" page={page} pageCount={pageCount} hrefFor={pathOf} />
    </AdminPage>
  );
}

type Refused = { typed: string; why: string; problem: string | null };

function AnswerForm({ item, page, refused }: { item: UnansweredQuestion; page: number; refused: Refused | null }) {
  const fieldId = `answer-${item.id}`;
  const problem = refused?.problem ?? null;
  return (
    <article aria-labelledby={`asked-${item.id}`}>
      <h2 className="h4" id={`asked-${item.id}`}>
        Question from {item.asker.name}
      </h2>
      <QuestionArticle item={{ ...item, answer: null }} />
      <form method="post" action={pathOf(page)} className="question-form" noValidate>
        <input type="hidden" name="question" value={item.id} />
        {refused !== null && (
          <FormSummary
            why={refused.why}
            problems={problem === null ? [] : [{ id: fieldId, label: "Your answer", text: problem }]}
          />
        )}
        <QuestionField
          id={fieldId}
          name="answer"
          label={`Your answer to ${item.asker.name}`}
          hint={`${ANSWER_CHARACTERS_MIN} to ${formatFullCount(ANSWER_CHARACTERS_MAX)} characters. You can’t change it after sending.`}
          rows={8}
          typed={refused?.typed ?? ""}
          problem={problem}
        />
        <p>
          <button type="submit" className="button button-primary">
            Send answer
          </button>
        </p>
      </form>
    </article>
  );
}
