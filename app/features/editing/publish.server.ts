import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { databaseCode, retriedTransaction } from "#app/db/retried-transaction.server.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { posts } from "#app/db/schema/guides.ts";
import { recordChange } from "#app/features/audit/audit.server.ts";
import {
  EARLY_MS,
  isOutToAnyone,
  outSince,
  publishGuide,
  restoreUnpublished,
  unpublishGuide,
} from "#app/features/guides/write-guide.server.ts";

import {
  changeBy,
  type Conflict,
  holdAuthors,
  noteSeed,
  openGuide,
  saveGuide,
  type Saving,
  signedByKnown,
  type Writing,
} from "./drafts.server.ts";
import type { GuideDocument, ReadyGuide } from "./guide-document.ts";
import { examined, guideChoices } from "./guide-facts.server.ts";
import type { GuideProblems } from "./guide-ready.ts";

/** Farther ahead than anybody plans; also the database's own room for years. */
const AHEAD_MS_MAX = 2 * 366 * 24 * 60 * 60_000;

/** PostgreSQL's code of an error. */
const UNIQUE_VIOLATION = "23505";

type Post = typeof posts.$inferSelect;

type Publishing = Omit<Saving, "kind"> & {
  /** Null: at once, or as it was, where readers have it already. */
  at: Date | null;
};

export type Published =
  | { outcome: "published"; publishedAt: Date; slug: string }
  | { outcome: "problems"; problems: GuideProblems; version: number }
  /** Readers have another text than the draft was begun from: a seed file has brought it. */
  | { outcome: "seed-news"; theirs: GuideDocument; version: number }
  /** Somebody has deleted it since it was opened. */
  | { outcome: "deleted"; version: number }
  | Conflict
  | "no-such-guide";

/**
 * Has readers see what somebody wrote, at once or from a later hour on. What can't be published is kept as a draft all the
 * same. Tried again: it locks a guide and then its places, and whoever merges two places locks those first.
 */
export async function publishDraft(db: Database, asked: Publishing): Promise<Published> {
  const { id, at, now } = asked;
  return retriedTransaction(db, async (tx): Promise<Published> => {
    const known = await holdAuthors(tx, asked.document);
    const [before] = await tx.select().from(posts).where(eq(posts.id, id)).for("update");
    const opened = before === undefined ? null : await openGuide(tx, id);
    if (before === undefined || opened === null) return "no-such-guide";
    const { hasSeedNews } = opened;
    const document = signedByKnown(asked.document, { known, kept: opened.document.authors });
    const publishing = { ...asked, document };
    const { problems, ready } = await examined(tx, { id, document, choices: await guideChoices(tx) });
    if (before.deletedAt !== null || hasSeedNews) {
      const saved = await saveGuide(tx, { ...publishing, kind: "saved" });
      if (saved === "no-such-guide" || saved.outcome === "conflict") return saved;
      const { version } = saved;
      return hasSeedNews
        ? { outcome: "seed-news", theirs: opened.published, version }
        : { outcome: "deleted", version };
    }
    const tooLate = atProblem({ at, before, now });
    if (ready === null || tooLate !== null) {
      return keepDraft(tx, { publishing, problems: { ...problems, ...(tooLate === null ? {} : { at: tooLate }) } });
    }
    try {
      // Of its own, so that what was typed can still be kept when somebody else is faster.
      return await tx.transaction((inner) => publishReady(inner, { publishing, ready }));
    } catch (error) {
      const lost = lostRace(error);
      if (lost === null) throw error;
      return keepDraft(tx, { publishing, problems: lost });
    }
  });
}

/**
 * Has readers see a guide as it is written now, without anybody having it open. One that comes out at an hour of its own is
 * left alone: taken back again it would have lost that.
 *
 * @returns "out": readers have it already. "not-ready": something of it is missing; its editor says what.
 */
export async function publishAsWritten(
  db: Database,
  { id, by, now }: { id: number } & Writing,
): Promise<"published" | "out" | "scheduled" | "not-ready" | "no-such-guide"> {
  const opened = await openGuide(db, id);
  if (opened === null || opened.post.deletedAt !== null) return "no-such-guide";
  if (opened.post.status === "published") return opened.post.publishedAt <= now ? "out" : "scheduled";
  const { version, document } = opened;
  const published = await publishDraft(db, { id, by, version, document, at: null, now });
  if (published === "no-such-guide") return published;
  return published.outcome === "published" ? "published" : "not-ready";
}

async function keepDraft(
  db: Database,
  { publishing, problems }: { publishing: Publishing; problems: GuideProblems },
): Promise<Published> {
  const saved = await saveGuide(db, { ...publishing, kind: "saved" });
  if (saved === "no-such-guide" || saved.outcome === "conflict") return saved;
  return { outcome: "problems", problems, version: saved.version };
}

async function publishReady(
  db: Database,
  { publishing, ready }: { publishing: Publishing; ready: ReadyGuide },
): Promise<Published> {
  const { id, at, by, now } = publishing;
  const saved = await saveGuide(db, { ...publishing, kind: "published" });
  if (saved === "no-such-guide" || saved.outcome === "conflict") return saved;
  const [before] = await db.select().from(posts).where(eq(posts.id, id));
  if (before === undefined) return "no-such-guide";
  const publishedAt = at ?? keptDate(before, { isEarly: ready.isEarly, now });
  const outcome = await publishGuide(db, { id, words: ready, publishedAt, now });
  if (outcome !== "published") throw new LostRaceError(outcome);
  await recordChange(db, {
    ...changeBy({ id, by, now }),
    action: at !== null ? "post.schedule" : before.status === "published" ? "post.update" : "post.publish",
    before: stateOf(before),
    after: stateOf({ ...ready, status: "published", publishedAt }),
  });
  return { outcome: "published", publishedAt, slug: ready.slug };
}

/** Somebody took the address, or a place went, between the question and the answer. */
class LostRaceError extends Error {
  readonly outcome: "slug-taken" | "no-such-place";
  constructor(outcome: "slug-taken" | "no-such-place") {
    super(`The guide could not be published: ${outcome}`);
    this.outcome = outcome;
  }
}

/** What is to be changed when somebody else was faster; null when the error is another. */
function lostRace(error: unknown): GuideProblems | null {
  if (error instanceof LostRaceError && error.outcome === "no-such-place") {
    return { body: "One of its places was taken out of the guide just now. Choose another." };
  }
  return error instanceof LostRaceError || isTaken(error)
    ? { slug: "Another guide has this address, or had it. Choose another." }
    : null;
}

/** Of what is written here, two can only want the same address. */
function isTaken(error: unknown): boolean {
  return databaseCode(error) === UNIQUE_VIOLATION;
}

/** What readers see of a change; the words themselves are in the revisions. */
function stateOf(post: Pick<typeof posts.$inferSelect, "slug" | "title" | "status" | "access" | "publishedAt">) {
  const { slug, title, status, access, publishedAt } = post;
  return { slug, title, status, access, publishedAt: publishedAt.toISOString() };
}

/**
 * A guide keeps the day on which it came out to everybody, however often it is changed, or taken back and published again.
 * Before that, one that some members have early begins with them.
 */
function keptDate(before: Post, { isEarly, now }: { isEarly: boolean; now: Date }): Date {
  if (before.status === "published" && before.publishedAt <= now) return before.publishedAt;
  const { firstOutAt } = outSince(before, now);
  if (firstOutAt !== null) return firstOutAt;
  if (!isEarly) return now;
  // They have it already: everybody's hour stays.
  return before.isEarly && isOutToAnyone(before, now) ? before.publishedAt : new Date(now.getTime() + EARLY_MS);
}

function atProblem({ at, before, now }: { at: Date | null; before: Post; now: Date }): string | null {
  if (at === null) return null;
  if (at <= now) return "That is past. Publish it now, or choose a later time.";
  // A window that was opened before it came out still offers to move its hour.
  if (isOutToAnyone(before, now)) return "Readers have it already. Take it back first, if it is to come out later.";
  return at.getTime() - now.getTime() > AHEAD_MS_MAX
    ? "That is more than two years ahead. Choose an earlier day."
    : null;
}

/**
 * What is to become of a draft over which a seed file has brought readers another text: it stays, or theirs takes its place,
 * and it is in the history. Tried again: it locks the guide and then who signs it, and where somebody's byline goes with their
 * account it is the other way round.
 *
 * @param seedDigest Of the text that the editor has seen; over a newer one nothing is decided.
 */
export async function settleSeedNews(
  db: Database,
  { keeps, seedDigest, ...saving }: Saving & { keeps: "draft" | "seed"; seedDigest: string },
): Promise<"settled" | "newer" | Conflict> {
  const { id, by, now } = saving;
  return retriedTransaction(db, async (tx) => {
    await tx.select({ id: posts.id }).from(posts).where(eq(posts.id, id)).for("update");
    const opened = await openGuide(tx, id);
    if (opened === null || opened.post.seedDigest !== seedDigest) return "newer";
    if (keeps === "seed") {
      const saved = await saveGuide(tx, { ...saving, document: opened.published, kind: "restored" });
      if (saved === "no-such-guide") return "newer";
      if (saved.outcome === "conflict") return saved;
    }
    await noteSeed(tx, { id, seedDigest });
    if (keeps === "draft") {
      await recordChange(tx, {
        ...changeBy({ id, by, now }),
        action: "post.keep-draft",
        before: null,
        after: { seedDigest },
      });
    }
    return "settled";
  });
}

/** Takes a guide back from readers; what was written stays. */
export async function unpublishDraft(
  db: Database,
  { id, by, now }: { id: number } & Writing,
): Promise<"unpublished" | "not-published"> {
  return db.transaction(async (tx) => {
    const [post] = await tx.select({ rank: posts.featuredRank }).from(posts).where(eq(posts.id, id)).for("update");
    const outcome = await unpublishGuide(tx, { id, now });
    if (outcome === "not-published") return outcome;
    // With where it stood on the front page: see `takeBackUnpublishing`.
    const before = { status: "published", featuredRank: post?.rank ?? null };
    const states = { before, after: { status: "draft" } };
    await recordChange(tx, { ...changeBy({ id, by, now }), action: "post.unpublish", ...states });
    return outcome;
  });
}

/**
 * The same of one that readers have. What is only scheduled is left alone: taken back and brought back it would lose its hour.
 */
export async function unpublishIfOut(
  db: Database,
  which: { id: number } & Writing,
): Promise<"unpublished" | "not-published" | "scheduled"> {
  const [post] = await db.select().from(posts).where(eq(posts.id, which.id));
  if (post?.status === "published" && post.publishedAt > which.now) return "scheduled";
  return unpublishDraft(db, which);
}

const Unpublished = z.object({ featuredRank: z.number().int().min(1).max(6).nullable() });

/**
 * Takes back that a guide was taken back: readers have what they had, also where a newer draft of it waits, and it stands on
 * the front page as it did. Served by audit_entries_by_subject.
 *
 * @returns "left": somebody has written at it since, so that its editor is to decide. "out": readers have it.
 */
export async function takeBackUnpublishing(
  db: Database,
  { id, by, now }: { id: number } & Writing,
): Promise<"published" | "out" | "left"> {
  return db.transaction(async (tx) => {
    const change = changeBy({ id, by, now });
    const [entry] = await tx
      .select({ before: auditEntries.before })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.subjectKind, change.subject.kind),
          eq(auditEntries.subjectId, change.subject.id),
          eq(auditEntries.action, "post.unpublish"),
        ),
      )
      .orderBy(desc(auditEntries.recordedAt), desc(auditEntries.id))
      .limit(1);
    const read = Unpublished.safeParse(entry?.before);
    const featuredRank = read.success ? read.data.featuredRank : null;
    const outcome = await restoreUnpublished(tx, { id, featuredRank, now });
    if (outcome !== "restored") return outcome === "published" ? "out" : "left";
    const states = { before: { status: "draft" }, after: { status: "published", featuredRank } };
    await recordChange(tx, { ...change, action: "post.publish", ...states });
    return "published";
  });
}
