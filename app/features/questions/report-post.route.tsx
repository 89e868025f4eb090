import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { characterCount, plainText } from "#app/lib/plain-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { AddressLimit } from "#app/platform/address-limit.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireViewer } from "../accounts/guards.ts";
import { noSuchPage } from "../navigation/no-such-page.ts";
import { findNamedPlace } from "../places/named-place.server.ts";
import type { Route } from "./+types/report-post.route";
import {
  placeQuestionsPath,
  type PostKind,
  QUESTION_REPORT_REASONS,
  QUESTION_REPORT_WORDS,
  REPORT_NOTE_CHARACTERS_MAX,
  reportPath,
} from "./place-question.ts";
import { findPost, paragraphsOf } from "./place-question-queries.server.ts";
import { Paragraphs } from "./question-article.tsx";
import { hasReportedPost, reportPost } from "./report-post.server.ts";

/** Per member. */
const REPORTS_PER_MINUTE_MAX = 10;
const limit = new AddressLimit(REPORTS_PER_MINUTE_MAX);

/** `?question=` or `?answer=` says what is reported. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  const { id: reporterId } = requireViewer(site.viewer, request);
  const { place, kind, post } = await postOr404(context, params.slug, request);
  return {
    place: { slug: place.slug, name: place.name },
    kind,
    post: { id: post.id, paragraphs: paragraphsOf(post.body), author: post.author },
    isOwn: post.authorId === reporterId,
    isReported: await hasReportedPost(site.db, { kind, id: post.id, reporterId }),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, now, viewer } = siteOf(context);
  const { id: reporterId } = requireViewer(viewer, request);
  const { place, kind, post } = await postOr404(context, params.slug, request);
  const form = await readForm(request);
  const [asked, typed] = [form.text("reason"), form.text("note")];
  const refuse = (status: number, why: string) => data({ reason: asked, note: typed, why }, { status });

  const seconds = limit.secondsToWait(reporterId, now);
  if (seconds !== null) return refuse(429, `That is too often. Try again in ${seconds} seconds.`);
  if (post.authorId === reporterId) return refuse(403, `That is your own ${kind}: delete it instead.`);
  const reason = QUESTION_REPORT_REASONS.find((known) => known === asked);
  if (reason === undefined) return refuse(400, "Choose what is wrong with it.");
  const note = plainText(typed);
  if (characterCount(note) > REPORT_NOTE_CHARACTERS_MAX) {
    return refuse(400, `Write at most ${REPORT_NOTE_CHARACTERS_MAX} characters; it has ${characterCount(note)}.`);
  }
  await reportPost(db, { kind, id: post.id, reporterId, reason, note, now });
  return redirect(reportPath(place.slug, kind, post.id), 303);
}

async function postOr404(context: Route.LoaderArgs["context"], slug: string, request: Request) {
  const { db } = siteOf(context);
  const search = new URL(request.url).searchParams;
  const kind: PostKind = search.has("answer") ? "answer" : "question";
  const id = search.get(kind) ?? "";
  const place = await findNamedPlace(db, slug);
  const post = place === null || !isUuid(id) ? null : await findPost(db, { kind, id, placeId: place.id });
  if (place === null || post === null) throw noSuchPage();
  return { place, kind, post };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: `Report ${WITH_ARTICLE[loaderData.kind]}`,
    description: "Tell a moderator what is wrong with it.",
    path: reportPath(loaderData.place.slug, loaderData.kind, loaderData.post.id),
    robots: "noindex, follow",
  });

const WITH_ARTICLE: Record<PostKind, string> = { question: "a question", answer: "an answer" };

export default function ReportPost({
  loaderData: { place, kind, post, isOwn, isReported },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="wrap review-page">
      <h1 className="d2">Report {WITH_ARTICLE[kind]}</h1>
      <p>
        <Link className="link" to={placeQuestionsPath(place.slug)}>
          Back to the questions about {place.name}
        </Link>
      </p>
      <blockquote className="review-words">
        <Paragraphs texts={post.paragraphs} />
      </blockquote>
      {isReported ? (
        <p className="review-status" role="status">
          You have reported it. A moderator reads every report, and you are told what became of it.
        </p>
      ) : isOwn ? (
        <p className="review-status">This {kind} is your own: delete it instead.</p>
      ) : (
        <form method="post" action={reportPath(place.slug, kind, post.id)} className="review-form" noValidate>
          <p>It stays until a moderator has read your report; that it is unfriendly is no reason to take it away.</p>
          {actionData !== undefined && (
            <p className="form-problem" role="alert">
              {actionData.why}
            </p>
          )}
          <fieldset className="review-choice">
            <legend>What is wrong with it?</legend>
            {QUESTION_REPORT_REASONS.map((reason) => (
              <label key={reason}>
                <input
                  type="radio"
                  name="reason"
                  value={reason}
                  defaultChecked={actionData?.reason === reason}
                  required
                />
                {QUESTION_REPORT_WORDS[reason]}
              </label>
            ))}
          </fieldset>
          <div className="field">
            <label htmlFor="report-note">Anything a moderator should know (you may leave it empty)</label>
            <textarea className="input" id="report-note" name="note" rows={4} defaultValue={actionData?.note ?? ""} />
          </div>
          <div className="review-buttons">
            <button type="submit" className="button button-primary">
              Report
            </button>
          </div>
        </form>
      )}
    </div>
  );
}
