import { and, asc, desc, eq, inArray, lt, notInArray, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { guideDrafts, guideRevisions, type RevisionKind } from "#app/db/schema/editing.ts";
import { authors, postCoauthors, postPlaces, posts } from "#app/db/schema/guides.ts";
import { places } from "#app/db/schema/places.ts";
import { recordChange } from "#app/features/audit/audit.server.ts";
import { FIRST_AUTHOR } from "#app/features/guides/author-form.ts";
import { createGuide, nameDraft } from "#app/features/guides/write-guide.server.ts";
import { characterCount } from "#app/lib/plain-text.ts";

import { EMPTY_GUIDE, type GuideDocument, isSameGuide, TITLE_CHARACTERS_MAX } from "./guide-document.ts";

/** What one person saves within so long is one revision: nobody wants to go back to each word. */
const REVISION_MS = 10 * 60_000;

/** Kept of a guide; of more the oldest go, those that were published last. */
export const REVISIONS_MAX = 100;

const UNTITLED = "Untitled guide";

type Post = typeof posts.$inferSelect;

export type OpenedGuide = {
  post: Post;
  /** As it is written. */
  document: GuideDocument;
  /** As readers have it, or would. */
  published: GuideDocument;
  /** 0: nobody has changed it here. */
  version: number;
  savedAt: Date | null;
  savedBy: string | null;
  /** Whose account that is. */
  savedById: string | null;
  /** Which window saved it, and which of its saves it was. */
  savedWindow: string | null;
  savedNumber: number;
  /** A seed file has brought readers another text since this draft was begun from one. */
  hasSeedNews: boolean;
};

/** A guide as editors see it; null when there is none. */
export async function openGuide(db: Database, id: number): Promise<OpenedGuide | null> {
  const [found] = await db
    .select({ post: posts, draft: guideDrafts, savedBy: users.name })
    .from(posts)
    .leftJoin(guideDrafts, eq(guideDrafts.postId, posts.id))
    .leftJoin(users, eq(users.id, guideDrafts.savedBy))
    .where(eq(posts.id, id));
  if (found === undefined) return null;
  const { post, draft, savedBy } = found;
  const published = await publishedDocument(db, post);
  return {
    post,
    document: draft?.document ?? published,
    published,
    version: draft?.version ?? 0,
    savedAt: draft?.savedAt ?? null,
    savedBy,
    savedById: draft?.savedBy ?? null,
    savedWindow: draft?.savedWindow ?? null,
    savedNumber: draft?.savedNumber ?? 0,
    hasSeedNews: draft !== null && post.seedDigest !== null && post.seedDigest !== draft.seedDigest,
  };
}

async function publishedDocument(db: Database, post: Post): Promise<GuideDocument> {
  const stops = await db
    .select({ slug: places.slug, reason: postPlaces.reason, hint: postPlaces.hint })
    .from(postPlaces)
    .innerJoin(places, eq(places.id, postPlaces.placeId))
    .where(eq(postPlaces.postId, post.id))
    .orderBy(asc(postPlaces.position));
  const coauthors = await db
    .select({ slug: postCoauthors.authorSlug })
    .from(postCoauthors)
    .where(eq(postCoauthors.postId, post.id))
    .orderBy(asc(postCoauthors.position));
  return {
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt,
    category: post.categorySlug,
    neighborhood: post.neighborhoodSlug ?? "",
    authors: [post.authorSlug, ...coauthors.map(({ slug }) => slug)],
    keywords: post.keywords,
    picture: post.picture ?? "",
    featuredRank: post.featuredRank,
    access: post.access,
    isEarly: post.isEarly,
    body: post.body,
    stops,
  };
}

/** Who writes, and when. */
export type Writing = { by: string; now: Date };

/** Begins a guide. Its address is its own until it has a better one. */
export async function beginGuide(
  db: Database,
  { document, by, now }: Writing & { document: Partial<GuideDocument> },
): Promise<number> {
  return db.transaction(async (tx) => {
    const slug = `untitled-${crypto.randomUUID().slice(0, 8)}`;
    const asked = { ...EMPTY_GUIDE, ...document };
    const known = await holdAuthors(tx, asked);
    const whole = { ...asked, authors: asked.authors.filter((author) => known.has(author)) };
    const named = { title: titleOf(whole), categorySlug: "food", authorSlug: FIRST_AUTHOR } as const;
    const id = await createGuide(tx, { ...named, slug, now });
    await tx.insert(guideDrafts).values({ postId: id, version: 1, document: whole, savedAt: now, savedBy: by });
    await addRevision(tx, { postId: id, kind: "first", document: whole, by, window: null, now });
    const after = { title: titleOf(whole) };
    await recordChange(tx, { ...changeBy({ id, by, now }), action: "post.begin", before: null, after });
    return id;
  });
}

function titleOf({ title }: GuideDocument): string {
  return title === "" || characterCount(title) > TITLE_CHARACTERS_MAX ? UNTITLED : title;
}

/** Who did it to which guide, for the audit log; the words themselves are in the revisions. */
export function changeBy({ id, by, now }: Writing & { id: number }) {
  return { actor: { kind: "staff", id: by }, subject: { kind: "post", id: String(id) }, now } as const;
}

export type Conflict = {
  outcome: "conflict";
  /** What somebody else has saved meanwhile. */
  theirs: GuideDocument;
  version: number;
  savedBy: string | null;
  /** Whoever saves had saved it themselves, in another window. */
  isOwn: boolean;
};
export type Saved = { outcome: "saved"; version: number; savedAt: Date };
export type Saving = Writing & {
  id: number;
  /** The version that was changed. */
  version: number;
  document: GuideDocument;
  /** The window that it was written in, and which of its saves this is; null for a form without script. */
  window?: { id: string; number: number } | null;
  /** Of the seed file that the page was opened with; for a guide that nobody has changed yet. */
  seedDigest?: string | null;
  kind?: Extract<RevisionKind, "saved" | "published" | "restored">;
};

/**
 * Keeps what somebody wrote. Nothing is ever lost: over a version that they haven't seen it is not written, but kept as a
 * revision of its own, and they are told.
 */
export async function saveGuide(db: Database, saving: Saving): Promise<Saved | Conflict | "no-such-guide"> {
  return db.transaction(async (tx) => {
    const known = await holdAuthors(tx, saving.document);
    // One at a time for each guide: two at once must not both be the next version.
    const [locked] = await tx.select({ id: posts.id }).from(posts).where(eq(posts.id, saving.id)).for("update");
    const opened = locked === undefined ? null : await openGuide(tx, saving.id);
    if (opened === null) return "no-such-guide";
    const { by, now, id, kind = "saved", window = null } = saving;
    const document = signedByKnown(saving.document, { known, kept: opened.document.authors });
    if (opened.version !== saving.version && !isOwnAnswerLost(opened, saving))
      return noteConflict(tx, { opened, saving: { ...saving, document } });
    const isSame = isSameGuide(opened.document, document);
    if (isSame && kind === "saved" && opened.savedAt !== null) {
      return { outcome: "saved", version: opened.version, savedAt: opened.savedAt };
    }
    if (opened.version === 0) {
      await addRevision(tx, {
        postId: id,
        kind: "first",
        document: opened.document,
        by: null,
        window: null,
        now: opened.post.updatedAt,
      });
    }
    const version = opened.version + 1;
    const row = {
      version,
      document,
      savedAt: now,
      savedBy: by,
      savedWindow: window?.id ?? null,
      savedNumber: window?.number ?? 0,
    };
    const { seedDigest = opened.post.seedDigest } = saving;
    await tx
      .insert(guideDrafts)
      .values({ postId: id, seedDigest, ...row })
      .onConflictDoUpdate({ target: guideDrafts.postId, set: row });
    const revision = await addRevision(tx, { postId: id, kind, document, by, window, now });
    if (revision.isNew && kind !== "published") {
      const action = kind === "restored" ? "post.restore" : "post.save";
      const [before, after] = [{ version: opened.version }, { version, revision: revision.id }];
      await recordChange(tx, { ...changeBy({ id, by, now }), action, before, after });
    }
    await nameDraft(tx, { id, title: titleOf(document), now });
    return { outcome: "saved", version, savedAt: now };
  });
}

/**
 * Who of those that a text is signed by is there. Held until the transaction ends, and before the guide is locked: an account
 * that goes takes its byline out of drafts and histories, and must neither miss this text nor wait for it while it waits.
 */
export async function holdAuthors(db: Database, { authors: named }: Pick<GuideDocument, "authors">) {
  if (named.length === 0) return new Set<string>();
  const rows = await db
    .select({ slug: authors.slug })
    .from(authors)
    .where(inArray(authors.slug, named))
    .orderBy(asc(authors.slug))
    .for("key share");
  return new Set(rows.map(({ slug }) => slug));
}

/**
 * A text as those sign it who are there. A window that was open before a byline went still names it, by an address that is made
 * of somebody's name: what the byline became, as the guide has been kept since, stands in its place.
 */
export function signedByKnown(
  document: GuideDocument,
  { known, kept }: { known: ReadonlySet<string>; kept: readonly string[] },
): GuideDocument {
  const since = kept.filter((author) => !document.authors.includes(author));
  const signed = document.authors.flatMap((author) => (known.has(author) ? [author] : since.splice(0, 1)));
  return { ...document, authors: signed };
}

/**
 * Whether the newest version is this window's own, whose answer it never got: nobody else has saved since. A save that comes
 * late, after a newer one of the same window, is none.
 */
function isOwnAnswerLost({ savedWindow, savedNumber }: OpenedGuide, { window = null }: Saving): boolean {
  return window !== null && savedWindow === window.id && window.number > savedNumber;
}

/** Their words are kept beside the others', unless they are the same. */
async function noteConflict(
  tx: Database,
  { opened, saving }: { opened: OpenedGuide; saving: Saving },
): Promise<Saved | Conflict> {
  const { document, by, now, id, window = null } = saving;
  const { version, savedAt } = opened;
  if (savedAt !== null && isSameGuide(opened.document, document)) return { outcome: "saved", version, savedAt };
  await addRevision(tx, { postId: id, kind: "conflict", document, by, window, now });
  return {
    outcome: "conflict",
    theirs: opened.document,
    version,
    savedBy: opened.savedBy,
    isOwn: opened.savedById === by,
  };
}

type Revising = {
  postId: number;
  kind: RevisionKind;
  document: GuideDocument;
  by: string | null;
  window: { id: string } | null;
  now: Date;
};

/** What the same person saves soon after in the same window is the same revision, further on. Served by guide_revisions_by_post. */
async function addRevision(
  tx: Database,
  { postId, kind, document, by, window, now }: Revising,
): Promise<{ id: number; isNew: boolean }> {
  const [last] = await tx
    .select()
    .from(guideRevisions)
    .where(eq(guideRevisions.postId, postId))
    .orderBy(desc(guideRevisions.id))
    .limit(1);
  const isOn =
    last !== undefined &&
    last.kind === kind &&
    (kind === "saved" || kind === "conflict") &&
    last.madeBy === by &&
    last.windowId === (window?.id ?? null) &&
    // What was not taken over is nowhere else: only the same words again are the same.
    (kind === "saved" || isSameGuide(last.document, document)) &&
    now.getTime() - last.begunAt.getTime() < REVISION_MS;
  if (isOn) {
    const madeAt = now < last.begunAt ? last.begunAt : now;
    await tx.update(guideRevisions).set({ document, madeAt }).where(eq(guideRevisions.id, last.id));
    return { id: last.id, isNew: false };
  }
  const values = { postId, kind, document, begunAt: now, madeAt: now, madeBy: by, windowId: window?.id ?? null };
  const [made] = await tx.insert(guideRevisions).values(values).returning({ id: guideRevisions.id });
  if (made === undefined) throw new Error("The revision was not written");
  await forgetOldest(tx, postId);
  return { id: made.id, isNew: true };
}

async function forgetOldest(tx: Database, postId: number): Promise<void> {
  const kept = tx
    .select({ id: guideRevisions.id })
    .from(guideRevisions)
    .where(eq(guideRevisions.postId, postId))
    .orderBy(sql`${guideRevisions.kind} = 'published' desc`, desc(guideRevisions.id))
    .limit(REVISIONS_MAX);
  const [newest] = await tx
    .select({ id: guideRevisions.id })
    .from(guideRevisions)
    .where(eq(guideRevisions.postId, postId))
    .orderBy(desc(guideRevisions.id))
    .limit(1);
  await tx.delete(guideRevisions).where(
    and(
      eq(guideRevisions.postId, postId),
      notInArray(guideRevisions.id, kept),
      // However many were published, the one just made stays.
      lt(guideRevisions.id, newest?.id ?? 0),
    ),
  );
}

/** From which seed file's text a draft goes on. */
export async function noteSeed(db: Database, { id, seedDigest }: { id: number; seedDigest: string }): Promise<void> {
  await db.update(guideDrafts).set({ seedDigest }).where(eq(guideDrafts.postId, id));
}

export type Revision = {
  id: number;
  kind: RevisionKind;
  madeAt: Date;
  madeBy: string | null;
  document: GuideDocument;
};

/** The newest first. Served by guide_revisions_by_post. */
export async function guideRevisionsOf(db: Database, postId: number): Promise<Omit<Revision, "document">[]> {
  return db
    .select({
      id: guideRevisions.id,
      kind: guideRevisions.kind,
      madeAt: guideRevisions.madeAt,
      madeBy: users.name,
    })
    .from(guideRevisions)
    .leftJoin(users, eq(users.id, guideRevisions.madeBy))
    .where(eq(guideRevisions.postId, postId))
    .orderBy(desc(guideRevisions.id))
    .limit(REVISIONS_MAX + 1);
}

/** Those of a guide that are named, by their ids. */
export async function findRevisions(
  db: Database,
  { postId, ids }: { postId: number; ids: number[] },
): Promise<Map<number, Revision>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: guideRevisions.id,
      kind: guideRevisions.kind,
      madeAt: guideRevisions.madeAt,
      madeBy: users.name,
      document: guideRevisions.document,
    })
    .from(guideRevisions)
    .leftJoin(users, eq(users.id, guideRevisions.madeBy))
    .where(and(eq(guideRevisions.postId, postId), inArray(guideRevisions.id, ids)));
  return new Map(rows.map((row) => [row.id, row]));
}
