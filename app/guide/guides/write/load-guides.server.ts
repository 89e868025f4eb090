import { inArray, isNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { excludedColumns } from "#app/db/excluded-columns.ts";
import { authors, postPlaces, posts, postSlugs } from "#app/db/schema/guides.ts";
import { places } from "#app/db/schema/places.ts";

import { replaceCoauthors } from "./write-coauthors.server.ts";

export type SeedGuide = {
  row: Omit<typeof posts.$inferInsert, "id" | "seedDigest"> & { seedDigest: string };
  places: { slug: string; reason: string; hint: string }[];
  coauthors: string[];
  /** Its publication time is relative to its first load; loading it again doesn't change it. */
  isDatedByFirstLoad: boolean;
};

/**
 * Updates guides from the seed files. Guides that an editor has changed (without a digest) are skipped.
 *
 * @returns The ids of new and changed guides.
 */
export async function loadSeedGuides(
  db: Database,
  input: { authors: (typeof authors.$inferInsert)[]; guides: SeedGuide[] },
): Promise<number[]> {
  for (const author of input.authors) {
    // Authors that an editor has changed are not overwritten.
    const setWhere = isNull(authors.editedAt);
    await db.insert(authors).values(author).onConflictDoUpdate({ target: authors.slug, set: author, setWhere });
  }
  const existing = await db
    .select({ slug: posts.slug, seedDigest: posts.seedDigest, publishedAt: posts.publishedAt })
    .from(posts);
  const digests = new Map(existing.map(({ slug, seedDigest }) => [slug, seedDigest]));
  // A guide with a previous slug has been changed by an editor.
  for (const { slug } of await db.select({ slug: postSlugs.slug }).from(postSlugs)) digests.set(slug, null);
  const changed = input.guides.filter(({ row }) => {
    const digest = digests.get(row.slug);
    return digest === undefined || (digest !== null && digest !== row.seedDigest);
  });
  const dates = new Map(existing.map(({ slug, publishedAt }) => [slug, publishedAt]));
  const dated = changed.map((guide) => {
    const publishedAt = guide.isDatedByFirstLoad ? dates.get(guide.row.slug) : undefined;
    return publishedAt === undefined ? guide : { ...guide, row: { ...guide.row, publishedAt } };
  });
  return writeGuides(db, dated);
}

/** One statement for all guides, because the search triggers run once per statement. */
async function writeGuides(db: Database, guides: SeedGuide[]): Promise<number[]> {
  const rows = guides.map(({ row }) => row);
  const [first] = rows;
  if (first === undefined) return [];
  const written = await db
    .insert(posts)
    .values(rows)
    .onConflictDoUpdate({ target: posts.slug, set: excludedColumns(posts, Object.keys(first)) })
    .returning({ id: posts.id, slug: posts.slug });
  const postIds = new Map(written.map(({ id, slug }) => [slug, id]));
  const slugs = guides.flatMap((guide) => guide.places.map(({ slug }) => slug));
  const found = await db.select({ id: places.id, slug: places.slug }).from(places).where(inArray(places.slug, slugs));
  const placeIds = new Map(found.map(({ id, slug }) => [slug, id]));
  const ids = [...postIds.values()];
  await db.delete(postPlaces).where(inArray(postPlaces.postId, ids));
  const stops = guides.flatMap((guide) =>
    guide.places.map(({ slug, reason, hint }, position) => {
      const [postId, placeId] = [postIds.get(guide.row.slug), placeIds.get(slug)];
      if (postId === undefined) throw new Error(`Guide ${guide.row.slug} was not written`);
      if (placeId === undefined) throw new Error(`Guide ${guide.row.slug} mentions ${slug}, which doesn't exist`);
      return { postId, placeId, position, reason, hint, mentionedAt: guide.row.updatedAt };
    }),
  );
  if (stops.length > 0) await db.insert(postPlaces).values(stops);
  for (const { row, coauthors } of guides) {
    const postId = postIds.get(row.slug);
    if (postId !== undefined) await replaceCoauthors(db, { postId, coauthors });
  }
  return ids;
}
