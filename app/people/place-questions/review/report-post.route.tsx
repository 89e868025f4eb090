import "../questions.css";
import "#app/people/reviews/reviews.css";
import "#app/people/reviews/write/review-form.css";

import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { splitParagraphs } from "#app/lib/plain-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireViewer } from "#app/people/accounts/guards.ts";
import { parseReport, type ReportFormError, REPORTS_PER_MINUTE_MAX } from "#app/core/cases/parse-report.ts";
import { ReportForm } from "#app/core/cases/report-form.tsx";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { findPlaceBySlug } from "#app/guide/places/facts/find-place.server.ts";
import { tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/report-post.route";
import {
  placeQuestionsPath,
  type PostKind,
  QUESTION_REPORT_REASONS,
  QUESTION_REPORT_LABELS,
  reportPath,
} from "../place-question.ts";
import { findPublishedPost } from "../place-question-queries.server.ts";
import { Paragraphs } from "#app/ui/paragraphs.tsx";
import { hasReportedPost, reportPost } from "./report-post.server.ts";

export const handle = { audience: "signed-in", query: ["question", "answer"] } as const satisfies RouteHandle;

const limit = new AddressRateLimit(REPORTS_PER_MINUTE_MAX);

/** Reports the post named by `?question=` or `?answer=`. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { id: reporterId } = requireViewer(site.viewer, request);
  const { place, kind, post } = await findPostOr404(context, params.slug, request);
  return {
    place: { slug: place.slug, name: place.name },
    kind,
    post: { id: post.id, paragraphs: splitParagraphs(post.body), author: post.author },
    isOwn: post.authorId === reporterId,
    isReported: await hasReportedPost(site.db, { post: { kind, id: post.id }, reporterId }),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, now, viewer } = siteOf(context);
  const { id: reporterId } = requireViewer(viewer, request);
  const { place, kind, post } = await findPostOr404(context, params.slug, request);
  const form = await readForm(request);
  const refuse = (status: number, why: string) =>
    data<ReportFormError>({ reason: form.text("reason"), note: form.text("note"), why }, { status });

  const seconds = limit.secondsToWait(reporterId, now);
  if (seconds !== null) return refuse(429, tooManyRequests(seconds));
  const report = parseReport(form, QUESTION_REPORT_REASONS);
  if (typeof report === "string") return refuse(400, report);
  const outcome = await reportPost(db, { post: { kind, id: post.id }, reporterId, ...report, now });
  if (outcome === "own") return refuse(403, `This is your own ${kind}. Delete it instead.`);
  return redirect(reportPath(place.slug, kind, post.id), 303);
}

async function findPostOr404(context: Route.LoaderArgs["context"], slug: string, request: Request) {
  const { db } = siteOf(context);
  const search = readQuery(request, handle);
  const kind: PostKind = search.has("answer") ? "answer" : "question";
  const id = search.get(kind) ?? "";
  const place = await findPlaceBySlug(db, slug);
  const post = place === null || !isUuid(id) ? null : await findPublishedPost(db, { kind, id, placeId: place.id });
  if (place === null || post === null) throw noSuchPage();
  return { place, kind, post };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: `Report ${WITH_ARTICLE[loaderData.kind]}`,
    description: "Tell an editor what’s wrong.",
    path: reportPath(loaderData.place.slug, loaderData.kind, loaderData.post.id),
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
        <p className="form-status" role="status">
          Thanks for your report. An editor reads every report, and we’ll notify you of the decision.
        </p>
      ) : isOwn ? (
        <p className="form-status">This is your own {kind}. Delete it instead.</p>
      ) : (
        <ReportForm
          action={reportPath(place.slug, kind, post.id)}
          reasons={QUESTION_REPORT_REASONS}
          labels={QUESTION_REPORT_LABELS}
          refused={actionData ?? null}
        >
          It stays up until an editor has read your report. We don’t remove posts for being negative.
        </ReportForm>
      )}
    </div>
  );
}
