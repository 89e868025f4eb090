import { boolean, pgTable, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";

import { anyJson } from "./places.ts";

/** A text that many mails carry. */
export const mailLetters = pgTable("mail_letters", {
  id: uuid().primaryKey().defaultRandom(),
  bodyText: text("body_text").notNull(),
  bodyHtml: text("body_html").notNull(),
});

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
  /** Instead of bodies of its own. */
  letterId: uuid("letter_id"),
  /** What stands in the letter for this receiver; gone once it is sent. */
  marks: anyJson(),
  headers: anyJson(),
  isBulk: boolean("is_bulk").notNull().default(false),
  /** There is no such receiver, says their server for good. */
  isBounced: boolean("is_bounced").notNull().default(false),
  /** The mail server surely has not got it: never tried, or answered with a no. */
  isUntaken: boolean("is_untaken").notNull().default(true),
});

/** What the addresses are signed with to which mails come back. One row. */
export const mailSecrets = pgTable("mail_secrets", {
  id: boolean().primaryKey().default(true),
  secret: text().notNull(),
});
