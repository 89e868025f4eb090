import { bigint, boolean, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export type ReviewCaseKind = "held-review" | "reported-review";
export type PlaceCaseKind = "suggested-edit" | "reported-closed" | "claim" | "owner-edit";
export type PhotoCaseKind = "reported-photo";
/** Of a question about a place, and of an answer to one. */
export type QuestionCaseKind = "held-question" | "reported-question";
export type CaseKind = ReviewCaseKind | PlaceCaseKind | PhotoCaseKind | QuestionCaseKind | "submission" | "campaign";
export type Decision = "approved" | "rejected";

/** Whatever waits for a person's decision, or has had it. */
export const moderationCases = pgTable("moderation_cases", {
  id: uuid().primaryKey().defaultRandom(),
  kind: text().$type<CaseKind>().notNull(),
  /** What it is about, by its kind: exactly one of them is set. */
  reviewId: uuid("review_id"),
  placeId: bigint("place_id", { mode: "number" }),
  submissionId: uuid("submission_id"),
  photoId: uuid("photo_id"),
  campaignId: uuid("campaign_id"),
  questionId: uuid("question_id"),
  answerId: uuid("answer_id"),
  /** Codes of the kind. */
  reasons: text().array().notNull(),
  openedAt: timestamp("opened_at", { withTimezone: true }).notNull(),
  closedAt: timestamp("closed_at", { withTimezone: true }),
  decision: text().$type<Decision>(),
  decisionReason: text("decision_reason"),
  decidedBy: uuid("decided_by"),
  /** Which of the closed list of reasons it was; null too for what was decided before there was one. */
  decisionCode: text("decision_code"),
  /** Who looks at it; null for nobody yet. */
  assignedTo: uuid("assigned_to"),
  /** How it was before the decision, for the slice that undoes it. */
  restores: jsonb().$type<unknown>(),
});

/** Every decision, to count in public: it names nobody. */
export const moderationDecisions = pgTable("moderation_decisions", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  caseId: uuid("case_id"),
  kind: text().$type<CaseKind>().notNull(),
  decision: text().$type<Decision>().notNull(),
  code: text().notNull(),
  openedAt: timestamp("opened_at", { withTimezone: true }).notNull(),
  decidedAt: timestamp("decided_at", { withTimezone: true }).notNull(),
  /** Whether the same person came again with the same thing after a rejection. */
  isAgain: boolean("is_again").notNull().default(false),
  undoneAt: timestamp("undone_at", { withTimezone: true }),
});

/** Messages that editors send often. */
export const moderationTemplates = pgTable("moderation_templates", {
  id: uuid().primaryKey().defaultRandom(),
  /** Null: for every kind of case. */
  kind: text().$type<CaseKind>(),
  name: text().notNull(),
  body: text().notNull(),
  changedAt: timestamp("changed_at", { withTimezone: true }).notNull(),
});
