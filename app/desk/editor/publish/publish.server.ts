import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";

import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { postgresErrorCode, retryTransaction } from "#app/db/retry-transaction.server.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { posts } from "#app/db/schema/guides.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import {
  EARLY_ACCESS_MS,
  isVisibleToAnyone,
  firstVisibleTimes,
  publishGuide,
  undoUnpublishGuide,
  unpublishGuide,
} from "#app/guide/guides/write/write-guide.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";

import {
  auditSubject,
  type SaveConflict,
  lockAuthors,
  setDraftSeed,
  findGuideWithDraft,
  saveGuideDraft,
  type SaveInput,
  replaceDeletedAuthors,
  type EditorAction,
} from "../draft/drafts.server.ts";
import type { PublishableGuide } from "../document/guide-document.ts";
import { checkDraft, listEditorOptions } from "./guide-facts.server.ts";
import type { GuideProblems } from "./validate-guide.ts";

/** Also within the database's limit. */
const AHEAD_MS_MAX = 2 * 366 * DAY_MS;

/** PostgreSQL error code. */
const UNIQUE_VIOLATION = "23505";

type Post = typeof posts.$inferSelect;

type PublishInput = Omit<SaveInput, "kind"> & {
  /** The scheduled time. Null: publish now, or keep the date of a guide that is already public. */
  at: Date | null;
};

export type PublishResult =
  /** `wasPublished`: readers could see it before. */
  | { outcome: "published"; publishedAt: Date; slug: string; wasPublished: boolean }
  | { outcome: "problems"; problems: GuideProblems; version: number }
  /** A seed file has published another text than the draft is based on. */
  | { outcome: "newer-seed"; theirs: GuideDocument; version: number }
  /** The guide was deleted since it was opened. */
  | { outcome: "deleted"; version: number }
  | SaveConflict
  | "no-such-guide";

/**
 * Publishes a draft now or later. A draft that can't be published is still saved. Retried after a deadlock: it locks the guide
 * before its places, and merging places locks in the opposite order.
 */
export async function publishDraft(db: Database, input: PublishInput): Promise<PublishResult> {
  const { id, at, now } = input;
  return retryTransaction(db, async (tx): Promise<PublishResult> => {
    const known = await lockAuthors(tx, input.document);
    const [before] = await tx.select().from(posts).where(eq(posts.id, id)).for("update");
    const opened = before === undefined ? null : await findGuideWithDraft(tx, id);
    if (before === undefined || opened === null) return "no-such-guide";
    const { hasNewerSeed } = opened;
    const document = replaceDeletedAuthors(input.document, { known, current: opened.document.authors });
    const publishing = { ...input, document };
    const { problems, ready } = await checkDraft(tx, { id, document, choices: await listEditorOptions(tx) });
    if (before.deletedAt !== null || hasNewerSeed) {
      const saved = await saveGuideDraft(tx, { ...publishing, kind: "saved" });
      if (saved === "no-such-guide" || saved.outcome === "conflict") return saved;
      const { version } = saved;
      return hasNewerSeed
        ? { outcome: "newer-seed", theirs: opened.published, version }
        : { outcome: "deleted", version };
    }
    const timeProblem = scheduleProblem({ at, before, now });
    if (ready === null || timeProblem !== null) {
      const allProblems = { ...problems, ...(timeProblem === null ? {} : { at: timeProblem }) };
      return saveWithProblems(tx, { publishing, problems: allProblems });
    }
    try {
      // A nested transaction, so that the draft can still be saved after losing a race.
      return await tx.transaction((inner) => publishReady(inner, { publishing, ready }));
    } catch (error) {
      const problems = raceProblems(error);
      if (problems === null) throw error;
      return saveWithProblems(tx, { publishing, problems });
    }
  });
}

/**
 * Publishes the current draft without opening the editor. A scheduled guide is left alone, because undoing it would lose the
 * scheduled time.
 *
 * @returns "out": it is already public. "not-ready": it has problems, which its editor shows.
 */
export async function publishCurrentDraft(
  db: Database,
  { id, by, now }: { id: number } & EditorAction,
): Promise<"published" | "out" | "scheduled" | "not-ready" | "no-such-guide"> {
  const opened = await findGuideWithDraft(db, id);
  if (opened === null || opened.post.deletedAt !== null) return "no-such-guide";
  if (opened.post.status === "published") return opened.post.publishedAt <= now ? "out" : "scheduled";
  const { version, document } = opened;
  const published = await publishDraft(db, { id, by, version, document, at: null, now });
  if (published === "no-such-guide") return published;
  return published.outcome === "published" ? "published" : "not-ready";
}

async function saveWithProblems(
  db: Database,
  { publishing, problems }: { publishing: PublishInput; problems: GuideProblems },
): Promise<PublishResult> {
  const saved = await saveGuideDraft(db, { ...publishing, kind: "saved" });
  if (saved === "no-such-guide" || saved.outcome === "conflict") return saved;
  return { outcome: "problems", problems, version: saved.version };
}

async function publishReady(
  db: Database,
  { publishing, ready }: { publishing: PublishInput; ready: PublishableGuide },
): Promise<PublishResult> {
  const { id, at, by, now } = publishing;
  const saved = await saveGuideDraft(db, { ...publishing, kind: at === null ? "published" : "scheduled" });
  if (saved === "no-such-guide" || saved.outcome === "conflict") return saved;
  const [before] = await db.select().from(posts).where(eq(posts.id, id));
  if (before === undefined) return "no-such-guide";
  const publishedAt = at ?? publicationDate(before, { isEarly: ready.isEarly, now });
  const outcome = await publishGuide(db, { id, content: ready, publishedAt, now });
  if (outcome !== "published") throw new UnpublishableError(outcome);
  await recordChange(db, {
    ...auditSubject({ id, by, now }),
    action: at !== null ? "post.schedule" : before.status === "published" ? "post.update" : "post.publish",
    before: stateOf(before),
    after: stateOf({ ...ready, status: "published", publishedAt }),
  });
  const wasPublished = isVisibleToAnyone(before, now);
  return { outcome: "published", publishedAt, slug: ready.slug, wasPublished };
}

/** Another transaction took the slug or removed a place after the check. */
class UnpublishableError extends Error {
  readonly outcome: "slug-taken" | "no-such-place";
  constructor(outcome: "slug-taken" | "no-such-place") {
    super(`The guide could not be published: ${outcome}`);
    this.outcome = outcome;
  }
}

/** The problems after losing a race; null for any other error. */
function raceProblems(error: unknown): GuideProblems | null {
  if (error instanceof UnpublishableError && error.outcome === "no-such-place") {
    return { body: "One of its places was just removed. Choose another." };
  }
  return error instanceof UnpublishableError || isTaken(error)
    ? { slug: "Another post uses or used this URL. Choose another." }
    : null;
}

/** The slug is the only unique value written here. */
function isTaken(error: unknown): boolean {
  return postgresErrorCode(error) === UNIQUE_VIOLATION;
}

/** The published state for the audit log. The texts are in the revisions. */
function stateOf(post: Pick<typeof posts.$inferSelect, "slug" | "title" | "status" | "access" | "publishedAt">) {
  const { slug, title, status, access, publishedAt } = post;
  return { slug, title, status, access, publishedAt: publishedAt.toISOString() };
}

/**
 * A guide keeps the date when it first became public, even if it is changed, unpublished and published again. A new guide with
 * early access becomes public later.
 */
function publicationDate(before: Post, { isEarly, now }: { isEarly: boolean; now: Date }): Date {
  if (before.status === "published" && before.publishedAt <= now) return before.publishedAt;
  const { firstPublicAt } = firstVisibleTimes(before, now);
  if (firstPublicAt !== null) return firstPublicAt;
  if (!isEarly) return now;
  // Members with early access can see it already, so the public time stays.
  return before.isEarly && isVisibleToAnyone(before, now)
    ? before.publishedAt
    : new Date(now.getTime() + EARLY_ACCESS_MS);
}

function scheduleProblem({ at, before, now }: { at: Date | null; before: Post; now: Date }): string | null {
  if (at === null) return null;
  if (at <= now) return "That time is in the past. Publish now, or choose a later time.";
  // A page that was opened before the publication still offers to change the time.
  if (isVisibleToAnyone(before, now)) return "Readers can see it already. Unpublish it first to schedule it.";
  return at.getTime() - now.getTime() > AHEAD_MS_MAX
    ? "That’s more than two years ahead. Choose an earlier date."
    : null;
}

/**
 * Keeps a draft although a seed file has published another text, or replaces it by that text. Retried after a deadlock:
 * deleting an account locks authors and guides the other way.
 *
 * @param seedDigest Digest of the text that the editor has seen. If there is a newer one, nothing changes.
 */
export async function resolveNewerSeed(
  db: Database,
  { preferred, seedDigest, ...saving }: SaveInput & { preferred: "draft" | "seed"; seedDigest: string },
): Promise<"settled" | "newer" | SaveConflict> {
  const { id, by, now } = saving;
  return retryTransaction(db, async (tx) => {
    await tx.select({ id: posts.id }).from(posts).where(eq(posts.id, id)).for("update");
    const opened = await findGuideWithDraft(tx, id);
    if (opened === null || opened.post.seedDigest !== seedDigest) return "newer";
    if (preferred === "seed") {
      const saved = await saveGuideDraft(tx, { ...saving, document: opened.published, kind: "restored" });
      if (saved === "no-such-guide") return "newer";
      if (saved.outcome === "conflict") return saved;
    }
    await setDraftSeed(tx, { id, seedDigest });
    if (preferred === "draft") {
      await recordChange(tx, {
        ...auditSubject({ id, by, now }),
        action: "post.save-draft",
        before: null,
        after: { seedDigest },
      });
    }
    return "settled";
  });
}

/** Unpublishes a guide. The draft stays. */
export async function unpublishDraft(
  db: Database,
  { id, by, now }: { id: number } & EditorAction,
): Promise<"unpublished" | "not-published"> {
  return db.transaction(async (tx) => {
    const [post] = await tx.select({ rank: posts.featuredRank }).from(posts).where(eq(posts.id, id)).for("update");
    const outcome = await unpublishGuide(tx, { id, now });
    if (outcome === "not-published") return outcome;
    // The previous position on the front page is needed by `undoUnpublish`.
    const before = { status: "published", featuredRank: post?.rank ?? null };
    const states = { before, after: { status: "draft" } };
    await recordChange(tx, { ...auditSubject({ id, by, now }), action: "post.unpublish", ...states });
    return outcome;
  });
}

/**
 * Unpublishes a public guide. A scheduled guide is left alone, because undoing it would lose the scheduled time.
 */
export async function unpublishIfPublic(
  db: Database,
  input: { id: number } & EditorAction,
): Promise<"unpublished" | "not-published" | "scheduled"> {
  const [post] = await db.select().from(posts).where(eq(posts.id, input.id));
  if (post?.status === "published" && post.publishedAt > input.now) return "scheduled";
  return unpublishDraft(db, input);
}

const UnpublishedState = z.object({ featuredRank: z.number().int().min(1).max(6).nullable() });

/**
 * Undoes unpublishing: the guide is public as before, with its position on the front page, even if there is a newer draft.
 * Served by audit_entries_by_subject.
 *
 * @returns "left": it was changed since, so it is left unpublished. "out": it is already public.
 */
export async function undoUnpublish(
  db: Database,
  { id, by, now }: { id: number } & EditorAction,
): Promise<"published" | "out" | "left"> {
  return db.transaction(async (tx) => {
    const change = auditSubject({ id, by, now });
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
    const read = UnpublishedState.safeParse(entry?.before);
    const featuredRank = read.success ? read.data.featuredRank : null;
    const outcome = await undoUnpublishGuide(tx, { id, featuredRank, now });
    if (outcome !== "restored") return outcome === "published" ? "out" : "left";
    const states = { before: { status: "draft" }, after: { status: "published", featuredRank } };
    await recordChange(tx, { ...change, action: "post.publish", ...states });
    return "published";
  });
}
