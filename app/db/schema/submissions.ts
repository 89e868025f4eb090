import { sql } from "drizzle-orm";
import { bigint, boolean, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

import { anyJson } from "./places.ts";

/** What whoever submits a business has to do with it. */
export const RELATIONS = ["owner", "staff", "customer", "other"] as const;
export type Relation = (typeof RELATIONS)[number];

/** A business that somebody wants to see listed; what becomes of it stands in its case. */
export const submissions = pgTable("submissions", {
  id: uuid().primaryKey().defaultRandom(),
  /** Of the page that tells its outcome. */
  key: text()
    .notNull()
    .default(sql`replace(gen_random_uuid()::text, '-', '')`),
  name: text().notNull(),
  /** A `Listing` of features/submissions/listing.ts. */
  facts: anyJson().notNull(),
  relation: text().$type<Relation>().notNull(),
  note: text().notNull(),
  submitterId: uuid("submitter_id"),
  mailAddress: text("mail_address"),
  mailKey: text("mail_key"),
  mailConfirmedAt: timestamp("mail_confirmed_at", { withTimezone: true }),
  markHash: text("mark_hash"),
  addressHash: text("address_hash"),
  mailboxHash: text("mailbox_hash"),
  digest: text(),
  textDigest: text("text_digest"),
  sentAt: timestamp("sent_at", { withTimezone: true }).notNull(),
  readAt: timestamp("read_at", { withTimezone: true }),
  /** The listing that came of it, or, of a duplicate, the one that was there before. */
  placeId: bigint("place_id", { mode: "number" }),
  isDuplicate: boolean("is_duplicate").notNull().default(false),
});

export const submissionDrafts = pgTable("submission_drafts", {
  userId: uuid("user_id").primaryKey(),
  fields: anyJson().notNull(),
  savedAt: timestamp("saved_at", { withTimezone: true }).notNull(),
});

/** One row: what forms are signed with that say when they were opened. */
export const formSecrets = pgTable("form_secrets", {
  id: boolean().primaryKey().default(true),
  secret: text().notNull(),
});
