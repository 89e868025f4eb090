import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { pageNumber } from "#app/lib/page-number.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { AddressLimit } from "#app/platform/address-limit.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { fullCount } from "#app/ui/counted.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { Pager } from "#app/ui/pager.tsx";

import { requireViewer } from "../accounts/guards.ts";
import { ownerListPath } from "../business/owner-list.ts";
import { runsPlace } from "../business/own-visits.server.ts";
import { noSuchPage } from "../navigation/no-such-page.ts";
import { findNamedPlace } from "../places/named-place.server.ts";
import type { Route } from "./+types/place-questions.route";
import {
  type AnswerShown,
  PLACE_ANSWER_CHARACTERS_MAX,
  PLACE_QUESTION_CHARACTERS_MAX,
  PLACE_QUESTION_CHARACTERS_MIN,
  PLACE_QUESTIONS_PAGE_MAX,
  placeQuestionsPath,
  type QuestionShown,
} from "./place-question.ts";
import { DeleteForm, PlaceQuestion } from "./place-question-article.tsx";
import { placeQuestionsPage } from "./place-question-queries.server.ts";
import { answerAboutPlace, askAboutPlace, deletePost } from "./post-questions.server.ts";
import { QuestionField } from "./question-field.tsx";
import { readPlaceAnswer, readPlaceQuestion, refusalOf } from "./read-post.ts";

/** Per person; nobody writes faster. */
const FORMS_PER_MINUTE_MAX = 10;
const limit = new AddressLimit(FORMS_PER_MINUTE_MAX);

/** What is asked about a place and answered, for everybody to read; whoever is signed in asks and answers. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, page: life, viewer } = siteOf(context);
  const place = await placeOr404(context, params.slug);
  life.tags.add(`place:${place.slug}`);
  const search = new URL(request.url).searchParams;
  const page = Math.min(pageNumber(search.get("page")), PLACE_QUESTIONS_PAGE_MAX);
  const wanted = search.get("question");
  const only = wanted !== null && isUuid(wanted) ? wanted : null;
  const listed = await placeQuestionsPage(db, { place, readerId: viewer?.id ?? null, page, only }, life);
  // It was deleted, or it is of another place.
  if (wanted !== null && listed.questions.length === 0) throw redirect(placeQuestionsPath(place.slug), 303);
  if (page > listed.pageCount) throw redirect(placeQuestionsPath(place.slug, { page: listed.pageCount }), 303);
  return {
    place: { slug: place.slug, name: place.name, isGone: place.isGone },
    isSignedIn: viewer !== null,
    runs: await runsPlace(db, { placeId: place.id, viewer }),
    only,
    page,
    ...listed,
  };
}

/** `do` is `ask`, `answer`, or `delete-question` and `delete-answer` for what is one's own. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const viewer = requireViewer(site.viewer, request);
  const { db, now, log } = site;
  const place = await placeOr404(context, params.slug);
  const form = await readForm(request);
  const [doing, id] = [form.text("do"), form.text("id")];
  const typed = form.text(doing === "ask" ? "question" : "answer");
  const refuse = (status: number, why: string, problem: string | null = null) =>
    data({ doing, id, typed, why, problem }, { status });

  const seconds = limit.secondsToWait(viewer.id, now);
  if (seconds !== null) return refuse(429, `That is too often. Try again in ${seconds} seconds.`);
  if (doing === "ask") {
    if (place.isGone) return refuse(409, "It is closed for good, so there is nothing to ask any more.");
    const read = readPlaceQuestion(typed);
    if (read.text === null) return refuse(400, "The question was not sent.", read.problem);
    const asked = await askAboutPlace(db, { place, askerId: viewer.id, body: read.text, now });
    if (asked === "too-many") return refuse(429, "That is all for today. Come back tomorrow; what you wrote is below.");
    if (asked === "left") return refuse(409, "Your account was deleted meanwhile.");
    log.info({ place: place.slug, question: asked.id, isHeld: asked.isHeld }, "A question about a place was asked");
    return redirect(placeQuestionsPath(place.slug, { question: asked.id }), 303);
  }
  if (!isUuid(id)) return refuse(400, "Nothing was asked for. Please use one of the buttons.");
  const runs = await runsPlace(db, { placeId: place.id, viewer });
  if (doing === "delete-question" || doing === "delete-answer") {
    const kind = doing === "delete-question" ? "question" : "answer";
    const outcome = await deletePost(db, { kind, id, place, userId: viewer.id, runsPlace: runs, now });
    if (outcome === "none") return refuse(404, "It isn’t there any more, or it isn’t yours to delete.");
    log.info({ place: place.slug, kind, id }, "A question or an answer was deleted");
    return redirect(placeQuestionsPath(place.slug), 303);
  }
  if (doing !== "answer") return refuse(400, "Nothing was asked for. Please use one of the buttons.");
  const read = readPlaceAnswer(typed);
  if (read.text === null) return refuse(400, "The answer was not sent.", read.problem);
  const given = { place, questionId: id, authorId: viewer.id, isBusiness: runs, body: read.text, now };
  const outcome = await answerAboutPlace(db, given);
  if (outcome !== "answered" && outcome !== "held") return refuse(...refusalOf(outcome));
  log.info({ place: place.slug, question: id, isBusiness: runs, outcome }, "A question about a place was answered");
  return redirect(placeQuestionsPath(place.slug, { question: id }), 303);
}

async function placeOr404(context: Route.LoaderArgs["context"], slug: string) {
  const place = await findNamedPlace(siteOf(context).db, slug);
  if (place === null) throw noSuchPage();
  const { closure } = place;
  // Closed for a while, or reported as closed, people ask about it all the more.
  return { ...place, isGone: place.status === "closed" && closure !== "temporary" && closure !== "reported" };
}

export const meta: Route.MetaFunction = ({ loaderData: { place }, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: `Questions about ${place.name}`,
    description: `What visitors ask about ${place.name}, and the answers of the business and of others.`,
    path: placeQuestionsPath(place.slug),
    robots: "noindex, follow",
  });

export default function PlaceQuestions({ loaderData, actionData }: Route.ComponentProps) {
  const { place, isSignedIn, runs, only, page, questions, total, pageCount } = loaderData;
  const refused = actionData ?? null;
  const isAsking = refused?.doing === "ask";
  const fieldId = isAsking ? "question" : `answer-${refused?.id}`;
  const isOnPage = isAsking || questions.some(({ id }) => id === refused?.id);
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
              : [{ id: fieldId, label: isAsking ? "Your question" : "Your answer", text: refused.problem }]
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
        <p className="text-stone-5">
          You run it: your answers stand here as those of the business.{" "}
          <Link className="link" to={ownerListPath(place.slug, "questions", { show: "unanswered", page: 1 })}>
            What waits for you
          </Link>
        </p>
      )}
      {total === 0 && <p className="text-stone-5">Nobody has asked anything yet.</p>}
      <ol className="place-questions">
        {questions.map((asked) => (
          <li key={asked.id}>
            <Answerable
              asked={asked}
              place={place}
              isSignedIn={isSignedIn}
              runs={runs}
              refused={refused?.doing === "answer" && refused.id === asked.id ? refused : null}
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
          <Ask place={place} isSignedIn={isSignedIn} refused={isAsking ? refused : null} />
        </>
      )}
    </div>
  );
}

type Refused = { typed: string; problem: string | null };
type Place = { slug: string; name: string; isGone: boolean };
type AnswerableProps = {
  asked: QuestionShown;
  place: Place;
  isSignedIn: boolean;
  runs: boolean;
  refused: Refused | null;
};

function Answerable({ asked, place, isSignedIn, runs, refused }: AnswerableProps) {
  const path = placeQuestionsPath(place.slug);
  const own = asked.answers.find(({ isOwn, isBusiness }) => (runs ? isBusiness : isOwn && !isBusiness));
  const isOpen = asked.status === "published" && !asked.isOwn && !place.isGone;
  const deleteWords = ({ status, isBusiness, isOwn: isTheirs }: AnswerShown) => {
    if (status === "rejected" || !(isBusiness ? runs && status === "published" : isTheirs)) return null;
    return isBusiness ? "Delete the answer of the business" : "Delete your answer";
  };
  return (
    <PlaceQuestion slug={place.slug} asked={asked} action={path} deleteWords={deleteWords}>
      {asked.isOwn && asked.status !== "rejected" && (
        <DeleteForm
          action={path}
          kind="question"
          id={asked.id}
          words={asked.answers.length === 0 ? "Delete your question" : "Delete your question and its answers"}
        />
      )}
      {isOpen && isSignedIn && (own === undefined || runs) && (
        <AnswerForm asked={asked} action={path} refused={refused} runs={runs} known={own?.body ?? ""} />
      )}
      {isOpen && !isSignedIn && (
        <p>
          <Link className="link" to={signInPath(placeQuestionsPath(place.slug, { question: asked.id }))} rel="nofollow">
            Sign in to answer<span className="sr-only"> “{asked.paragraphs.join(" ")}”</span>
          </Link>
        </p>
      )}
    </PlaceQuestion>
  );
}

function AnswerForm({
  asked,
  action,
  refused,
  runs,
  known,
}: {
  asked: QuestionShown;
  action: string;
  refused: Refused | null;
  runs: boolean;
  known: string;
}) {
  return (
    <details className="owner-reply" open={refused !== null}>
      <summary>
        {known === "" ? "Answer" : "Change the answer of the business"}
        <span className="sr-only"> “{asked.paragraphs.join(" ")}”</span>
      </summary>
      <form method="post" action={action} className="question-form" noValidate>
        <input type="hidden" name="id" value={asked.id} />
        <QuestionField
          id={`answer-${asked.id}`}
          name="answer"
          label={runs ? "Your answer, as the business" : "Your answer"}
          hint={`Up to ${fullCount(PLACE_ANSWER_CHARACTERS_MAX)} characters. Everybody reads it${runs ? "" : ", with your name"}.`}
          rows={4}
          typed={refused?.typed ?? known}
          problem={refused?.problem ?? null}
        />
        <p>
          <button type="submit" className="button button-primary" name="do" value="answer">
            Publish the answer
          </button>
        </p>
      </form>
    </details>
  );
}

function Ask({ place, isSignedIn, refused }: { place: Place; isSignedIn: boolean; refused: Refused | null }) {
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
            hint={`${PLACE_QUESTION_CHARACTERS_MIN} to ${PLACE_QUESTION_CHARACTERS_MAX} characters. Everybody reads it, with your name; the business is told.`}
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
          . Whoever runs the place is told, and others who know it can answer too.
        </p>
      )}
    </section>
  );
}

function signInPath(to: string): string {
  return `/auth/login?${new URLSearchParams({ to })}`;
}
