import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const editorQuestions = pgTable("editor_questions", {
  id: uuid().primaryKey().defaultRandom(),
  askerId: uuid("asker_id").notNull(),
  question: text().notNull(),
  askedAt: timestamp("asked_at", { withTimezone: true }).notNull(),
  answer: text(),
  answeredBy: uuid("answered_by"),
  answeredAt: timestamp("answered_at", { withTimezone: true }),
});
