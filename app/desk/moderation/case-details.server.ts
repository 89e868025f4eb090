import type { CampaignCase } from "#app/business/advertising/campaigns/campaign-case.ts";
import { loadCampaignCases } from "#app/business/advertising/campaigns/decide-campaign.server.ts";
import type { ClaimCase } from "#app/business/listings/claims/claim-case.ts";
import { findClaimCases } from "#app/business/listings/claims/decide-claim.server.ts";
import type { OwnerEditCase } from "#app/business/listings/edit/owner-edit.ts";
import { findOwnerEditCases } from "#app/business/listings/edit/owner-edits.server.ts";
import { loadCorrectionCases } from "#app/business/corrections/review/correction-cases.server.ts";
import type { CorrectionCase } from "#app/business/corrections/review/correction-case.ts";
import type { PhotoCase } from "#app/guide/photos/place/review/photo-case.ts";
import { photoCases } from "#app/guide/photos/place/review/photo-cases.server.ts";
import type { CaseBase, ReviewCase, OpenCase } from "#app/core/cases/cases.ts";
import type { PostCase } from "#app/people/place-questions/review/post-case.ts";
import { findPostCase } from "#app/people/place-questions/review/post-cases.server.ts";
import type { ReviewBackground } from "#app/people/reviews/review/review-background.ts";
import { loadReviewBackgrounds } from "#app/people/reviews/review/load-review-backgrounds.server.ts";
import { findPublishableListing } from "#app/business/submissions/review/publishable-listing.server.ts";
import { findSubmissionCase } from "#app/business/submissions/submission-queries.server.ts";
import type { SubmissionCase } from "#app/business/submissions/submission.ts";
import type { Site } from "#app/platform/site.ts";

/** An open case with everything that its page shows. */
export type CaseDetails = CaseBase &
  (
    | (Pick<ReviewCase, "about" | "review" | "notes" | "place" | "author"> & { background: ReviewBackground })
    | { about: "photo"; photo: PhotoCase }
    | { about: "post"; post: PostCase }
    | { about: "claim"; claim: ClaimCase }
    | { about: "correction"; correction: CorrectionCase }
    | { about: "owner-edit"; edit: OwnerEditCase }
    | { about: "campaign"; campaign: CampaignCase }
    // `lacks`: why it can't be published as submitted.
    | { about: "submission"; submission: SubmissionCase; lacks: string | null }
  );

/** Returns null if the subject of the case is gone. */
export async function loadCaseDetails(site: Site, waiting: OpenCase): Promise<CaseDetails | null> {
  const { db } = site;
  const { id } = waiting;
  switch (waiting.about) {
    case "review": {
      const background = (await loadReviewBackgrounds(db, [waiting.review.id])).get(waiting.review.id);
      return background === undefined ? null : { ...waiting, background };
    }
    case "photo": {
      const photo = (await photoCases(db, [waiting.photoId])).get(waiting.photoId);
      return photo === undefined ? null : { ...waiting, about: "photo", photo };
    }
    case "post": {
      const post = await findPostCase(db, waiting.post);
      return post === null ? null : { ...waiting, about: "post", post };
    }
    case "owner-edit": {
      const edit = (await findOwnerEditCases(db, [id])).get(id);
      return edit === undefined ? null : { ...waiting, edit };
    }
    case "campaign": {
      const campaign = (await loadCampaignCases(db, [waiting.campaignId], site)).get(waiting.campaignId);
      return campaign === undefined ? null : { ...waiting, campaign };
    }
    case "submission": {
      const found = await findSubmissionCase(db, waiting.submissionId);
      if (found === null) return null;
      const publishable = await findPublishableListing(db, waiting.submissionId);
      const lacks = typeof publishable === "string" ? publishable : null;
      return { ...waiting, submission: found.about, lacks };
    }
    case "place": {
      if (waiting.kind === "claim") {
        const claim = (await findClaimCases(db, [id])).get(id);
        return claim === undefined ? null : { ...waiting, about: "claim", claim };
      }
      const correction = (await loadCorrectionCases(db, [id])).get(id);
      return correction === undefined ? null : { ...waiting, about: "correction", correction };
    }
  }
}
