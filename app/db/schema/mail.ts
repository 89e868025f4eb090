import { boolean, pgTable, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";

import { anyJson } from "./places.ts";

/** A body that many mails share. */
export const mailBodies = pgTable("mail_bodies", {
  id: uuid().primaryKey().defaultRandom(),
  bodyText: text("body_text").notNull(),
  bodyHtml: text("body_html").notNull(),
});

export const mails = pgTable("mails", {
  /** Also the Message-ID, so that mail programs recognize a mail that was sent twice. */
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
  problem: text(),
  /** The shared body, in place of the mail's own. */
  bodyId: uuid("body_id"),
  /** This recipient's values for the shared body; deleted once the mail is sent. */
  placeholderValues: anyJson("placeholder_values"),
  headers: anyJson(),
  isBulk: boolean("is_bulk").notNull().default(false),
  /** The recipient's server reported permanently that there is no such recipient. */
  isBounced: boolean("is_bounced").notNull().default(false),
  /** The mail server certainly doesn't have the mail: never tried, or rejected. */
  isUnaccepted: boolean("is_unaccepted").notNull().default(true),
});
