import { pgTable, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const mails = pgTable("mails", {
  /** Also its Message-ID, so that a mail that was sent twice after all is known for one. */
  id: uuid().primaryKey().defaultRandom(),
  key: text().notNull(),
  userId: uuid("user_id"),
  toName: text("to_name").notNull(),
  toAddress: text("to_address").notNull(),
  subject: text().notNull(),
  bodyText: text("body_text").notNull(),
  bodyHtml: text("body_html"),
  queuedAt: timestamp("queued_at", { withTimezone: true }).notNull(),
  tries: smallint().notNull().default(0),
  tryAt: timestamp("try_at", { withTimezone: true }),
  sentAt: timestamp("sent_at", { withTimezone: true }),
  gaveUpAt: timestamp("gave_up_at", { withTimezone: true }),
  trouble: text(),
});
