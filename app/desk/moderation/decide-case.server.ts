import type { Decision } from "#app/db/schema/moderation.ts";
import { GUARDED_FACTS } from "#app/db/schema/business.ts";
import { processCampaignRefunds } from "#app/business/advertising/money/campaign-refunds.server.ts";
import { decideCampaign } from "#app/business/advertising/campaigns/decide-campaign.server.ts";
import { getBillingProvider } from "#app/people/membership/get-billing-provider.server.ts";
import { decideClaim } from "#app/business/listings/claims/decide-claim.server.ts";
import { decideOwnerEdit, findOwnerEditCases } from "#app/business/listings/edit/owner-edits.server.ts";
import { loadCorrectionCases } from "#app/business/corrections/review/correction-cases.server.ts";
import { decideCorrection } from "#app/business/corrections/review/decide-correction.server.ts";
import { type DecisionFields, parseDecisionFields } from "#app/business/corrections/review/decision-form.ts";
import { decideReportedPhoto } from "#app/guide/photos/place/review/decide-photo.server.ts";
import type { OpenCase } from "#app/core/cases/cases.ts";
import { DUPLICATE_REASON, isReasonForKind } from "#app/core/cases/decision-reasons.ts";
import { decidePost } from "#app/people/place-questions/review/decide-post.server.ts";
import { decideReview } from "#app/people/reviews/review/decide-review.server.ts";
import { parseVersion } from "#app/people/reviews/write/review-form.ts";
import { decideSubmission } from "#app/business/submissions/review/decide-submission.server.ts";
import { findPublishableListing } from "#app/business/submissions/review/publishable-listing.server.ts";
import type { FormFields } from "#app/platform/read-form.ts";
import type { Site } from "#app/platform/site.ts";

export type DecideCaseInput = {
  waiting: OpenCase;
  decision: Decision;
  code: string;
  /** The text that the person concerned reads. */
  reason: string;
  /** The version that the editor saw. */
  seen: string;
  decidedBy: string;
  /** The case's own form; null in a bulk decision, which applies to what was submitted. */
  form: FormFields | null;
};

/**
 * Carries out a decision on a case of any kind.
 *
 * @returns "decided", a code of `DECISION_REFUSALS`, or a message about the form's error.
 */
export async function decideCase(site: Site, answer: DecideCaseInput): Promise<string> {
  const { db, now } = site;
  const { waiting, decision, code, reason, seen, decidedBy, form } = answer;
  if (decision === "rejected" && !isReasonForKind(code, waiting.kind)) return "no-such-reason";
  const decided = { decision, code, reason, decidedBy, now };
  switch (waiting.about) {
    case "review":
      return decideReview(db, { ...decided, reviewId: waiting.review.id, version: parseVersion(seen) });
    case "post":
      return decidePost(db, { ...decided, post: waiting.post, version: seen });
    case "photo":
      return decideReportedPhoto(db, { ...decided, photoId: waiting.photoId, version: parseVersion(seen) });
    case "campaign":
      return decideCampaignAndPay(site, { ...decided, campaignId: waiting.campaignId });
    case "submission":
      return decideSubmittedListing(site, answer, waiting.submissionId);
    case "owner-edit": {
      const edit = (await findOwnerEditCases(db, [waiting.id])).get(waiting.id);
      if (edit === undefined) return "closed";
      const applied = GUARDED_FACTS.filter((field) => form === null || form.text(`apply-${field}`) === "yes");
      return decideOwnerEdit(db, { ...decided, editId: edit.id, applied, seen });
    }
    case "place": {
      if (waiting.kind === "claim") {
        return decideClaim(db, { ...decided, caseId: waiting.id, replaces: form?.text("replaces") === "yes" });
      }
      const fields =
        form === null ? await fieldsAsSubmitted(site, waiting.id, seen) : parseDecisionFields(form, decision);
      if (fields === null) return "closed";
      if (typeof fields === "string") return fields;
      return decideCorrection(db, { ...decided, ...fields, seen, caseId: waiting.id });
    }
  }
}

async function decideCampaignAndPay(site: Site, decided: Parameters<typeof decideCampaign>[1]): Promise<string> {
  const { db, log, now } = site;
  const outcome = await decideCampaign(db, decided);
  const provider = getBillingProvider(site);
  if (outcome !== "decided" || decided.decision === "approved" || provider === null) return outcome;
  const errors = await processCampaignRefunds(db, { provider, campaignId: decided.campaignId, now });
  // The pending refund is recorded, and a job retries it.
  for (const err of errors) log.warn({ err, campaign: decided.campaignId }, "A refund of a campaign has to wait");
  return outcome;
}

async function decideSubmittedListing(
  { db, now }: Site,
  answer: DecideCaseInput,
  submissionId: string,
): Promise<string> {
  const { decision, code, reason, seen, decidedBy, form } = answer;
  const decided = { submissionId, code, reason, decidedBy, now };
  if (decision === "approved") {
    const listing = await findPublishableListing(db, submissionId);
    if (typeof listing === "string") return listing;
    return decideSubmission(db, { ...decided, ...listing, fate: "published", photos: { seen, selected: null } });
  }
  if (code !== DUPLICATE_REASON) return decideSubmission(db, { ...decided, fate: "refused" });
  return decideSubmission(db, { ...decided, fate: "duplicate", duplicateSlug: form?.text("duplicate").trim() ?? "" });
}

/** A correction as its reporter submitted it. A changed address comes without a pin. */
async function fieldsAsSubmitted({ db }: Site, caseId: string, seen: string): Promise<DecisionFields | null> {
  const sent = (await loadCorrectionCases(db, [caseId])).get(caseId);
  if (sent === undefined) return null;
  const empty = { seen, applied: [], description: null, pin: null, closure: null, successorSlug: null };
  if (sent.kind === "edit") return { ...empty, applied: sent.changes.map(({ field }) => field) };
  return { ...empty, closure: sent.closure, successorSlug: sent.otherSlug || null };
}
