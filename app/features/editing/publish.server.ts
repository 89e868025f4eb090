import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { recordChange } from "#app/features/audit/audit.server.ts";
import { publishGuide, unpublishGuide } from "#app/features/guides/write-guide.server.ts";

import { changeBy, type Conflict, saveGuide, type Writing } from "./drafts.server.ts";
import type { GuideDocument } from "./guide-document.ts";
import { examined, guideChoices } from "./guide-facts.server.ts";
import type { GuideProblems } from "./guide-ready.ts";

/** Farther ahead than anybody plans; also the database's own room for years. */
const AHEAD_MS_MAX = 2 * 366 * 24 * 60 * 60_000;

type Publishing = Writing & {
  id: number;
  version: number;
  document: GuideDocument;
  /** Null: at once, or as it was, where readers have it already. */
  at: Date | null;
};

export type Published =
  | { outcome: "published"; publishedAt: Date; slug: string }
  | { outcome: "problems"; problems: GuideProblems; version: number }
  | Conflict
  | "no-such-guide";

/**
 * Has readers see what somebody wrote, at once or from a later hour on. What can't be published is kept as a draft all the
 * same.
 */
export async function publishDraft(db: Database, publishing: Publishing): Promise<Published> {
  const { id, document, at, by, now } = publishing;
  const choices = await guideChoices(db);
  return db.transaction(async (tx): Promise<Published> => {
    const { problems, ready } = await examined(tx, { id, document, choices });
    const tooLate = atProblem(at, now);
    const wrong = { ...problems, ...(tooLate === null ? {} : { at: tooLate }) };
    const isReady = ready !== null && tooLate === null;
    const saved = await saveGuide(tx, { ...publishing, kind: isReady ? "published" : "saved" });
    if (saved === "no-such-guide" || saved.outcome === "conflict") return saved;
    if (!isReady) return { outcome: "problems", problems: wrong, version: saved.version };
    const [before] = await tx.select().from(posts).where(eq(posts.id, id));
    if (before === undefined) return "no-such-guide";
    const publishedAt = at ?? keptDate(before, now);
    const outcome = await publishGuide(tx, { id, words: ready, publishedAt, now });
    // Somebody took the address, or a place went, between the question and the answer: the transaction is one with it.
    if (outcome !== "published") throw new Error(`Guide ${id} could not be published: ${outcome} (${by})`);
    await recordChange(tx, {
      ...changeBy({ id, by, now }),
      action: publishedAt > now ? "post.schedule" : before.status === "published" ? "post.update" : "post.publish",
      before: stateOf(before),
      after: stateOf({ ...ready, status: "published", publishedAt }),
    });
    return { outcome: "published", publishedAt, slug: ready.slug };
  });
}

/** What readers see of a change; the words themselves are in the revisions. */
function stateOf(post: Pick<typeof posts.$inferSelect, "slug" | "title" | "status" | "access" | "publishedAt">) {
  const { slug, title, status, access, publishedAt } = post;
  return { slug, title, status, access, publishedAt: publishedAt.toISOString() };
}

/** A guide keeps the day on which it came out, however often it is changed, or taken back and published again. */
function keptDate({ status, unpublishedAt, publishedAt }: typeof posts.$inferSelect, now: Date): Date {
  const wasOut = (status === "published" || unpublishedAt !== null) && publishedAt <= now;
  return wasOut ? publishedAt : now;
}

function atProblem(at: Date | null, now: Date): string | null {
  if (at === null) return null;
  if (at <= now) return "That is past. Publish it now, or choose a later time.";
  return at.getTime() - now.getTime() > AHEAD_MS_MAX
    ? "That is more than two years ahead. Choose an earlier day."
    : null;
}

/** Takes a guide back from readers; what was written stays. */
export async function unpublishDraft(
  db: Database,
  { id, by, now }: { id: number } & Writing,
): Promise<"unpublished" | "not-published"> {
  return db.transaction(async (tx) => {
    const outcome = await unpublishGuide(tx, { id, now });
    if (outcome === "not-published") return outcome;
    const states = { before: { status: "published" }, after: { status: "draft" } };
    await recordChange(tx, { ...changeBy({ id, by, now }), action: "post.unpublish", ...states });
    return outcome;
  });
}
