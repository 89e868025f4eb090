import { sql } from "drizzle-orm";
import { bigint, boolean, integer, pgTable, primaryKey, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const REVIEW_RELATIONS = ["none", "acquainted", "invited", "staff", "owner"] as const;
export type ReviewRelation = (typeof REVIEW_RELATIONS)[number];

export const reviews = pgTable("reviews", {
  id: uuid().primaryKey().defaultRandom(),
  placeId: bigint("place_id", { mode: "number" }).notNull(),
  authorId: uuid("author_id").notNull(),
  /** The database makes it equal to the author's `isDemo`. */
  isDemo: boolean("is_demo").notNull(),
  stars: smallint().notNull(),
  body: text().notNull(),
  /** "2026-11" */
  visitMonth: text("visit_month").notNull(),
  relation: text().$type<ReviewRelation>().notNull(),
  /** "withdrawn": published until its author deleted the account, and published again if the account is restored. */
  status: text().$type<"published" | "held" | "rejected" | "withdrawn">().notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  editedAt: timestamp("edited_at", { withTimezone: true }),
  /** 1 when first written, incremented with each edit. */
  version: integer().notNull().default(1),
  /** Hash of the letters and digits only; null for demo reviews. */
  textHash: text("text_hash"),
});

/** Previous versions of edited reviews. */
export const reviewVersions = pgTable(
  "review_versions",
  {
    reviewId: uuid("review_id").notNull(),
    version: integer().notNull(),
    stars: smallint().notNull(),
    body: text().notNull(),
    visitMonth: text("visit_month").notNull(),
    relation: text().$type<ReviewRelation>().notNull(),
    replacedAt: timestamp("replaced_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.version] })],
);

/** The business's reply to a review; `authorId` wrote it. */
export const reviewReplies = pgTable("review_replies", {
  reviewId: uuid("review_id").primaryKey(),
  authorId: uuid("author_id").notNull(),
  body: text().notNull(),
  repliedAt: timestamp("replied_at", { withTimezone: true }).notNull(),
  editedAt: timestamp("edited_at", { withTimezone: true }),
});

/** Which accounts wrote reviews from the same browser. */
export const reviewBrowsers = pgTable(
  "review_browsers",
  {
    browserHash: text("browser_hash").notNull(),
    userId: uuid("user_id").notNull(),
    wroteAt: timestamp("wrote_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.browserHash, table.userId] })],
);

/** Posts that their author deleted within a day of writing, without their text. Counted by rate limits. */
export const recentContentDeletions = pgTable("recent_content_deletions", {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid("user_id").notNull(),
  placeId: bigint("place_id", { mode: "number" }).notNull(),
  kind: text().$type<"review" | "question" | "answer">().notNull(),
  postedAt: timestamp("posted_at", { withTimezone: true }).notNull(),
});

/** Members who found a review helpful. */
export const reviewVotes = pgTable(
  "review_votes",
  {
    reviewId: uuid("review_id").notNull(),
    userId: uuid("user_id").notNull(),
    votedAt: timestamp("voted_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.userId] })],
);

export type ReportReason = "spam" | "elsewhere" | "abusive" | "private" | "interest";

export const reviewReports = pgTable(
  "review_reports",
  {
    reviewId: uuid("review_id").notNull(),
    reporterId: uuid("reporter_id").notNull(),
    reason: text().$type<ReportReason>().notNull(),
    note: text().notNull(),
    reportedAt: timestamp("reported_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.reporterId] })],
);

/** Written only by a trigger of `reviews`; see 0003-people.sql. */
export const placeRatings = pgTable(
  "place_ratings",
  {
    placeId: bigint("place_id", { mode: "number" }).notNull(),
    isDemo: boolean("is_demo").notNull(),
    stars1: integer("stars_1").notNull().default(0),
    stars2: integer("stars_2").notNull().default(0),
    stars3: integer("stars_3").notNull().default(0),
    stars4: integer("stars_4").notNull().default(0),
    stars5: integer("stars_5").notNull().default(0),
    reviewCount: integer("review_count")
      .notNull()
      .generatedAlwaysAs(sql`stars_1 + stars_2 + stars_3 + stars_4 + stars_5`),
    starsSum: integer("stars_sum")
      .notNull()
      .generatedAlwaysAs(sql`stars_1 + 2 * stars_2 + 3 * stars_3 + 4 * stars_4 + 5 * stars_5`),
  },
  (table) => [primaryKey({ columns: [table.placeId, table.isDemo] })],
);
