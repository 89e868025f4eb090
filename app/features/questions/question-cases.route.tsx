import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { characterCount, plainText } from "#app/lib/plain-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";
import { counted } from "#app/ui/counted.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";

import { requireRole } from "../accounts/guards.ts";
import { AdminPage } from "../admin/admin-page.tsx";
import type { Route } from "./+types/question-cases.route";
import { QUESTION_CASES_PATH, type WaitingPost } from "./place-question.ts";
import { Paragraphs } from "./question-article.tsx";
import { QuestionPages } from "./question-pages.tsx";
import { decidePost, waitingPosts } from "./question-cases.server.ts";

const REASON_CHARACTERS_MIN = 5;
const REASON_CHARACTERS_MAX = 500;

/** Questions about places, and their answers, that wait for a moderator. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  requireRole(site.viewer, request, ["admin"]);
  return waitingPosts(site.db);
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: decidedBy } = requireRole(site.viewer, request, ["admin"]);
  const form = await readForm(request);
  const [kind, id, typed, decision] = ["kind", "id", "reason", "decision"].map((name) => form.text(name));
  const refuse = (status: number, why: string) => data({ id, typed, why }, { status });

  if (decision !== "approved" && decision !== "rejected") return refuse(400, "Choose Approve or Reject.");
  if ((kind !== "question" && kind !== "answer") || id === undefined || !isUuid(id)) {
    return refuse(400, "Choose what you decide about.");
  }
  const reason = plainText(typed ?? "");
  const length = characterCount(reason);
  if (length > REASON_CHARACTERS_MAX) return refuse(400, `Write at most ${REASON_CHARACTERS_MAX} characters.`);
  if (decision === "rejected" && length < REASON_CHARACTERS_MIN) {
    return refuse(400, "Give the author a reason: they read it.");
  }
  const decided = { kind, id, version: form.text("version"), decision, reason, decidedBy, now: site.now } as const;
  const outcome = await decidePost(site.db, decided);
  if (outcome !== "decided") return refuse(409, REFUSALS[outcome]);
  site.log.info({ kind, id, decision, decidedBy }, "A question or an answer was decided about");
  return redirect(QUESTION_CASES_PATH, 303);
}

const REFUSALS = {
  changed: "It was changed meanwhile. Read it again as it is now.",
  closed: "Somebody else has decided about it meanwhile, or it was deleted.",
  own: "Nobody decides about what they wrote themselves.",
};

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Questions about places",
    description: "Questions about places, and their answers, that wait for a moderator.",
    path: QUESTION_CASES_PATH,
    robots: "noindex, follow",
  });

export default function QuestionCases({ loaderData: { posts, total }, actionData }: Route.ComponentProps) {
  const isOnPage = posts.some(({ id }) => id === actionData?.id);
  return (
    <AdminPage
      section="questions"
      title="Questions"
      lead={
        total === 0
          ? undefined
          : `${counted(total, "question or answer", "questions and answers")} waiting, the oldest first`
      }
    >
      <QuestionPages current="places" />
      {actionData !== undefined && !isOnPage && (
        <>
          <p className="form-problem" role="alert">
            {actionData.why}
          </p>
          {actionData.typed !== "" && <p className="question-lost">{actionData.typed}</p>}
        </>
      )}
      {total === 0 && (
        <EmptyState title="Nothing waits">
          Questions about places and answers to them come here when they were held or reported.
        </EmptyState>
      )}
      <ol className="questions-answered">
        {posts.map((post) => (
          <li key={post.id}>
            <Case post={post} refused={actionData?.id === post.id ? actionData : null} />
          </li>
        ))}
      </ol>
    </AdminPage>
  );
}

function Case({ post, refused }: { post: WaitingPost; refused: { typed: string | undefined; why: string } | null }) {
  const { kind, id, place, author } = post;
  const which = `the ${kind} about ${place.name} by ${author.name}`;
  return (
    <article aria-labelledby={`post-${id}`}>
      <div>
        <h2 className="h4" id={`post-${id}`}>
          {kind === "question" ? "Question about" : post.isBusiness ? "Answer of the business of" : "Answer about"}{" "}
          <Link className="link" to={`/places/${place.slug}`}>
            {place.name}
          </Link>
        </h2>
        <p className="meta text-meta text-stone-5">
          <Link className="link" to={`/admin/users/${author.id}`}>
            {author.name}
          </Link>
          <time dateTime={post.since}>{post.sinceLabel}</time>
          <span>{post.isShown ? "Shown meanwhile" : "Not shown meanwhile"}</span>
        </p>
      </div>
      <ul className="moderation-reasons">
        {post.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <Words post={post} />
      <form method="post" action={QUESTION_CASES_PATH} className="question-form">
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={post.version} />
        {refused !== null && (
          <p className="form-problem" role="alert">
            {refused.why}
          </p>
        )}
        <div className="field">
          <label htmlFor={`reason-${id}`}>Reason, for its author to read</label>
          <input
            className="input"
            id={`reason-${id}`}
            name="reason"
            defaultValue={refused?.typed ?? ""}
            autoComplete="off"
          />
          <small>Needed to reject.</small>
        </div>
        <div className="review-buttons">
          <button type="submit" className="button button-outline" name="decision" value="approved">
            Approve<span className="sr-only"> {which}</span>
          </button>
          <button type="submit" className="button button-outline" name="decision" value="rejected">
            Reject<span className="sr-only"> {which}</span>
          </button>
        </div>
      </form>
    </article>
  );
}

/** What it says, what it answers, and what reporters wrote of it. */
function Words({ post: { question, paragraphs, notes } }: { post: WaitingPost }) {
  return (
    <>
      <div className="question">
        {question !== null && (
          <div className="text-stone-5">
            <Paragraphs texts={question} />
          </div>
        )}
        <blockquote>
          <Paragraphs texts={paragraphs} />
        </blockquote>
      </div>
      {notes.map((note, index) => (
        <p key={index} className="text-row">
          A reporter wrote: {note}
        </p>
      ))}
    </>
  );
}
