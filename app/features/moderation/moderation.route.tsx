import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { pageNumber } from "#app/lib/page-number.ts";
import { characterCount, plainText } from "#app/lib/plain-text.ts";
import { readForm, type SentForm } from "#app/platform/read-form.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { counted } from "#app/ui/counted.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager.tsx";

import { requireRole } from "../accounts/guards.ts";
import { CampaignForm } from "../advertising/campaign-article.tsx";
import type { CampaignCase } from "../advertising/campaign-case.ts";
import { campaignCases } from "../advertising/decide-campaign.server.ts";
import type { ClaimCase } from "../business/claim-case.ts";
import { ClaimCaseForm } from "../business/claim-case-form.tsx";
import { claimCases, decideClaim } from "../business/decide-claim.server.ts";
import type { OwnerEditCase } from "../business/edit-listing.ts";
import { OwnerEditForm } from "../business/owner-edit-article.tsx";
import { ownerEditCases } from "../business/owner-edits.server.ts";
import { CorrectionCaseForm } from "../corrections/correction-case.tsx";
import type { CorrectionCase } from "../corrections/correction-case.ts";
import { correctionCases } from "../corrections/correction-cases.server.ts";
import { decideCorrection } from "../corrections/decide-correction.server.ts";
import { type KeptDecision, keptDecision, readDecisionFields } from "../corrections/decision-form.ts";
import { decidePhoto } from "../gallery/decide-photo.server.ts";
import type { PhotoCase } from "../gallery/photo-case.ts";
import { PhotoCaseArticle } from "../gallery/photo-case.tsx";
import { photoCases } from "../gallery/photo-cases.server.ts";
import { RatingStars } from "../places/rating.tsx";
import { decideReview } from "../reviews/decide-review.server.ts";
import { ReviewFacts, ReviewHistory } from "../reviews/review-background.tsx";
import type { ReviewBackground } from "../reviews/review-background.ts";
import { reviewBackgrounds } from "../reviews/review-background.server.ts";
import { versionOf } from "../reviews/review-form.ts";
import { caseReasonWords } from "../reviews/case-reasons.ts";
import type { SubmissionSummary } from "../submissions/submission.ts";
import { SubmissionArticle } from "../submissions/submission-article.tsx";
import { submissionSummaries } from "../submissions/submission-queries.server.ts";
import type { Route } from "./+types/moderation.route";
import type { Decision } from "#app/db/schema/moderation.ts";
import { type CaseOpening, PAGE_MAX, type ReviewCase } from "./cases.ts";
import { waitingCases } from "./cases.server.ts";

const REASON_CHARACTERS_MIN = 5;
const REASON_CHARACTERS_MAX = 500;

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { db, viewer } = site;
  requireRole(viewer, request, ["admin"]);
  const page = Math.min(pageNumber(new URL(request.url).searchParams.get("page")), PAGE_MAX);
  const waiting = await waitingCases(db, { page });
  // The last case of the last page was decided.
  if (page > waiting.pageCount) throw redirect(pathOf(waiting.pageCount), 303);
  const placeCases = waiting.cases.filter(({ about }) => about === "place");
  const corrected = await correctionCases(
    db,
    placeCases.map(({ id }) => id),
  );
  const backgrounds = await reviewBackgrounds(
    db,
    waiting.cases.flatMap((open) => (open.about === "review" ? [open.review.id] : [])),
  );
  const claimed = await claimCases(
    db,
    placeCases.map(({ id }) => id),
  );
  const submitted = await submissionSummaries(
    db,
    waiting.cases.flatMap((open) => (open.about === "submission" ? [open.submissionId] : [])),
  );
  const asked = await ownerEditCases(
    db,
    waiting.cases.flatMap((open) => (open.about === "owner-edit" ? [open.id] : [])),
  );
  const reported = await photoCases(
    db,
    waiting.cases.flatMap((open) => (open.about === "photo" ? [open.photoId] : [])),
  );
  const sponsored = await campaignCases(
    db,
    waiting.cases.flatMap((open) => (open.about === "campaign" ? [open.campaignId] : [])),
    site,
  );
  const cases = waiting.cases.flatMap((open): ShownCase[] => {
    if (open.about === "campaign") {
      const campaign = sponsored.get(open.campaignId);
      return campaign === undefined ? [] : [{ ...open, campaign }];
    }
    if (open.about === "photo") {
      const photo = reported.get(open.photoId);
      return photo === undefined ? [] : [{ ...open, reported: photo }];
    }
    if (open.about === "submission") {
      const summary = submitted.get(open.submissionId);
      return summary === undefined ? [] : [{ ...open, summary }];
    }
    if (open.about === "owner-edit") {
      const edit = asked.get(open.id);
      return edit === undefined ? [] : [{ ...open, edit }];
    }
    if (open.about === "review") {
      const background = backgrounds.get(open.review.id);
      return background === undefined ? [] : [{ ...open, reasons: open.reasons.map(caseReasonWords), background }];
    }
    const claim = claimed.get(open.id);
    if (claim !== undefined) return [{ ...open, about: "claim", claim }];
    const correction = corrected.get(open.id);
    return correction === undefined ? [] : [{ ...open, correction }];
  });
  return { count: waiting.count, pageCount: waiting.pageCount, cases, page };
}

type ShownCorrection = CaseOpening & { about: "place"; correction: CorrectionCase };
type ShownReview = ReviewCase & { background: ReviewBackground };
type ShownClaim = CaseOpening & { about: "claim"; claim: ClaimCase };
type ShownSubmission = CaseOpening & { about: "submission"; summary: SubmissionSummary };
type ShownOwnerEdit = CaseOpening & { about: "owner-edit"; edit: OwnerEditCase };
type ShownPhotoCase = CaseOpening & { about: "photo"; photoId: string; reported: PhotoCase };
type ShownCampaign = CaseOpening & { about: "campaign"; campaign: CampaignCase };
type ShownCase =
  | ShownCampaign
  | ShownReview
  | ShownCorrection
  | ShownPhotoCase
  | ShownClaim
  | ShownSubmission
  | ShownOwnerEdit;

export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: decidedBy } = requireRole(site.viewer, request, ["admin"]);
  const form = await readForm(request);
  const typed = form.text("reason");
  const about = form.text("review") || form.text("photo") || form.text("case");
  const refuse = (status: number, why: string) => data({ about, typed, why, kept: keptDecision(form) }, { status });

  const asked = form.text("decision");
  const decision = asked === "approved" || asked === "rejected" ? asked : null;
  if (decision === null || !isUuid(about)) return refuse(400, "Choose Approve or Reject beside a case.");
  const reason = plainText(typed);
  const length = characterCount(reason);
  if (length > REASON_CHARACTERS_MAX) return refuse(400, `Write at most ${REASON_CHARACTERS_MAX} characters.`);
  if (decision === "rejected" && length < REASON_CHARACTERS_MIN) {
    return refuse(400, "Give the author a reason: they read it.");
  }
  const outcome = await decide(site, form, { decision, reason, decidedBy });
  if (outcome !== "decided") return refuse(outcome in REFUSALS ? 409 : 400, REFUSALS[outcome] ?? outcome);
  site.log.info({ about, decision, decidedBy }, "A case was decided");
  return redirect(pathOf(pageNumber(new URL(request.url).searchParams.get("page"))), 303);
}

type Decided = { decision: Decision; reason: string; decidedBy: string };

/** "decided", a code of `REFUSALS`, or in words what is wrong with the form. */
async function decide({ db, now }: Site, form: SentForm, decided: Decided): Promise<string> {
  const reviewId = form.text("review");
  if (reviewId !== "") return decideReview(db, { ...decided, reviewId, version: versionOf(form.text("version")), now });
  if (form.text("about") === "claim") {
    const replaces = form.text("replaces") === "yes";
    return decideClaim(db, { ...decided, caseId: form.text("case"), replaces, now });
  }
  const photoId = form.text("photo");
  if (photoId !== "") return decidePhoto(db, { ...decided, photoId, version: versionOf(form.text("version")), now });
  const fields = readDecisionFields(form);
  if (typeof fields === "string") return fields;
  return decideCorrection(db, { ...decided, ...fields, caseId: form.text("case"), now });
}

const REFUSALS: Record<string, string> = {
  changed: "It was changed meanwhile. Read it again as it is now.",
  closed: "Somebody else has decided about it meanwhile, or it was deleted.",
  own: "Nobody decides about a review of their own.",
  "own-claim": "Nobody decides about a claim of their own.",
  "not-them": "Whoever claims it is suspended or has left, so they can’t run it.",
  "own-photo": "Nobody decides about a photo of a place that they run.",
  "no-pin": "Say where the map is to show it at its new address.",
  nothing: "Tick what is right, or reject it.",
  "no-successor": "Name its other page, as it stands in its address. It has to be another place that is listed.",
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
  const isOnPage = cases.some((open) => subjectOf(open) === actionData?.about);
  return (
    <div className="wrap moderation">
      <h1 className="d2">Moderation</h1>
      {actionData !== undefined && !isOnPage && <Refusal why={actionData.why} />}
      {count === 0 ? (
        <EmptyState title="Nothing waits">
          Held and reported reviews, reported photos, suggested edits, reports of closed places, claims, submitted
          businesses, what owners want to be changed and campaigns come here, the oldest first.
        </EmptyState>
      ) : (
        <>
          <p className="text-stone-5">{counted(count, "case")} waiting, the oldest first</p>
          <ol className="moderation-cases">
            {cases.map((open) => {
              const refused = actionData?.about === subjectOf(open) ? actionData : null;
              return (
                <li key={open.id}>
                  <CaseArticle open={open} page={page} refused={refused} />
                </li>
              );
            })}
          </ol>
          <Pager label="Cases" page={page} pageCount={pageCount} hrefFor={pathOf} />
        </>
      )}
    </div>
  );
}

/** What a decision's form names. */
function subjectOf(open: ShownCase): string {
  if (open.about === "review") return open.review.id;
  return open.about === "photo" ? open.photoId : open.id;
}

type Refused = { why: string; typed: string; kept: KeptDecision };

function CaseArticle({ open, ...rest }: { open: ShownCase; page: number; refused: Refused | null }) {
  switch (open.about) {
    case "review":
      return <ReviewArticle open={open} {...rest} />;
    case "place":
      return <CorrectionArticle open={open} {...rest} />;
    case "photo":
      return <PhotoArticle open={open} {...rest} />;
    case "claim":
      return <ClaimArticle open={open} {...rest} />;
    case "submission":
    case "owner-edit":
    case "campaign":
      return <BusinessArticle open={open} />;
  }
}

function PhotoArticle({ open, page, refused }: { open: ShownPhotoCase; page: number; refused: Refused | null }) {
  return (
    <PhotoCaseArticle
      id={open.id}
      reasons={open.reasons}
      about={open.reported}
      since={<WaitingSince open={open} />}
      action={pathOf(page)}
    >
      <DecisionFields
        id={open.id}
        reader="the business"
        which={`the photo of ${open.reported.place.name}`}
        refused={refused}
      />
    </PhotoCaseArticle>
  );
}

function ClaimArticle({ open, page, refused }: { open: ShownClaim; page: number; refused: Refused | null }) {
  const { claim } = open;
  return (
    <article className="moderation-case" aria-labelledby={`case-${open.id}`}>
      <div>
        <h2 className="h3" id={`case-${open.id}`}>
          {claim.runners.length > 0 ? "Disputed claim to" : "Claim to"}{" "}
          <Link className="link" to={`/places/${claim.place.slug}`}>
            {claim.place.name}
          </Link>
        </h2>
        <p className="meta text-meta text-stone-5">
          <WaitingSince open={open} />
        </p>
      </div>
      <ClaimCaseForm id={open.id} about={claim} action={pathOf(page)}>
        <DecisionFields
          id={open.id}
          reader="whoever claims it"
          which={`the claim to ${claim.place.name}`}
          refused={refused}
        />
      </ClaimCaseForm>
    </article>
  );
}

/** What a business asks for; it is decided on a page of its own, or in the case's own form. */
function BusinessArticle({ open }: { open: ShownSubmission | ShownOwnerEdit | ShownCampaign }) {
  return (
    <article className="moderation-case" aria-labelledby={`case-${open.id}`}>
      <h2 className="h3" id={`case-${open.id}`}>
        {open.about === "submission" ? (
          `Submission of ${open.summary.name}`
        ) : (
          <>
            {open.about === "campaign" ? "Campaign for" : "Changes by the business of"} <PlaceLink open={open} />
          </>
        )}
      </h2>
      {open.about === "submission" && <SubmissionArticle summary={open.summary} />}
      {open.about === "owner-edit" && <OwnerEditForm about={open.edit} refused={null} />}
      {open.about === "campaign" && <CampaignForm about={open.campaign} refused={null} />}
    </article>
  );
}

function PlaceLink({ open }: { open: ShownOwnerEdit | ShownCampaign }) {
  const { place } = open.about === "campaign" ? open.campaign : open.edit;
  return (
    <Link className="link" to={`/places/${place.slug}`}>
      {place.name}
    </Link>
  );
}

function ReviewArticle({ open, page, refused }: { open: ShownReview; page: number; refused: Refused | null }) {
  const { review, place, author, background } = open;
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
          <WaitingSince open={open} />
          <span>{review.isShown ? "Shown meanwhile" : "Not shown meanwhile"}</span>
        </p>
        <ReviewFacts about={background} />
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
      <ReviewHistory about={background} />
      <form method="post" action={pathOf(page)} className="moderation-form">
        <input type="hidden" name="review" value={review.id} />
        <input type="hidden" name="version" value={review.version} />
        <DecisionFields
          id={open.id}
          reader="the author"
          which={`the review of ${place.name} by ${author.name}`}
          refused={refused}
        />
      </form>
    </article>
  );
}

function CorrectionArticle({ open, page, refused }: { open: ShownCorrection; page: number; refused: Refused | null }) {
  const { correction } = open;
  const { place } = correction;
  const isEdit = correction.kind === "edit";
  return (
    <article className="moderation-case" aria-labelledby={`case-${open.id}`}>
      <div>
        <h2 className="h3" id={`case-${open.id}`}>
          {isEdit ? "Suggested edit of" : "Report about"}{" "}
          <Link className="link" to={`/places/${place.slug}`}>
            {place.name}
          </Link>
        </h2>
        <p className="meta text-meta text-stone-5">
          <WaitingSince open={open} />
        </p>
      </div>
      <CorrectionCaseForm id={open.id} about={correction} action={pathOf(page)} kept={refused?.kept ?? null}>
        <DecisionFields
          id={open.id}
          reader="the reporter"
          which={`${isEdit ? "the edit of" : "the report about"} ${place.name}`}
          refused={refused}
        />
      </CorrectionCaseForm>
    </article>
  );
}

function WaitingSince({ open }: { open: CaseOpening }) {
  return (
    <span>
      Waiting since <time dateTime={open.openedAt}>{open.openedLabel}</time>
    </span>
  );
}

/** The reason and the two buttons; `which` sets apart buttons that would all be called the same. */
function DecisionFields({
  id,
  reader,
  which,
  refused,
}: {
  id: string;
  reader: string;
  which: string;
  refused: Refused | null;
}) {
  const fieldId = `reason-${id}`;
  return (
    <>
      {refused !== null && <Refusal why={refused.why} />}
      <div className="field">
        <label htmlFor={fieldId}>Reason, for {reader} to read</label>
        <input className="input" id={fieldId} name="reason" defaultValue={refused?.typed ?? ""} autoComplete="off" />
        <small>Needed to reject.</small>
      </div>
      <div className="review-buttons">
        <button type="submit" className="button button-outline" name="decision" value="approved">
          Approve
          <span className="sr-only"> {which}</span>
        </button>
        <button type="submit" className="button button-outline" name="decision" value="rejected">
          Reject
          <span className="sr-only"> {which}</span>
        </button>
      </div>
    </>
  );
}

function Refusal({ why }: { why: string }) {
  return (
    <p className="form-problem" role="alert">
      {why}
    </p>
  );
}
