import { createHash } from "node:crypto";

import { and, asc, count, eq, isNull, ne, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { guideDrafts } from "#app/db/schema/editing.ts";
import { authors, postCoauthors, posts } from "#app/db/schema/guides.ts";
import { recordChange } from "#app/features/audit/audit.server.ts";
import { SLUG_LENGTH_MAX, slugOf } from "#app/lib/slug.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

import { type AuthorWords, FIRST_AUTHOR, type Person } from "./author-form.ts";

type Changing = { by: string; now: Date };

export type ListedAuthor = AuthorWords & { slug: string; personId: string | null; guideCount: number };

/** All who sign guides, by name, and of how many guides each is one of the authors. Served by posts_by_author. */
export async function listAuthors(db: Database): Promise<ListedAuthor[]> {
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

/** Editors whose account a byline may be. */
export async function possiblePeople(db: Database): Promise<Person[]> {
  const isThere = and(eq(users.role, "admin"), isNull(users.deletedAt));
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(isThere)
    .orderBy(asc(users.name), asc(users.id));
}

/**
 * @param given.wanted The slug of an author who was taken out and comes back, under which older revisions know them.
 * @returns The new author's slug, or why there is none.
 */
export async function addAuthor(
  db: Database,
  { words, userId = null, wanted, by, now }: Changing & { words: AuthorWords; userId?: string | null; wanted?: string },
): Promise<{ slug: string } | "no-such-person" | "person-signs-already"> {
  return db.transaction(async (tx) => {
    const trouble = await personTrouble(tx, { userId, slug: "" });
    if (trouble !== null) return trouble;
    const slug = await freeSlug(tx, wanted ?? words.name);
    await tx.insert(authors).values({ slug, ...words, userId, editedAt: now });
    const after = { ...words, userId };
    await recordChange(tx, { ...changeOf(slug, { by, now }), action: "author.add", before: null, after });
    return { slug };
  });
}

export type AuthorWas = AuthorWords & { userId: string | null };
type AuthorChange = { was: AuthorWas; mark: string };

/**
 * @param given.over The mark of what has to stand there still, of whoever takes a change of theirs back; null: anything may.
 * @returns What stood there before and the mark of what stands there now, or why nothing was changed.
 */
export async function changeAuthor(
  db: Database,
  {
    slug,
    words,
    userId,
    over = null,
    by,
    now,
  }: Changing & { slug: string; words: AuthorWords; userId: string | null; over?: string | null },
): Promise<AuthorChange | "no-such-author" | "no-such-person" | "person-signs-already" | "changed-since"> {
  return db.transaction(async (tx) => {
    const [was] = await tx.select().from(authors).where(eq(authors.slug, slug)).for("update");
    if (was === undefined) return "no-such-author";
    if (over !== null && over !== markOf(was)) return "changed-since";
    // Whoever it was may stay it: without their account a name would outlive the one who leaves.
    const trouble = userId === was.userId ? null : await personTrouble(tx, { userId, slug });
    if (trouble !== null) return trouble;
    await tx
      .update(authors)
      .set({ ...words, userId, editedAt: now })
      .where(eq(authors.slug, slug));
    const { name, bio, kind } = was;
    const before = { name, bio, kind, userId: was.userId };
    const states = { before, after: { ...words, userId } };
    const about = [was.userId];
    await recordChange(tx, { ...changeOf(slug, { by, now }), action: "author.change", ...states, about });
    await notifyGuides(tx, slug);
    return { was: before, mark: markOf({ ...words, userId }) };
  });
}

function markOf({ name, bio, kind, userId }: AuthorWas): string {
  return createHash("sha256")
    .update(JSON.stringify([name, bio, kind, userId]))
    .digest("hex");
}

/**
 * Takes out an author who signs nothing, not even a draft. The one who signs what is new stays.
 *
 * @returns What they were, or why they stay.
 */
export async function removeAuthor(
  db: Database,
  { slug, by, now }: Changing & { slug: string },
): Promise<{ was: AuthorWas } | "no-such-author" | "signs" | "signs-new"> {
  return db.transaction(async (tx) => {
    const [was] = await tx.select().from(authors).where(eq(authors.slug, slug)).for("update");
    if (was === undefined) return "no-such-author";
    if (await signsAnything(tx, slug)) return "signs";
    if (slug === FIRST_AUTHOR) return "signs-new";
    await tx.delete(authors).where(eq(authors.slug, slug));
    const { name, bio, kind, userId } = was;
    const before = { name, bio, kind, userId };
    await recordChange(tx, { ...changeOf(slug, { by, now }), action: "author.remove", before, after: null });
    return { was: before };
  });
}

async function signsAnything(db: Database, slug: string): Promise<boolean> {
  const isIn = sql`${guideDrafts.document} -> 'authors' ? ${slug}`;
  return (
    (await db.$count(posts, eq(posts.authorSlug, slug))) > 0 ||
    (await db.$count(postCoauthors, eq(postCoauthors.authorSlug, slug))) > 0 ||
    (await db.$count(guideDrafts, isIn)) > 0
  );
}

async function personTrouble(
  db: Database,
  { userId, slug }: { userId: string | null; slug: string },
): Promise<"no-such-person" | "person-signs-already" | null> {
  if (userId === null) return null;
  const isKnown = (await possiblePeople(db)).some(({ id }) => id === userId);
  if (!isKnown) return "no-such-person";
  const isOthers = and(eq(authors.userId, userId), ne(authors.slug, slug));
  return (await db.$count(authors, isOthers)) > 0 ? "person-signs-already" : null;
}

/** Of the name; a second one of the same name gets a number. */
async function freeSlug(db: Database, name: string): Promise<string> {
  const wanted =
    slugOf(name)
      .slice(0, SLUG_LENGTH_MAX - 4)
      .replaceAll(/-$/g, "") || "author";
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? wanted : `${wanted}-${number}`;
    if ((await db.$count(authors, eq(authors.slug, slug))) === 0) return slug;
  }
}

function changeOf(slug: string, { by, now }: Changing) {
  return { actor: { kind: "staff", id: by }, subject: { kind: "author", id: slug }, now } as const;
}

/** The guides that they sign. */
async function notifyGuides(db: Database, slug: string): Promise<void> {
  const rows = await db
    .selectDistinct({ slug: posts.slug })
    .from(posts)
    .leftJoin(postCoauthors, eq(postCoauthors.postId, posts.id))
    .where(or(eq(posts.authorSlug, slug), eq(postCoauthors.authorSlug, slug)));
  await notifyPages(db, [...rows.map((row) => `guide:${row.slug}`), "guides"]);
}
