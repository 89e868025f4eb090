import { and, asc, desc, eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { type CaseKind, moderationCases } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";
import { reviewReports, reviews, reviewVersions, reviewBrowsers } from "#app/db/schema/reviews.ts";
import { formatInstant, formatMonth } from "#app/lib/format-time.ts";
import { diffWords } from "#app/lib/word-diff.ts";

import type { ReviewBackground, ReviewEdit } from "./review-background.ts";
import { RELATION_LABELS } from "../show/review-labels.ts";

/** Each edit is compared word by word, so more would slow down the page. */
const EDITS_SHOWN_MAX = 5;
const DECISIONS_SHOWN_MAX = 5;
const TWINS_SHOWN_MAX = 5;
const WRITERS_SHOWN_MAX = 10;

type ReviewRow = typeof reviews.$inferSelect;
type ReviewState = Pick<ReviewRow, "stars" | "body" | "visitMonth" | "relation" | "version">;

/** Background of reviews with open cases, by review id. One query per review is fine for a page of cases. */
export async function loadReviewBackgrounds(db: Database, reviewIds: string[]): Promise<Map<string, ReviewBackground>> {
  if (reviewIds.length === 0) return new Map();
  const rows = await db.select().from(reviews).where(inArray(reviews.id, reviewIds));
  const backgrounds = new Map<string, ReviewBackground>();
  for (const review of rows) backgrounds.set(review.id, await backgroundOf(db, review));
  return backgrounds;
}

async function backgroundOf(db: Database, review: ReviewRow): Promise<ReviewBackground> {
  const isByAuthor = and(eq(reviews.authorId, review.authorId), eq(reviews.status, "published"));
  return {
    visitLabel: formatMonth(`${review.visitMonth}-15`),
    relationLabel: RELATION_LABELS[review.relation],
    writtenLabel: formatInstant(review.createdAt),
    authorReviewCount: await db.$count(reviews, isByAuthor),
    reportCount: await db.$count(reviewReports, eq(reviewReports.reviewId, review.id)),
    ...(await editsOf(db, review)),
    decisions: await decisionsAbout(db, review.id),
    duplicates: await twinsOf(db, review),
    otherAccounts: await otherWriters(db, review.authorId),
  };
}

/** Served by the primary key of review_versions. */
async function editsOf(db: Database, review: ReviewRow): Promise<Pick<ReviewBackground, "edits" | "earlierEditCount">> {
  const versions = await db
    .select()
    .from(reviewVersions)
    .where(eq(reviewVersions.reviewId, review.id))
    .orderBy(desc(reviewVersions.version))
    .limit(EDITS_SHOWN_MAX);
  const edits = versions.map((version, index) =>
    editBetween(version, index === 0 ? review : (versions[index - 1] ?? review)),
  );
  const count = await db.$count(reviewVersions, eq(reviewVersions.reviewId, review.id));
  return { edits, earlierEditCount: count - edits.length };
}

function editBetween(before: ReviewState & { replacedAt: Date }, after: ReviewState): ReviewEdit {
  const values: [label: string, before: string, after: string][] = [
    ["Stars", String(before.stars), String(after.stars)],
    ["Month of visit", formatMonth(`${before.visitMonth}-15`), formatMonth(`${after.visitMonth}-15`)],
    ["Connection", connectionLabel(before), connectionLabel(after)],
  ];
  return {
    version: before.version,
    editedLabel: formatInstant(before.replacedAt),
    changes: values.flatMap(([label, was, is]) => (was === is ? [] : [`${label}: from ${was} to ${is}`])),
    textDiff: before.body === after.body ? null : diffWords(before.body, after.body),
  };
}

function connectionLabel({ relation }: ReviewState): string {
  return RELATION_LABELS[relation] ?? "none";
}

const KIND_LABELS: Record<CaseKind, string> = {
  "held-review": "Held",
  "reported-review": "Reported",
  "held-question": "Held",
  "reported-question": "Reported",
  "suggested-edit": "Suggested",
  "reported-closed": "Reported",
  claim: "Claimed",
  "owner-edit": "Requested",
  submission: "Submitted",
  "reported-photo": "Reported",
  campaign: "Paid for",
};

/** Served by moderation_cases_by_review. */
async function decisionsAbout(db: Database, reviewId: string): Promise<ReviewBackground["decisions"]> {
  const rows = await db
    .select()
    .from(moderationCases)
    .where(and(eq(moderationCases.reviewId, reviewId), isNotNull(moderationCases.closedAt)))
    .orderBy(desc(moderationCases.closedAt))
    .limit(DECISIONS_SHOWN_MAX);
  return rows.map(({ kind, decision, decisionReason, closedAt }) => ({
    kind: KIND_LABELS[kind],
    outcome: decision === "approved" ? "approved" : "rejected",
    reason: decisionReason ?? "",
    decidedLabel: closedAt === null ? "" : formatInstant(closedAt),
  }));
}

/** Served by reviews_by_text_hash. */
async function twinsOf(db: Database, { id, textHash }: ReviewRow): Promise<ReviewBackground["duplicates"]> {
  if (textHash === null) return [];
  const rows = await db
    .select({ id: reviews.id, authorName: users.name, place: { slug: places.slug, name: places.name } })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.authorId))
    .innerJoin(places, eq(places.id, reviews.placeId))
    .where(and(eq(reviews.textHash, textHash), ne(reviews.id, id)))
    .orderBy(asc(reviews.createdAt), asc(reviews.id))
    .limit(TWINS_SHOWN_MAX);
  return rows.map((twin) => ({ ...twin, authorName: twin.authorName || "Anonymous" }));
}

/** Served by review_browsers_by_user and the primary key. Rows are deleted after 30 days. */
async function otherWriters(db: Database, authorId: string): Promise<string[]> {
  const own = alias(reviewBrowsers, "own");
  const rows = await db
    .selectDistinct({ id: users.id, name: sql<string>`coalesce(nullif(${users.name}, ''), 'Anonymous')` })
    .from(own)
    .innerJoin(
      reviewBrowsers,
      and(eq(reviewBrowsers.browserHash, own.browserHash), ne(reviewBrowsers.userId, authorId)),
    )
    .innerJoin(users, eq(users.id, reviewBrowsers.userId))
    .where(eq(own.userId, authorId))
    .limit(WRITERS_SHOWN_MAX);
  return rows.map(({ name }) => name);
}
