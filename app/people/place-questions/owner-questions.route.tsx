import "./place-questions.css";

import { useRef } from "react";
import { data, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { formatFullCount } from "#app/ui/format-count.ts";
import { Pager } from "#app/ui/pager.tsx";
import { useLeaveGuard } from "#app/ui/use-leave-guard.ts";

import { ownerListPath, parseListQuery } from "#app/business/listings/dashboard/owner-list.ts";
import { AnswerRefusal, ListFilterNav } from "#app/business/listings/dashboard/owner-list-parts.tsx";
import { OwnerPage } from "#app/business/listings/dashboard/owner-page.tsx";
import { requireOwner } from "#app/business/listings/require-owner.server.ts";
import { NO_BUTTON_REFUSAL, tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/owner-questions.route";
import { PLACE_ANSWER_CHARACTERS_MAX, type DisplayedQuestion } from "./place-question.ts";
import { PlaceQuestion } from "./place-question-article.tsx";
import { listOwnerQuestions } from "./place-question-queries.server.ts";
import { postPlaceAnswer } from "./post-questions.server.ts";
import { deletePost } from "./delete-post.server.ts";
import { QuestionField } from "./question-field.tsx";
import { parsePlaceAnswer, answerRefusal } from "./review/parse-post.ts";

export const handle = { audience: "owner", query: ["show", "page"] } as const satisfies RouteHandle;

/** Per member; more than anyone can write. */
const FORMS_PER_MINUTE_MAX = 30;
const limit = new AddressRateLimit(FORMS_PER_MINUTE_MAX);

/** Visitors' questions about a place for its managers, unanswered first. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { place, viewer } = await requireOwner(site, request, params.slug);
  const query = parseListQuery(readQuery(request, handle));
  const listed = await listOwnerQuestions(site.db, { place, viewerId: viewer.id, ...query });
  if (query.page > listed.pageCount) {
    throw redirect(ownerListPath(place.slug, "questions", { ...query, page: listed.pageCount }), 303);
  }
  return { place: { slug: place.slug, name: place.name }, ...query, ...listed };
}

/** `do` is `answer` (posts or replaces the business's answer) or `delete-answer`. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { place, viewer } = await requireOwner(site, request, params.slug);
  const form = await readForm(request);
  const [id, typed, doing] = [form.text("id"), form.text("answer"), form.text("do")];
  const refuse = (status: number, why: string, problem: string | null = null) =>
    data({ id, typed, why, problem }, { status });

  const seconds = limit.secondsToWait(viewer.id, site.now);
  if (seconds !== null) return refuse(429, tooManyRequests(seconds));
  if ((doing !== "answer" && doing !== "delete-answer") || !isUuid(id)) {
    return refuse(400, NO_BUTTON_REFUSAL);
  }
  if (doing === "delete-answer") {
    const outcome = await deletePost(site.db, {
      kind: "answer",
      id,
      place,
      userId: viewer.id,
      managesPlace: true,
      now: site.now,
    });
    if (outcome === "none") return refuse(404, "That answer was deleted or belongs to another place.");
  } else {
    const read = parsePlaceAnswer(typed);
    if (read.text === null) return refuse(400, "We couldn’t publish your answer.", read.problem);
    const given = { place, questionId: id, authorId: viewer.id, isBusiness: true, body: read.text, now: site.now };
    const outcome = await postPlaceAnswer(site.db, given);
    if (outcome !== "answered" && outcome !== "held") return refuse(...answerRefusal(outcome));
  }
  site.log.info(
    { place: place.slug, id, doing, by: viewer.id },
    "A question about a place was answered by its business",
  );
  return redirect(ownerListPath(place.slug, "questions", parseListQuery(readQuery(request, handle))), 303);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: `Questions about ${loaderData.place.name}`,
    description: "Visitors’ questions about your place, and your answers.",
    path: `/business/${loaderData.place.slug}/questions`,
  });

export default function OwnerQuestions({ loaderData, actionData }: Route.ComponentProps) {
  const { place, show, page, pageCount, questions, total, unansweredCount } = loaderData;
  const refused = actionData ?? null;
  const isOnPage = questions.some(({ id }) => id === refused?.id);
  return (
    <OwnerPage place={place} section="questions">
      {refused !== null && (
        <AnswerRefusal
          refused={refused}
          field={isOnPage ? { id: `answer-${refused.id}`, label: "Your answer" } : null}
        />
      )}
      <ListFilterNav
        label="Filter questions"
        shown={show}
        names={{ all: "All", unanswered: "Needs your answer" }}
        counts={{ all: total, unanswered: unansweredCount }}
        hrefOf={(each) => ownerListPath(place.slug, "questions", { show: each, page: 1 })}
      />
      <p className="claim-hint">
        Your business can post one answer per question. It’s shown above other answers on the listing.
      </p>
      {questions.length === 0 ? (
        <p className="owner-word">
          {total === 0 ? "No questions yet. We’ll notify you when someone asks." : "You’ve answered every question."}
        </p>
      ) : (
        <ol className="place-questions">
          {questions.map((question) => (
            <li key={question.id}>
              <Answerable
                question={question}
                slug={place.slug}
                path={ownerListPath(place.slug, "questions", { show, page })}
                refused={refused?.id === question.id ? refused : null}
              />
            </li>
          ))}
        </ol>
      )}
      <Pager
        label="Questions"
        page={page}
        pageCount={pageCount}
        hrefFor={(to) => ownerListPath(place.slug, "questions", { show, page: to })}
      />
    </OwnerPage>
  );
}

type Refused = { typed: string; problem: string | null };

function Answerable({
  question,
  slug,
  path,
  refused,
}: {
  question: DisplayedQuestion;
  slug: string;
  path: string;
  refused: Refused | null;
}) {
  const title = question.paragraphs.join(" ");
  const own = question.answers.find(({ isBusiness }) => isBusiness);
  const form = useRef<HTMLFormElement>(null);
  // Guards only this question's form against leaving the page.
  useLeaveGuard(form, refused !== null);
  return (
    <PlaceQuestion
      slug={slug}
      question={question}
      action={path}
      deleteLabel={({ isBusiness, status }) => (isBusiness && status === "published" ? "Delete your answer" : null)}
    >
      {question.isOwn ? (
        <p className="claim-hint">You asked this question, so someone else has to answer it.</p>
      ) : (
        <details className="form-details" open={refused !== null}>
          <summary>
            {own === undefined ? "Answer" : "Edit your answer"}
            <span className="sr-only"> “{title}”</span>
          </summary>
          <form ref={form} method="post" action={path} className="question-form" noValidate>
            <input type="hidden" name="id" value={question.id} />
            <QuestionField
              id={`answer-${question.id}`}
              name="answer"
              label={`Your answer to ${question.asker}`}
              hint={`Up to ${formatFullCount(PLACE_ANSWER_CHARACTERS_MAX)} characters, posted as the business.`}
              rows={4}
              typed={refused?.typed ?? own?.body ?? ""}
              problem={refused?.problem ?? null}
            />
            <p>
              <button type="submit" className="button button-primary" name="do" value="answer">
                {own === undefined ? "Publish answer" : "Publish changes"}
              </button>
            </p>
          </form>
        </details>
      )}
    </PlaceQuestion>
  );
}
