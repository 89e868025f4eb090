import "./place-questions.css";

import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { Pager } from "#app/ui/pager.tsx";

import { requireViewer } from "#app/people/accounts/guards.ts";
import { ownerListPath } from "#app/business/listings/dashboard/owner-list.ts";
import { managesPlace } from "#app/business/listings/figures/exclude-owner-views.server.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { findPlaceBySlug } from "#app/guide/places/facts/find-place.server.ts";
import { NO_BUTTON_REFUSAL, tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/place-questions.route";
import { PLACE_QUESTIONS_PAGE_MAX, placeQuestionsPath } from "./place-question.ts";
import { loadPlaceQuestions } from "./place-question-queries.server.ts";
import { postPlaceAnswer, postPlaceQuestion } from "./post-questions.server.ts";
import { deletePost } from "./delete-post.server.ts";
import { parsePlaceAnswer, parsePlaceQuestion, answerRefusal } from "./review/parse-post.ts";
import { AnswerableQuestion } from "./answerable-question.tsx";
import { AskQuestion } from "./ask-question.tsx";

export const handle = {
  audience: "everyone",
  isIndexed: false,
  query: ["page", "question"],
} as const satisfies RouteHandle;

/** Per member; more than anyone can write. */
const FORMS_PER_MINUTE_MAX = 10;
const limit = new AddressRateLimit(FORMS_PER_MINUTE_MAX);

/** Public questions and answers about a place. Members can ask and answer. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, page: life, viewer } = siteOf(context);
  const place = await findPlaceOr404(context, params.slug);
  life.tags.add(`place:${place.slug}`);
  const search = readQuery(request, handle);
  const page = Math.min(parsePageNumber(search.get("page")), PLACE_QUESTIONS_PAGE_MAX);
  const questionParam = search.get("question");
  const only = questionParam !== null && isUuid(questionParam) ? questionParam : null;
  const listed = await loadPlaceQuestions(db, { place, readerId: viewer?.id ?? null, page, only }, life);
  // The question was deleted or belongs to another place.
  if (questionParam !== null && listed.questions.length === 0) throw redirect(placeQuestionsPath(place.slug), 303);
  if (page > listed.pageCount) throw redirect(placeQuestionsPath(place.slug, { page: listed.pageCount }), 303);
  return {
    place: { slug: place.slug, name: place.name, isGone: place.isGone },
    isSignedIn: viewer !== null,
    runs: await managesPlace(db, { placeId: place.id, viewer }),
    only,
    page,
    ...listed,
  };
}

/** `do` is `ask`, `answer`, or `delete-question` or `delete-answer` for the member's own posts. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const viewer = requireViewer(site.viewer, request);
  const { db, now, log } = site;
  const place = await findPlaceOr404(context, params.slug);
  const form = await readForm(request);
  const [doing, id] = [form.text("do"), form.text("id")];
  const typed = form.text(doing === "ask" ? "question" : "answer");
  const refuse = (status: number, why: string, problem: string | null = null) =>
    data({ doing, id, typed, why, problem }, { status });

  const seconds = limit.secondsToWait(viewer.id, now);
  if (seconds !== null) return refuse(429, tooManyRequests(seconds));
  if (doing === "ask") {
    if (place.isGone) return refuse(409, "This place is permanently closed, so you can’t ask about it.");
    const read = parsePlaceQuestion(typed);
    if (read.text === null) return refuse(400, "We couldn’t publish your question.", read.problem);
    const posted = await postPlaceQuestion(db, { place, askerId: viewer.id, body: read.text, now });
    if (posted === "too-many")
      return refuse(429, "You’ve reached today’s limit. Try again tomorrow. Your text is below.");
    if (posted === "left") return refuse(409, "Your account has been deleted.");
    log.info({ place: place.slug, question: posted.id, isHeld: posted.isHeld }, "A question about a place was asked");
    return redirect(placeQuestionsPath(place.slug, { question: posted.id }), 303);
  }
  if (!isUuid(id)) return refuse(400, NO_BUTTON_REFUSAL);
  const runs = await managesPlace(db, { placeId: place.id, viewer });
  if (doing === "delete-question" || doing === "delete-answer") {
    const kind = doing === "delete-question" ? "question" : "answer";
    const outcome = await deletePost(db, { kind, id, place, userId: viewer.id, managesPlace: runs, now });
    if (outcome === "none") return refuse(404, "It was already deleted, or it isn’t yours to delete.");
    log.info({ place: place.slug, kind, id }, "A question or an answer was deleted");
    return redirect(placeQuestionsPath(place.slug), 303);
  }
  if (doing !== "answer") return refuse(400, NO_BUTTON_REFUSAL);
  const read = parsePlaceAnswer(typed);
  if (read.text === null) return refuse(400, "We couldn’t publish your answer.", read.problem);
  const given = { place, questionId: id, authorId: viewer.id, isBusiness: runs, body: read.text, now };
  const outcome = await postPlaceAnswer(db, given);
  if (outcome !== "answered" && outcome !== "held") return refuse(...answerRefusal(outcome));
  log.info({ place: place.slug, question: id, isBusiness: runs, outcome }, "A question about a place was answered");
  return redirect(placeQuestionsPath(place.slug, { question: id }), 303);
}

async function findPlaceOr404(context: Route.LoaderArgs["context"], slug: string) {
  const place = await findPlaceBySlug(siteOf(context).db, slug);
  if (place === null) throw noSuchPage();
  const { closure } = place;
  // Temporarily closed places and reported closures still take questions.
  return { ...place, isGone: place.status === "closed" && closure !== "temporary" && closure !== "reported" };
}

export const meta: Route.MetaFunction = ({ loaderData: { place }, matches }) =>
  pageMeta({
    matches,
    title: `Questions about ${place.name}`,
    description: `Visitors’ questions about ${place.name}, with answers from the business and others.`,
    path: placeQuestionsPath(place.slug),
  });

export default function PlaceQuestions({ loaderData, actionData }: Route.ComponentProps) {
  const { place, isSignedIn, runs, only, page, questions, total, pageCount } = loaderData;
  const refused = actionData ?? null;
  const isQuestionRefused = refused?.doing === "ask";
  const fieldId = isQuestionRefused ? "question" : `answer-${refused?.id}`;
  const isOnPage = isQuestionRefused || questions.some(({ id }) => id === refused?.id);
  return (
    <div className="wrap questions">
      <Breadcrumbs trail={[{ label: place.name, to: `/places/${place.slug}` }, { label: "Questions" }]} />
      <h1 className="d3">Questions about {place.name}</h1>
      {refused !== null && (
        <FormSummary
          why={refused.why}
          problems={
            refused.problem === null || !isOnPage
              ? []
              : [{ id: fieldId, label: isQuestionRefused ? "Your question" : "Your answer", text: refused.problem }]
          }
        />
      )}
      {refused !== null && !isOnPage && refused.typed !== "" && <p className="question-lost">{refused.typed}</p>}
      {only !== null && (
        <p>
          <Link className="link" to={placeQuestionsPath(place.slug)}>
            All questions
          </Link>
        </p>
      )}
      {runs && (
        <p className="text-muted">
          You manage this place, so your answers are shown as the business’s.{" "}
          <Link className="link" to={ownerListPath(place.slug, "questions", { show: "unanswered", page: 1 })}>
            See unanswered questions
          </Link>
        </p>
      )}
      {total === 0 && <p className="text-muted">No questions yet.</p>}
      <ol className="place-questions">
        {questions.map((question) => (
          <li key={question.id}>
            <AnswerableQuestion
              question={question}
              place={place}
              isSignedIn={isSignedIn}
              runs={runs}
              refused={refused?.doing === "answer" && refused.id === question.id ? refused : null}
            />
          </li>
        ))}
      </ol>
      {only === null && (
        <>
          <Pager
            label="Questions"
            page={page}
            pageCount={pageCount}
            hrefFor={(to) => placeQuestionsPath(place.slug, { page: to })}
          />
          <AskQuestion place={place} isSignedIn={isSignedIn} refused={isQuestionRefused ? refused : null} />
        </>
      )}
    </div>
  );
}
