import { data, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { pageNumber } from "#app/lib/page-number.ts";
import { characterCount, plainText } from "#app/lib/plain-text.ts";
import { readForm } from "#app/platform/read-form.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { siteOf } from "#app/platform/site.ts";
import { counted } from "#app/ui/counted.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager.tsx";

import { requireRole } from "../accounts/guards.ts";
import { RatingStars } from "../places/rating.tsx";
import { decideReview } from "../reviews/decide-review.server.ts";
import { versionOf } from "../reviews/review-form.ts";
import { caseReasonWords } from "../reviews/case-reasons.ts";
import type { Route } from "./+types/moderation.route";
import { type CaseShown, PAGE_MAX } from "./cases.ts";
import { waitingCases } from "./cases.server.ts";

const REASON_CHARACTERS_MIN = 5;
const REASON_CHARACTERS_MAX = 500;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const page = Math.min(pageNumber(new URL(request.url).searchParams.get("page")), PAGE_MAX);
  const waiting = await waitingCases(db, { page });
  // The last case of the last page was decided.
  if (page > waiting.pageCount) throw redirect(pathOf(waiting.pageCount), 303);
  const cases = waiting.cases.map((open) => ({ ...open, reasons: open.reasons.map(caseReasonWords) }));
  return { ...waiting, cases, page };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { db, now, viewer, log } = siteOf(context);
  const { id: decidedBy } = requireRole(viewer, request, ["admin"]);
  const form = await readForm(request);
  const [reviewId, typed] = [form.text("review"), form.text("reason")];
  const refuse = (status: number, why: string) => data({ reviewId, typed, why }, { status });

  const asked = form.text("decision");
  const decision = asked === "approved" || asked === "rejected" ? asked : null;
  if (decision === null || !isUuid(reviewId)) return refuse(400, "Choose Approve or Reject beside a case.");
  const reason = plainText(typed);
  const length = characterCount(reason);
  if (length > REASON_CHARACTERS_MAX) return refuse(400, `Write at most ${REASON_CHARACTERS_MAX} characters.`);
  if (decision === "rejected" && length < REASON_CHARACTERS_MIN) {
    return refuse(400, "Give the author a reason: they read it on the place’s page.");
  }
  const version = versionOf(form.text("version"));
  const outcome = await decideReview(db, { reviewId, version, decision, reason, decidedBy, now });
  if (outcome !== "decided") return refuse(409, REFUSALS[outcome]);
  log.info({ reviewId, decision, decidedBy }, "A review was decided about");
  return redirect(pathOf(pageNumber(new URL(request.url).searchParams.get("page"))), 303);
}

const REFUSALS = {
  changed: "Its author has changed it meanwhile. Read it again as it is now.",
  closed: "Somebody else has decided about it meanwhile, or it was deleted.",
  own: "Nobody decides about a review of their own.",
};

function pathOf(page: number): string {
  return page === 1 ? "/admin/moderation" : `/admin/moderation?page=${page}`;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Moderation",
    description: "What waits for a moderator’s decision.",
    path: "/admin/moderation",
    robots: "noindex, follow",
  });

export default function Moderation({
  loaderData: { cases, count, page, pageCount },
  actionData,
}: Route.ComponentProps) {
  const isOnPage = cases.some(({ review }) => review.id === actionData?.reviewId);
  return (
    <div className="wrap moderation">
      <h1 className="d2">Moderation</h1>
      {actionData !== undefined && !isOnPage && <Refusal why={actionData.why} />}
      {count === 0 ? (
        <EmptyState title="Nothing waits">Held and reported reviews come here, the oldest first.</EmptyState>
      ) : (
        <>
          <p className="text-stone-5">{counted(count, "case")} waiting, the oldest first</p>
          <ol className="moderation-cases">
            {cases.map((open) => (
              <li key={open.id}>
                <CaseArticle
                  open={open}
                  page={page}
                  refused={actionData?.reviewId === open.review.id ? actionData : null}
                />
              </li>
            ))}
          </ol>
          <Pager label="Cases" page={page} pageCount={pageCount} hrefFor={pathOf} />
        </>
      )}
    </div>
  );
}

type Refused = { why: string; typed: string };

function CaseArticle({ open, page, refused }: { open: CaseShown; page: number; refused: Refused | null }) {
  const { review, place, author } = open;
  return (
    <article className="moderation-case" aria-labelledby={`case-${open.id}`}>
      <div>
        <h2 className="h3" id={`case-${open.id}`}>
          {open.kind === "held-review" ? "Held review" : "Reported review"} of{" "}
          <Link className="link" to={`/places/${place.slug}`}>
            {place.name}
          </Link>
        </h2>
        <p className="meta text-meta text-stone-5">
          <span>{author.name}</span>
          <span>Member since {author.joinedLabel}</span>
          <span>
            Waiting since <time dateTime={open.openedAt}>{open.openedLabel}</time>
          </span>
          <span>{review.isShown ? "Shown meanwhile" : "Not shown meanwhile"}</span>
        </p>
      </div>
      <ul className="moderation-reasons">
        {open.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <blockquote className="review-words">
        <RatingStars mean={review.stars} />
        {review.paragraphs.map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
      </blockquote>
      {open.notes.map((note, index) => (
        <p key={index} className="text-row">
          A reporter wrote: {note}
        </p>
      ))}
      <DecisionForm open={open} page={page} refused={refused} />
    </article>
  );
}

function DecisionForm({ open, page, refused }: { open: CaseShown; page: number; refused: Refused | null }) {
  const { review, place, author } = open;
  const fieldId = `reason-${open.id}`;
  return (
    <form method="post" action={pathOf(page)} className="moderation-form">
      <input type="hidden" name="review" value={review.id} />
      <input type="hidden" name="version" value={review.version} />
      {refused !== null && <Refusal why={refused.why} />}
      <div className="field">
        <label htmlFor={fieldId}>Reason, for the author to read</label>
        <input className="input" id={fieldId} name="reason" defaultValue={refused?.typed ?? ""} autoComplete="off" />
        <small>Needed to reject.</small>
      </div>
      <div className="review-buttons">
        <button type="submit" className="button button-outline" name="decision" value="approved">
          Approve
          <WhichReview author={author.name} place={place.name} />
        </button>
        <button type="submit" className="button button-outline" name="decision" value="rejected">
          Reject
          <WhichReview author={author.name} place={place.name} />
        </button>
      </div>
    </form>
  );
}

/** Sets apart buttons that would all be called the same. */
function WhichReview({ author, place }: { author: string; place: string }) {
  return (
    <span className="sr-only">
      {" "}
      the review of {place} by {author}
    </span>
  );
}

function Refusal({ why }: { why: string }) {
  return (
    <p className="sign-in-problem" role="alert">
      {why}
    </p>
  );
}
