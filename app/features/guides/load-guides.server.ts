import { eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { authors, postPlaces, posts } from "#app/db/schema/guides.ts";
import { places } from "#app/db/schema/places.ts";

export type SeededGuide = {
  row: Omit<typeof posts.$inferInsert, "id" | "seedDigest"> & { seedDigest: string };
  places: { slug: string; reason: string; hint: string }[];
};

/**
 * Brings guides to what the seed files say; one that an editor has changed (no digest) is left alone.
 *
 * @returns The ids of guides that are new or different now.
 */
export async function loadGuides(
  db: Database,
  input: { authors: (typeof authors.$inferInsert)[]; guides: SeededGuide[] },
): Promise<number[]> {
  for (const author of input.authors) {
    await db.insert(authors).values(author).onConflictDoUpdate({ target: authors.slug, set: author });
  }
  const known = await db.select({ slug: posts.slug, seedDigest: posts.seedDigest }).from(posts);
  const digests = new Map(known.map(({ slug, seedDigest }) => [slug, seedDigest]));
  const different = input.guides.filter(({ row }) => {
    const digest = digests.get(row.slug);
    return digest === undefined || (digest !== null && digest !== row.seedDigest);
  });
  const ids: number[] = [];
  for (const guide of different) ids.push(await writeGuide(db, guide));
  return ids;
}

async function writeGuide(db: Database, guide: SeededGuide): Promise<number> {
  const [written] = await db
    .insert(posts)
    .values(guide.row)
    .onConflictDoUpdate({ target: posts.slug, set: guide.row })
    .returning({ id: posts.id });
  if (written === undefined) throw new Error(`Guide ${guide.row.slug} was not written`);
  const slugs = guide.places.map(({ slug }) => slug);
  const found = await db.select({ id: places.id, slug: places.slug }).from(places).where(inArray(places.slug, slugs));
  const idBySlug = new Map(found.map(({ id, slug }) => [slug, id]));
  await db.delete(postPlaces).where(eq(postPlaces.postId, written.id));
  await db.insert(postPlaces).values(
    guide.places.map(({ slug, reason, hint }, position) => {
      const placeId = idBySlug.get(slug);
      if (placeId === undefined) throw new Error(`Guide ${guide.row.slug} names ${slug}, which is no place`);
      return { postId: written.id, placeId, position, reason, hint };
    }),
  );
  return written.id;
}
