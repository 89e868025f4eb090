import { and, asc, eq, isNull, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { type CaseKind, type Decision, moderationCases } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";
import { reviews } from "#app/db/schema/reviews.ts";

import { CASES_PER_PAGE, type CaseShown } from "./cases.ts";

/**
 * Opens a case about a review, or adds to the open one of its kind. Call it in the transaction of what it is about.
 *
 * @param reasons Codes of the kind, at least one.
 */
export async function openReviewCase(
  db: Database,
  { kind, reviewId, reasons, now }: { kind: CaseKind; reviewId: string; reasons: string[]; now: Date },
): Promise<void> {
  await db
    .insert(moderationCases)
    .values({ kind, reviewId, reasons, openedAt: now })
    .onConflictDoUpdate({
      target: [moderationCases.reviewId, moderationCases.kind],
      targetWhere: isNull(moderationCases.closedAt),
      set: {
        reasons: sql`array(select distinct unnest(${moderationCases.reasons} || excluded.reasons) order by 1)`,
      },
    });
}

/**
 * Closes all that is open about a review: one decision answers its being held and every report.
 *
 * @returns What was open: its kind, and since when. Nothing: somebody else has decided, or the review is gone.
 */
export async function closeReviewCases(
  db: Database,
  given: { reviewId: string; decision: Decision; reason: string; decidedBy: string; now: Date },
): Promise<{ kind: CaseKind; openedAt: Date }[]> {
  return db
    .update(moderationCases)
    .set({
      closedAt: given.now,
      decision: given.decision,
      decisionReason: given.reason,
      decidedBy: given.decidedBy,
    })
    .where(and(eq(moderationCases.reviewId, given.reviewId), isNull(moderationCases.closedAt)))
    .returning({ kind: moderationCases.kind, openedAt: moderationCases.openedAt });
}

/** One page of what waits, the longest first; nothing of deleted accounts. Served by moderation_cases_waiting. */
export async function waitingCases(
  db: Database,
  { page }: { page: number },
): Promise<{ cases: CaseShown[]; count: number; pageCount: number }> {
  const isWaiting = and(isNull(moderationCases.closedAt), isNull(users.deletedAt));
  const waiting = db
    .select({ id: moderationCases.id })
    .from(moderationCases)
    .innerJoin(reviews, eq(reviews.id, moderationCases.reviewId))
    .innerJoin(users, eq(users.id, reviews.authorId))
    .where(isWaiting);
  const count = await db.$count(waiting.as("waiting"));
  const rows = await db
    .select({
      case: moderationCases,
      review: reviews,
      place: { slug: places.slug, name: places.name },
      author: { name: users.name, joinedAt: users.joinedAt },
      notes: sql<string[]>`array(select reported.note from review_reports reported
        where reported.review_id = ${reviews.id} and reported.note <> ''
        order by reported.reported_at desc limit 5)`,
    })
    .from(moderationCases)
    .innerJoin(reviews, eq(reviews.id, moderationCases.reviewId))
    .innerJoin(places, eq(places.id, reviews.placeId))
    .innerJoin(users, eq(users.id, reviews.authorId))
    .where(isWaiting)
    .orderBy(asc(moderationCases.openedAt), asc(moderationCases.id))
    .limit(CASES_PER_PAGE)
    .offset((page - 1) * CASES_PER_PAGE);
  const cases = rows.map(({ case: open, review, place, author, notes }) => ({
    id: open.id,
    kind: open.kind,
    reasons: open.reasons,
    openedAt: open.openedAt.toISOString(),
    openedLabel: instant.format(open.openedAt),
    review: {
      id: review.id,
      version: review.version,
      stars: review.stars,
      paragraphs: review.body.split(/\n\s*\n/),
      isShown: review.status === "published",
    },
    notes: open.kind === "reported-review" ? notes : [],
    place,
    author: { name: author.name || "Anonymous", joinedLabel: month.format(author.joinedAt) },
  }));
  return { cases, count, pageCount: Math.max(1, Math.ceil(count / CASES_PER_PAGE)) };
}

const instant = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const month = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", month: "long", year: "numeric" });
