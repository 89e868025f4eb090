import type { Database } from "#app/db/database.server.ts";
import type { CaseKind } from "#app/db/schema/moderation.ts";
import { undoCampaignDecision } from "#app/business/advertising/campaigns/undo-campaign.server.ts";
import { undoClaimDecision } from "#app/business/listings/claims/undo-claim.server.ts";
import { undoOwnerEditDecision } from "#app/business/listings/edit/undo-owner-edit.server.ts";
import { undoCorrectionDecision } from "#app/business/corrections/review/undo-correction.server.ts";
import { undoPhotoDecision } from "#app/guide/photos/place/review/undo-photo.server.ts";
import type { UndoInput } from "#app/core/cases/undo-decision.server.ts";
import type { UndoRefusal } from "#app/core/cases/undo.ts";
import { undoPostDecision } from "#app/people/place-questions/review/undo-post.server.ts";
import { undoReviewDecision } from "#app/people/reviews/review/undo-review.server.ts";
import { undoSubmissionDecision } from "#app/business/submissions/review/undo-submission.server.ts";

/** Each function reverses the decision's effects, or changes nothing and returns why. */
export const UNDO_BY_KIND: Record<CaseKind, (db: Database, input: UndoInput) => Promise<"undone" | UndoRefusal>> = {
  "held-review": undoReviewDecision,
  "reported-review": undoReviewDecision,
  "held-question": undoPostDecision,
  "reported-question": undoPostDecision,
  "reported-photo": undoPhotoDecision,
  "suggested-edit": undoCorrectionDecision,
  "reported-closed": undoCorrectionDecision,
  "owner-edit": undoOwnerEditDecision,
  claim: undoClaimDecision,
  submission: undoSubmissionDecision,
  campaign: undoCampaignDecision,
};
