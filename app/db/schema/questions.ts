import { bigint, boolean, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const editorQuestions = pgTable("editor_questions", {
  id: uuid().primaryKey().defaultRandom(),
  askerId: uuid("asker_id").notNull(),
  question: text().notNull(),
  askedAt: timestamp("asked_at", { withTimezone: true }).notNull(),
  answer: text(),
  answeredBy: uuid("answered_by"),
  answeredAt: timestamp("answered_at", { withTimezone: true }),
});

/** "held": waits for an editor. "rejected": an editor decided not to publish it. */
export type PostedStatus = "published" | "held" | "rejected";

/** Members' questions about a place. */
export const placeQuestions = pgTable("place_questions", {
  id: uuid().primaryKey().defaultRandom(),
  placeId: bigint("place_id", { mode: "number" }).notNull(),
  askerId: uuid("asker_id").notNull(),
  body: text().notNull(),
  status: text().$type<PostedStatus>().notNull(),
  /** Codes; empty for a question that was published at once. */
  holdReasons: text("hold_reasons").array().notNull(),
  askedAt: timestamp("asked_at", { withTimezone: true }).notNull(),
  decidedAt: timestamp("decided_at", { withTimezone: true }),
  decisionReason: text("decision_reason"),
});

/** Answers to the questions: one from the business, one from each member. */
export const placeAnswers = pgTable("place_answers", {
  id: uuid().primaryKey().defaultRandom(),
  questionId: uuid("question_id").notNull(),
  authorId: uuid("author_id").notNull(),
  /** Written for the business by its owner or manager at that time. */
  isBusiness: boolean("is_business").notNull(),
  body: text().notNull(),
  status: text().$type<PostedStatus>().notNull(),
  holdReasons: text("hold_reasons").array().notNull(),
  answeredAt: timestamp("answered_at", { withTimezone: true }).notNull(),
  editedAt: timestamp("edited_at", { withTimezone: true }),
  decidedAt: timestamp("decided_at", { withTimezone: true }),
  decisionReason: text("decision_reason"),
});

export type QuestionReportReason = "spam" | "elsewhere" | "abusive" | "private" | "wrong";

/** Reports of a question or an answer; exactly one of the two is set. */
export const placeQuestionReports = pgTable("place_question_reports", {
  id: uuid().primaryKey().defaultRandom(),
  questionId: uuid("question_id"),
  answerId: uuid("answer_id"),
  reporterId: uuid("reporter_id").notNull(),
  reason: text().$type<QuestionReportReason>().notNull(),
  note: text().notNull(),
  reportedAt: timestamp("reported_at", { withTimezone: true }).notNull(),
  /** When an editor decided about it. */
  closedAt: timestamp("closed_at", { withTimezone: true }),
});
