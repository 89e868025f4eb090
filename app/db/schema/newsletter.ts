import { bigint, boolean, integer, pgTable, primaryKey, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";

import { anyJson } from "./places.ts";
import { bytea } from "../bytea.ts";

export type SubscriberState = "pending" | "active" | "unsubscribed" | "bounced";

export const newsletterSubscribers = pgTable("newsletter_subscribers", {
  id: uuid().primaryKey().defaultRandom(),
  email: text().notNull(),
  /** The address in lower case. */
  emailNormalized: text("email_normalized").notNull(),
  emailHash: bytea("email_hash").notNull(),
  userId: uuid("user_id"),
  state: text().$type<SubscriberState>().notNull(),
  wantsWeekly: boolean("wants_weekly").notNull().default(true),
  neighborhoods: text().array().notNull().default([]),
  pausedUntil: timestamp("paused_until", { withTimezone: true }),
  confirmHash: bytea("confirm_hash"),
  confirmUntil: timestamp("confirm_until", { withTimezone: true }),
  requestedAt: timestamp("requested_at", { withTimezone: true }).notNull(),
  /** Hash of the network address that subscribed; deleted a day later. */
  ipHash: text("ip_hash"),
  confirmedAt: timestamp("confirmed_at", { withTimezone: true }),
  endedAt: timestamp("ended_at", { withTimezone: true }),
  bounces: smallint().notNull().default(0),
  /** The mail server's last response about the address. */
  bounceMessage: text("bounce_message"),
  /** When a mail that had been accepted last bounced permanently. */
  lateBounceAt: timestamp("late_bounce_at", { withTimezone: true }),
});

export const newsletterLinkKeys = pgTable("newsletter_link_keys", {
  hash: bytea().primaryKey(),
  subscriberId: uuid("subscriber_id").notNull(),
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
});

export type IssueState = "draft" | "scheduled" | "sending" | "stopped" | "sent";

export const newsletterIssues = pgTable("newsletter_issues", {
  id: uuid().primaryKey().defaultRandom(),
  slug: text(),
  subject: text().notNull(),
  preview: text().notNull(),
  intro: text().notNull(),
  /** Null: the weekly newsletter. */
  neighborhoodSlug: text("neighborhood_slug"),
  state: text().$type<IssueState>().notNull().default("draft"),
  sendAt: timestamp("send_at", { withTimezone: true }),
  problem: text(),
  startedAt: timestamp("started_at", { withTimezone: true }),
  finishedAt: timestamp("finished_at", { withTimezone: true }),
  /** An `IssueContent` of desk/newsletter/issue/issue.ts. */
  content: anyJson(),
  bodyText: text("body_text"),
  bodyHtml: text("body_html"),
  sentCount: integer("sent_count").notNull().default(0),
  failedCount: integer("failed_count").notNull().default(0),
  version: integer().notNull().default(1),
  /** When its page was taken offline. */
  withdrawnAt: timestamp("withdrawn_at", { withTimezone: true }),
  /** When the draft was deleted; it can be restored for a while. */
  deletedAt: timestamp("deleted_at", { withTimezone: true }),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
});

export const newsletterItems = pgTable("newsletter_items", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  issueId: uuid("issue_id").notNull(),
  position: smallint().notNull(),
  guideId: bigint("guide_id", { mode: "number" }),
  placeId: bigint("place_id", { mode: "number" }),
  note: text().notNull().default(""),
});

export type DeliveryState = "waiting" | "queued" | "sent" | "not-sent" | "bounced" | "failed" | "skipped";

export const newsletterDeliveries = pgTable(
  "newsletter_deliveries",
  {
    issueId: uuid("issue_id").notNull(),
    subscriberId: uuid("subscriber_id").notNull(),
    state: text().$type<DeliveryState>().notNull().default("waiting"),
    mailId: uuid("mail_id"),
  },
  (table) => [primaryKey({ columns: [table.issueId, table.subscriberId] })],
);
