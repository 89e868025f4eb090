import { jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const notifications = pgTable("notifications", {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid("user_id").notNull(),
  /** A kind of `notifications/notification.server.ts`. */
  kind: text().notNull(),
  /** The subject, in the shape of its kind. */
  about: jsonb().$type<Record<string, unknown>>().notNull(),
  /** The case whose decision this announces, if any. */
  caseId: uuid("case_id"),
  notifiedAt: timestamp("notified_at", { withTimezone: true }).notNull(),
  /** Null: not read yet. */
  readAt: timestamp("read_at", { withTimezone: true }),
});
