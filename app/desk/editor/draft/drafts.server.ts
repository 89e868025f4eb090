import { and, asc, desc, eq, inArray, isNull, lt, notInArray, sql } from "drizzle-orm";

import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { guideDrafts, guideRevisions, type RevisionKind } from "#app/db/schema/editing.ts";
import { authors, postCoauthors, postPlaces, posts } from "#app/db/schema/guides.ts";
import { places } from "#app/db/schema/places.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import { DEFAULT_AUTHOR_SLUG } from "#app/guide/guides/write/author-form.ts";
import { createGuide, setDraftTitle } from "#app/guide/guides/write/write-guide.server.ts";
import { characterCount } from "#app/lib/plain-text.ts";

import { EMPTY_GUIDE, isSameGuide, TITLE_CHARACTERS_MAX } from "../document/guide-document.ts";

/** Saves of one editor within this time become one revision, so that the history stays readable. */
const REVISION_MS = 10 * 60_000;

/** Limit per guide. The oldest revisions are deleted first, published ones last. */
export const REVISIONS_MAX = 100;

const UNTITLED = "Untitled post";

type Post = typeof posts.$inferSelect;

export type GuideWithDraft = {
  post: Post;
  /** The current draft. */
  document: GuideDocument;
  /** The published content, or that of the row if it isn't published. */
  published: GuideDocument;
  /** 0: no draft was saved yet. */
  version: number;
  savedAt: Date | null;
  savedBy: string | null;
  /** The user id of that editor. */
  savedById: string | null;
  /** The editor session that saved it, and the number of that save within the session. */
  savedSessionId: string | null;
  saveNumber: number;
  /** Whether a seed file has published another text since this draft was created from one. */
  hasNewerSeed: boolean;
};

/** A guide with its draft; null when it doesn't exist. */
export async function findGuideWithDraft(db: Database, id: number): Promise<GuideWithDraft | null> {
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
    savedSessionId: draft?.savedSessionId ?? null,
    saveNumber: draft?.saveNumber ?? 0,
    hasNewerSeed: draft !== null && post.seedDigest !== null && post.seedDigest !== draft.seedDigest,
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
    cover: post.cover,
    featuredRank: post.featuredRank,
    access: post.access,
    isEarly: post.isEarly,
    body: post.body,
    stops,
  };
}

/** The editor who makes a change, and when. */
export type EditorAction = { by: string; now: Date };

/** Creates a guide, with a random slug until it is published. */
export async function createDraftGuide(
  db: Database,
  { document, by, now }: EditorAction & { document: Partial<GuideDocument> },
): Promise<number> {
  return db.transaction(async (tx) => {
    const slug = `untitled-${crypto.randomUUID().slice(0, 8)}`;
    const initial = { ...EMPTY_GUIDE, ...document };
    const known = await lockAuthors(tx, initial);
    const whole = { ...initial, authors: initial.authors.filter((author) => known.has(author)) };
    const named = { title: titleOf(whole), categorySlug: "food", authorSlug: DEFAULT_AUTHOR_SLUG } as const;
    const id = await createGuide(tx, { ...named, slug, now });
    await tx.insert(guideDrafts).values({ postId: id, version: 1, document: whole, savedAt: now, savedBy: by });
    await addRevision(tx, { postId: id, kind: "first", document: whole, by, window: null, now });
    const after = { title: titleOf(whole) };
    await recordChange(tx, { ...auditSubject({ id, by, now }), action: "post.create", before: null, after });
    return id;
  });
}

/** An empty draft to write in: the editor's last one, if nothing was written in it, so that none are left over. */
export async function beginDraftGuide(db: Database, { by, now }: EditorAction): Promise<number> {
  const isUntouched = and(eq(guideDrafts.savedBy, by), eq(guideDrafts.version, 1), isNull(posts.deletedAt));
  const [last] = await db
    .select({ id: posts.id, document: guideDrafts.document })
    .from(guideDrafts)
    .innerJoin(posts, eq(posts.id, guideDrafts.postId))
    .where(and(isUntouched, eq(posts.title, UNTITLED), eq(posts.status, "draft")))
    .orderBy(desc(posts.id))
    .limit(1);
  if (last !== undefined && isSameGuide(last.document, EMPTY_GUIDE)) return last.id;
  return createDraftGuide(db, { document: {}, by, now });
}

function titleOf({ title }: GuideDocument): string {
  return title === "" || characterCount(title) > TITLE_CHARACTERS_MAX ? UNTITLED : title;
}

/** Actor and subject of an audit entry. The texts themselves are in the revisions. */
export function auditSubject({ id, by, now }: EditorAction & { id: number }) {
  return { actor: { kind: "staff", id: by }, subject: { kind: "post", id: String(id) }, now } as const;
}

export type SaveConflict = {
  outcome: "conflict";
  /** The draft that was saved in the meantime. */
  theirs: GuideDocument;
  version: number;
  savedBy: string | null;
  /** Whether the same editor saved it, in another window. */
  isOwn: boolean;
};
export type SavedDraft = { outcome: "saved"; version: number; savedAt: Date };
export type SaveInput = EditorAction & {
  id: number;
  /** The version that the change is based on. */
  version: number;
  document: GuideDocument;
  /** The editor session, and the number of this save within it; null for a form without script. */
  window?: { id: string; number: number } | null;
  /** Digest of the seed file that the page was opened with, for a guide without a draft. */
  seedDigest?: string | null;
  kind?: Extract<RevisionKind, "saved" | "published" | "scheduled" | "restored">;
  /** False if the page's script merges both texts after a conflict, so that none is lost. */
  storesConflict?: boolean;
};

/**
 * Saves a draft. Nothing is ever lost: if the draft is based on an outdated version, it is stored as a revision instead, and
 * the result is a conflict.
 */
export async function saveGuideDraft(
  db: Database,
  saving: SaveInput,
): Promise<SavedDraft | SaveConflict | "no-such-guide"> {
  return db.transaction(async (tx) => {
    const known = await lockAuthors(tx, saving.document);
    // Serializes saves of one guide, so that two saves can't get the same version.
    const [locked] = await tx.select({ id: posts.id }).from(posts).where(eq(posts.id, saving.id)).for("update");
    const opened = locked === undefined ? null : await findGuideWithDraft(tx, saving.id);
    if (opened === null) return "no-such-guide";
    const { by, now, id, kind = "saved", window = null } = saving;
    const document = replaceDeletedAuthors(saving.document, { known, current: opened.document.authors });
    const isSame = isSameGuide(opened.document, document);
    if (opened.version !== saving.version && !isSame && !isOwnUnansweredSave(opened, saving))
      return recordConflict(tx, { opened, saving: { ...saving, document } });
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
      savedSessionId: window?.id ?? null,
      saveNumber: window?.number ?? 0,
    };
    const { seedDigest = opened.post.seedDigest } = saving;
    await tx
      .insert(guideDrafts)
      .values({ postId: id, seedDigest, ...row })
      .onConflictDoUpdate({ target: guideDrafts.postId, set: row });
    const revision = await addRevision(tx, { postId: id, kind, document, by, window, now });
    // Publishing has an audit entry of its own.
    if (revision.isNew && kind !== "published" && kind !== "scheduled") {
      const action = kind === "restored" ? "post.restore" : "post.save";
      const [before, after] = [{ version: opened.version }, { version, revision: revision.id }];
      await recordChange(tx, { ...auditSubject({ id, by, now }), action, before, after });
    }
    await setDraftTitle(tx, { id, title: titleOf(document), now });
    return { outcome: "saved", version, savedAt: now };
  });
}

/**
 * Locks a document's authors and returns those that exist. Call it before locking the guide: deleting an account must
 * neither miss this document nor deadlock with it.
 */
export async function lockAuthors(db: Database, { authors: named }: Pick<GuideDocument, "authors">) {
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
 * Replaces deleted authors by their replacements in the current draft. A window that was open during the deletion still sends
 * the old slug, which contains a person's name.
 */
export function replaceDeletedAuthors(
  document: GuideDocument,
  { known, current }: { known: ReadonlySet<string>; current: readonly string[] },
): GuideDocument {
  const replacements = current.filter((author) => !document.authors.includes(author));
  const existing = document.authors.flatMap((author) => (known.has(author) ? [author] : replacements.splice(0, 1)));
  return { ...document, authors: existing };
}

/**
 * Whether this editor session saved the newest version itself, without receiving the answer. A save that arrives after a
 * newer save of the same session doesn't count.
 */
function isOwnUnansweredSave({ savedSessionId, saveNumber }: GuideWithDraft, { window = null }: SaveInput): boolean {
  return window !== null && savedSessionId === window.id && window.number > saveNumber;
}

/** Stores the refused draft as a revision. */
async function recordConflict(
  tx: Database,
  { opened, saving }: { opened: GuideWithDraft; saving: SaveInput },
): Promise<SaveConflict> {
  const { document, by, now, id, window = null, storesConflict = true } = saving;
  if (storesConflict) await addRevision(tx, { postId: id, kind: "conflict", document, by, window, now });
  return {
    outcome: "conflict",
    theirs: opened.document,
    version: opened.version,
    savedBy: opened.savedBy,
    isOwn: opened.savedById === by,
  };
}

type RevisionInput = {
  postId: number;
  kind: RevisionKind;
  document: GuideDocument;
  by: string | null;
  window: { id: string } | null;
  now: Date;
};

/** Adds a revision, or updates the last one if the same session saved it recently. Served by guide_revisions_by_post. */
async function addRevision(
  tx: Database,
  { postId, kind, document, by, window, now }: RevisionInput,
): Promise<{ id: number; isNew: boolean }> {
  const [last] = await tx
    .select()
    .from(guideRevisions)
    .where(eq(guideRevisions.postId, postId))
    .orderBy(desc(guideRevisions.id))
    .limit(1);
  const continuesLast =
    last !== undefined &&
    last.kind === kind &&
    (kind === "saved" || kind === "conflict") &&
    last.savedBy === by &&
    last.editorSessionId === (window?.id ?? null) &&
    // A refused text is stored nowhere else, so a conflict is merged only with the same text.
    (kind === "saved" || isSameGuide(last.document, document)) &&
    now.getTime() - last.startedAt.getTime() < REVISION_MS;
  if (continuesLast) {
    const savedAt = now < last.startedAt ? last.startedAt : now;
    await tx.update(guideRevisions).set({ document, savedAt }).where(eq(guideRevisions.id, last.id));
    return { id: last.id, isNew: false };
  }
  const values = {
    postId,
    kind,
    document,
    startedAt: now,
    savedAt: now,
    savedBy: by,
    editorSessionId: window?.id ?? null,
  };
  const [made] = await tx.insert(guideRevisions).values(values).returning({ id: guideRevisions.id });
  if (made === undefined) throw new Error("The revision was not written");
  await deleteOldestRevisions(tx, postId);
  return { id: made.id, isNew: true };
}

async function deleteOldestRevisions(tx: Database, postId: number): Promise<void> {
  const retained = tx
    .select({ id: guideRevisions.id })
    .from(guideRevisions)
    .where(eq(guideRevisions.postId, postId))
    .orderBy(sql`${guideRevisions.kind} in ('published', 'scheduled') desc`, desc(guideRevisions.id))
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
      notInArray(guideRevisions.id, retained),
      // The newest revision stays, however many published ones there are.
      lt(guideRevisions.id, newest?.id ?? 0),
    ),
  );
}

/** Sets the seed file's text that a draft is based on. */
export async function setDraftSeed(
  db: Database,
  { id, seedDigest }: { id: number; seedDigest: string },
): Promise<void> {
  await db.update(guideDrafts).set({ seedDigest }).where(eq(guideDrafts.postId, id));
}

export type GuideRevision = {
  id: number;
  kind: RevisionKind;
  savedAt: Date;
  savedBy: string | null;
  document: GuideDocument;
};

/** A guide's revisions, newest first. Served by guide_revisions_by_post. */
export async function listRevisions(db: Database, postId: number): Promise<Omit<GuideRevision, "document">[]> {
  return db
    .select({
      id: guideRevisions.id,
      kind: guideRevisions.kind,
      savedAt: guideRevisions.savedAt,
      savedBy: users.name,
    })
    .from(guideRevisions)
    .leftJoin(users, eq(users.id, guideRevisions.savedBy))
    .where(eq(guideRevisions.postId, postId))
    .orderBy(desc(guideRevisions.id))
    .limit(REVISIONS_MAX + 1);
}

/** Revisions of one guide by id. */
export async function findRevisions(
  db: Database,
  { postId, ids }: { postId: number; ids: number[] },
): Promise<Map<number, GuideRevision>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: guideRevisions.id,
      kind: guideRevisions.kind,
      savedAt: guideRevisions.savedAt,
      savedBy: users.name,
      document: guideRevisions.document,
    })
    .from(guideRevisions)
    .leftJoin(users, eq(users.id, guideRevisions.savedBy))
    .where(and(eq(guideRevisions.postId, postId), inArray(guideRevisions.id, ids)));
  return new Map(rows.map((row) => [row.id, row]));
}
