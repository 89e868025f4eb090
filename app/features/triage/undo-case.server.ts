import type { Database } from "#app/db/database.server.ts";
import type { CaseKind } from "#app/db/schema/moderation.ts";
import { undoCampaignDecision } from "#app/features/advertising/undo-campaign.server.ts";
import { undoClaimDecision } from "#app/features/business/undo-claim.server.ts";
import { undoOwnerEditDecision } from "#app/features/business/undo-owner-edit.server.ts";
import { undoCorrectionDecision } from "#app/features/corrections/undo-correction.server.ts";
import { undoPhotoDecision } from "#app/features/gallery/undo-photo.server.ts";
import type { UndoInput } from "#app/features/moderation/undo-decision.server.ts";
import type { UndoRefusal } from "#app/features/moderation/undo.ts";
import { undoPostDecision } from "#app/features/questions/undo-post.server.ts";
import { undoReviewDecision } from "#app/features/reviews/undo-review.server.ts";
import { undoSubmissionDecision } from "#app/features/submissions/undo-submission.server.ts";

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
