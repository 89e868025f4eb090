import { bigint, boolean, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export type ReviewCaseKind = "held-review" | "reported-review";
export type PlaceCaseKind = "suggested-edit" | "reported-closed" | "claim" | "owner-edit";
export type PhotoCaseKind = "reported-photo";
/** A question about a place, or an answer to such a question. */
export type QuestionCaseKind = "held-question" | "reported-question";
export type CaseKind = ReviewCaseKind | PlaceCaseKind | PhotoCaseKind | QuestionCaseKind | "submission" | "campaign";
export type Decision = "approved" | "rejected";

/** Everything that waits for an editor's decision or has had it. */
export const moderationCases = pgTable("moderation_cases", {
  id: uuid().primaryKey().defaultRandom(),
  kind: text().$type<CaseKind>().notNull(),
  /** The subject, by kind: exactly one of these is set. */
  reviewId: uuid("review_id"),
  placeId: bigint("place_id", { mode: "number" }),
  submissionId: uuid("submission_id"),
  photoId: uuid("photo_id"),
  campaignId: uuid("campaign_id"),
  questionId: uuid("question_id"),
  answerId: uuid("answer_id"),
  /** Codes, by kind. */
  reasons: text().array().notNull(),
  openedAt: timestamp("opened_at", { withTimezone: true }).notNull(),
  closedAt: timestamp("closed_at", { withTimezone: true }),
  decision: text().$type<Decision>(),
  decisionReason: text("decision_reason"),
  decidedBy: uuid("decided_by"),
  /** The reason from the closed list; also null for decisions from before the list existed. */
  decisionCode: text("decision_code"),
  /** The editor who handles it; null for nobody yet. */
  assignedTo: uuid("assigned_to"),
  /** The state before the decision, for the slice that undoes it. */
  undoState: jsonb("undo_state").$type<unknown>(),
});

/** Every decision, for public counts: it contains no names. */
export const moderationDecisions = pgTable("moderation_decisions", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  caseId: uuid("case_id"),
  kind: text().$type<CaseKind>().notNull(),
  decision: text().$type<Decision>().notNull(),
  code: text().notNull(),
  openedAt: timestamp("opened_at", { withTimezone: true }).notNull(),
  decidedAt: timestamp("decided_at", { withTimezone: true }).notNull(),
  /** Whether the same person submitted the same thing again after a rejection. */
  isRepeat: boolean("is_repeat").notNull().default(false),
  undoneAt: timestamp("undone_at", { withTimezone: true }),
});

/** Prepared texts of editors. */
export const moderationTemplates = pgTable("moderation_templates", {
  id: uuid().primaryKey().defaultRandom(),
  /** Null: for every kind of case. */
  kind: text().$type<CaseKind>(),
  name: text().notNull(),
  body: text().notNull(),
  changedAt: timestamp("changed_at", { withTimezone: true }).notNull(),
});
