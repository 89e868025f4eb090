import { bigint, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export type ReviewCaseKind = "held-review" | "reported-review";
export type PlaceCaseKind = "suggested-edit" | "reported-closed" | "claim" | "owner-edit";
export type PhotoCaseKind = "reported-photo";
export type CaseKind = ReviewCaseKind | PlaceCaseKind | PhotoCaseKind | "submission" | "campaign";
export type Decision = "approved" | "rejected";

/** Whatever waits for a person's decision, or has had it. */
export const moderationCases = pgTable("moderation_cases", {
  id: uuid().primaryKey().defaultRandom(),
  kind: text().$type<CaseKind>().notNull(),
  /** What it is about, by its kind: exactly one of the five is set. */
  reviewId: uuid("review_id"),
  placeId: bigint("place_id", { mode: "number" }),
  submissionId: uuid("submission_id"),
  photoId: uuid("photo_id"),
  campaignId: uuid("campaign_id"),
  /** Codes of the kind. */
  reasons: text().array().notNull(),
  openedAt: timestamp("opened_at", { withTimezone: true }).notNull(),
  closedAt: timestamp("closed_at", { withTimezone: true }),
  decision: text().$type<Decision>(),
  decisionReason: text("decision_reason"),
  decidedBy: uuid("decided_by"),
});
