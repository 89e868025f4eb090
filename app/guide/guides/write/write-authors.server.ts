import { createHash } from "node:crypto";

import { and, asc, count, eq, isNull, ne, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { guideDrafts } from "#app/db/schema/editing.ts";
import { authors, postCoauthors, posts } from "#app/db/schema/guides.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import { SLUG_LENGTH_MAX, slugify } from "#app/lib/slug.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import { type AuthorProfile, DEFAULT_AUTHOR_SLUG, type AuthorAccount } from "./author-form.ts";

type ActorInput = { by: string; now: Date };

export type AuthorListEntry = AuthorProfile & { slug: string; personId: string | null; guideCount: number };

/** All authors by name, each with the number of their guides. Served by posts_by_author. */
export async function listAuthors(db: Database): Promise<AuthorListEntry[]> {
  const first = db.select({ slug: posts.authorSlug, postId: posts.id }).from(posts);
  const others = db.select({ slug: postCoauthors.authorSlug, postId: postCoauthors.postId }).from(postCoauthors);
  const signed = first.unionAll(others).as("signed");
  const rows = await db
    .select({ author: authors, guideCount: count(signed.postId) })
    .from(authors)
    .leftJoin(signed, eq(signed.slug, authors.slug))
    .groupBy(authors.slug)
    .orderBy(asc(authors.name), asc(authors.slug));
  return rows.map(({ author: { slug, name, bio, kind, userId }, guideCount }) => {
    return { slug, name, bio, kind, personId: userId, guideCount };
  });
}

/** Editors whose account can be linked to an author. */
export async function listEditorAccounts(db: Database): Promise<AuthorAccount[]> {
  const isActiveEditor = and(eq(users.role, "admin"), isNull(users.deletedAt));
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(isActiveEditor)
    .orderBy(asc(users.name), asc(users.id));
}

/**
 * @param input.wanted The slug of a removed author who is restored; older revisions refer to it.
 * @returns The new author's slug, or why there is none.
 */
export async function addAuthor(
  db: Database,
  {
    profile,
    userId = null,
    wanted,
    by,
    now,
  }: ActorInput & { profile: AuthorProfile; userId?: string | null; wanted?: string },
): Promise<{ slug: string } | "no-such-person" | "person-signs-already"> {
  return db.transaction(async (tx) => {
    const problem = await personProblem(tx, { userId, slug: "" });
    if (problem !== null) return problem;
    const slug = await freeSlug(tx, wanted ?? profile.name);
    await tx.insert(authors).values({ slug, ...profile, userId, editedAt: now });
    const after = { ...profile, userId };
    await recordChange(tx, { ...auditInput(slug, { by, now }), action: "author.add", before: null, after });
    return { slug };
  });
}

export type PreviousAuthor = AuthorProfile & { userId: string | null };
type AuthorChangeResult = { was: PreviousAuthor; hash: string };

/**
 * @param input.over When undoing a change: the hash of the author it produced, which must still be current. Null: any.
 * @returns The previous values and the hash of the new ones, or why nothing was changed.
 */
export async function updateAuthor(
  db: Database,
  {
    slug,
    profile,
    userId,
    over = null,
    by,
    now,
  }: ActorInput & { slug: string; profile: AuthorProfile; userId: string | null; over?: string | null },
): Promise<AuthorChangeResult | "no-such-author" | "no-such-person" | "person-signs-already" | "changed-since"> {
  return db.transaction(async (tx) => {
    const [was] = await tx.select().from(authors).where(eq(authors.slug, slug)).for("update");
    if (was === undefined) return "no-such-author";
    if (over !== null && over !== authorHash(was)) return "changed-since";
    // The linked account may stay even if it is no longer an editor's, so that deleting the account removes the name.
    const problem = userId === was.userId ? null : await personProblem(tx, { userId, slug });
    if (problem !== null) return problem;
    await tx
      .update(authors)
      .set({ ...profile, userId, editedAt: now })
      .where(eq(authors.slug, slug));
    const { name, bio, kind } = was;
    const before = { name, bio, kind, userId: was.userId };
    const states = { before, after: { ...profile, userId } };
    const about = [was.userId];
    await recordChange(tx, { ...auditInput(slug, { by, now }), action: "author.change", ...states, about });
    await notifyGuides(tx, slug);
    return { was: before, hash: authorHash({ ...profile, userId }) };
  });
}

function authorHash({ name, bio, kind, userId }: PreviousAuthor): string {
  return createHash("sha256")
    .update(JSON.stringify([name, bio, kind, userId]))
    .digest("hex");
}

/**
 * Removes an author without guides and drafts. The default author can't be removed.
 *
 * @returns The removed values, or why the author wasn't removed.
 */
export async function removeAuthor(
  db: Database,
  { slug, by, now }: ActorInput & { slug: string },
): Promise<{ was: PreviousAuthor } | "no-such-author" | "signs" | "signs-new"> {
  return db.transaction(async (tx) => {
    const [was] = await tx.select().from(authors).where(eq(authors.slug, slug)).for("update");
    if (was === undefined) return "no-such-author";
    if (await hasGuides(tx, slug)) return "signs";
    if (slug === DEFAULT_AUTHOR_SLUG) return "signs-new";
    await tx.delete(authors).where(eq(authors.slug, slug));
    const { name, bio, kind, userId } = was;
    const before = { name, bio, kind, userId };
    await recordChange(tx, { ...auditInput(slug, { by, now }), action: "author.remove", before, after: null });
    return { was: before };
  });
}

async function hasGuides(db: Database, slug: string): Promise<boolean> {
  const isDraftAuthor = sql`${guideDrafts.document} -> 'authors' ? ${slug}`;
  return (
    (await db.$count(posts, eq(posts.authorSlug, slug))) > 0 ||
    (await db.$count(postCoauthors, eq(postCoauthors.authorSlug, slug))) > 0 ||
    (await db.$count(guideDrafts, isDraftAuthor)) > 0
  );
}

async function personProblem(
  db: Database,
  { userId, slug }: { userId: string | null; slug: string },
): Promise<"no-such-person" | "person-signs-already" | null> {
  if (userId === null) return null;
  const isActiveEditor = (await listEditorAccounts(db)).some(({ id }) => id === userId);
  if (!isActiveEditor) return "no-such-person";
  const isOthers = and(eq(authors.userId, userId), ne(authors.slug, slug));
  return (await db.$count(authors, isOthers)) > 0 ? "person-signs-already" : null;
}

/** A slug made from the name, with a number if it is taken. */
async function freeSlug(db: Database, name: string): Promise<string> {
  const wanted =
    slugify(name)
      .slice(0, SLUG_LENGTH_MAX - 4)
      .replaceAll(/-$/g, "") || "author";
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? wanted : `${wanted}-${number}`;
    if ((await db.$count(authors, eq(authors.slug, slug))) === 0) return slug;
  }
}

function auditInput(slug: string, { by, now }: ActorInput) {
  return { actor: { kind: "staff", id: by }, subject: { kind: "author", id: slug }, now } as const;
}

/** Invalidates the pages of an author's guides. */
async function notifyGuides(db: Database, slug: string): Promise<void> {
  const rows = await db
    .selectDistinct({ slug: posts.slug })
    .from(posts)
    .leftJoin(postCoauthors, eq(postCoauthors.postId, posts.id))
    .where(or(eq(posts.authorSlug, slug), eq(postCoauthors.authorSlug, slug)));
  await invalidatePages(db, [...rows.map((row) => `guide:${row.slug}`), "guides"]);
}
