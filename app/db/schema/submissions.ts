import { sql } from "drizzle-orm";
import { bigint, boolean, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

import { anyJson } from "./places.ts";

/** How the submitter is related to the business. */
export const RELATIONS = ["owner", "staff", "customer", "other"] as const;
export type Relation = (typeof RELATIONS)[number];

/** A proposed listing; the outcome is in the case. */
export const submissions = pgTable("submissions", {
  id: uuid().primaryKey().defaultRandom(),
  /** Key of the page that shows the outcome. */
  key: text()
    .notNull()
    .default(sql`replace(gen_random_uuid()::text, '-', '')`),
  name: text().notNull(),
  /** A `Listing` of business/submissions/form/listing.ts. */
  facts: anyJson().notNull(),
  relation: text().$type<Relation>().notNull(),
  note: text().notNull(),
  submitterId: uuid("submitter_id"),
  email: text(),
  emailKey: text("email_key"),
  emailConfirmedAt: timestamp("email_confirmed_at", { withTimezone: true }),
  browserHash: text("browser_hash"),
  ipHash: text("ip_hash"),
  emailHash: text("email_hash"),
  digest: text(),
  textDigest: text("text_digest"),
  sentAt: timestamp("sent_at", { withTimezone: true }).notNull(),
  readAt: timestamp("read_at", { withTimezone: true }),
  /** The listing that it became or, for a duplicate, the existing listing. */
  placeId: bigint("place_id", { mode: "number" }),
  isDuplicate: boolean("is_duplicate").notNull().default(false),
});

export const submissionDrafts = pgTable("submission_drafts", {
  userId: uuid("user_id").primaryKey(),
  fields: anyJson().notNull(),
  savedAt: timestamp("saved_at", { withTimezone: true }).notNull(),
});
