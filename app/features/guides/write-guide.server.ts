import { and, eq, inArray, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { postPlaces, posts, postSlugs } from "#app/db/schema/guides.ts";
import { places } from "#app/db/schema/places.ts";
import { entitlementsOf } from "#app/features/billing/entitlements.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

import { guideWords, readMinutesOf } from "./read-time.ts";
import { writeCoauthors } from "./write-coauthors.server.ts";

const HOUR_MS = 60 * 60_000;

type Row = typeof posts.$inferSelect;

/** What an editor says of a guide, checked. */
export type GuideWords = Pick<
  Row,
  | "slug"
  | "title"
  | "excerpt"
  | "body"
  | "categorySlug"
  | "neighborhoodSlug"
  | "authorSlug"
  | "keywords"
  | "picture"
  | "featuredRank"
  | "access"
  | "isEarly"
> & {
  /** Who signs it after its first author. */
  coauthors: string[];
  /** Its places in the order in which they stand in the text. */
  places: { slug: string; reason: string; hint: string }[];
};

/** A guide that nobody sees yet, with nothing in it. */
export async function createGuide(
  db: Database,
  { now, ...named }: Pick<Row, "slug" | "title" | "categorySlug" | "authorSlug"> & { now: Date },
): Promise<number> {
  const [made] = await db
    .insert(posts)
    .values({
      ...named,
      excerpt: "",
      body: "",
      keywords: [],
      status: "draft",
      readMinutes: 1,
      publishedAt: now,
      updatedAt: now,
    })
    .returning({ id: posts.id });
  if (made === undefined) throw new Error("The guide was not written");
  return made.id;
}

/** What a guide that nobody sees is called in lists. */
export async function nameDraft(db: Database, { id, title, now }: { id: number; title: string; now: Date }) {
  await db
    .update(posts)
    .set({ title, updatedAt: now })
    .where(and(eq(posts.id, id), eq(posts.status, "draft")));
}

/** Whether an address is some other guide's, or was once: whoever follows it is led there. */
export async function isSlugTaken(db: Database, { slug, id }: { slug: string; id: number }): Promise<boolean> {
  const isOthers = and(eq(posts.slug, slug), ne(posts.id, id));
  const wasOthers = and(eq(postSlugs.slug, slug), ne(postSlugs.postId, id));
  return (await db.$count(posts, isOthers)) > 0 || (await db.$count(postSlugs, wasOthers)) > 0;
}

/**
 * Has readers see a guide as an editor wrote it, from `publishedAt` on. It is the editor's from then: seed files no longer
 * change it. In a transaction, which the caller opens.
 *
 * @returns "slug-taken" when the address is or was another guide's, "no-such-place" for a place that isn't there.
 */
export async function publishGuide(
  db: Database,
  { id, words, publishedAt, now }: { id: number; words: GuideWords; publishedAt: Date; now: Date },
): Promise<"published" | "slug-taken" | "no-such-place"> {
  const { places: stops, coauthors, ...columns } = words;
  const [before] = await db.select().from(posts).where(eq(posts.id, id)).for("update");
  if (before === undefined) throw new Error(`There is no guide ${id}`);
  if (await isSlugTaken(db, { slug: words.slug, id })) return "slug-taken";
  const slugs = stops.map(({ slug }) => slug);
  const found =
    slugs.length === 0
      ? []
      : await db
          .select({ id: places.id, slug: places.slug })
          .from(places)
          .where(and(inArray(places.slug, slugs), ne(places.status, "removed")));
  const placeIds = new Map(found.map((place) => [place.slug, place.id]));
  const named = await namedSince(db, id);
  const rows = stops.flatMap(({ slug, reason, hint }, position) => {
    const placeId = placeIds.get(slug);
    if (placeId === undefined) return [];
    // What it has named all along has been named since then, however often it is published.
    const namedAt = named.has(placeId) ? named.get(placeId) : now;
    return [{ postId: id, placeId, position, reason, hint, namedAt }];
  });
  if (rows.length < stops.length) return "no-such-place";
  if (before.slug !== words.slug) await moveGuide(db, { before, slug: words.slug, now });
  const since = outSince(before, now);
  await db
    .update(posts)
    .set({
      ...columns,
      status: "published",
      unpublishedAt: null,
      readMinutes: readMinutesOf(guideWords(words)),
      publishedAt,
      ...since,
      // What comes out later hasn't changed since.
      updatedAt: publishedAt > now ? publishedAt : now,
      seedDigest: null,
    })
    .where(eq(posts.id, id));
  await db.delete(postPlaces).where(eq(postPlaces.postId, id));
  if (rows.length > 0) await db.insert(postPlaces).values(rows);
  await writeCoauthors(db, { postId: id, coauthors });
  await notifyPages(db, [`guide:${before.slug}`, `guide:${words.slug}`, "guides"]);
  return "published";
}

/** Since when it names each of its places. */
async function namedSince(db: Database, postId: number): Promise<Map<number, Date | null>> {
  const rows = await db
    .select({ placeId: postPlaces.placeId, namedAt: postPlaces.namedAt })
    .from(postPlaces)
    .where(eq(postPlaces.postId, postId));
  return new Map(rows.map(({ placeId, namedAt }) => [placeId, namedAt]));
}

/** An address that nobody can have seen is free again. */
async function moveGuide(db: Database, { before, slug, now }: { before: Row; slug: string; now: Date }) {
  await db.delete(postSlugs).where(and(eq(postSlugs.slug, slug), eq(postSlugs.postId, before.id)));
  const wasSeen = outSince(before, now).firstSeenAt !== null || before.seedDigest !== null;
  if (!wasSeen) return;
  await db.insert(postSlugs).values({ slug: before.slug, postId: before.id, leftAt: now });
}

/** So long before everybody some members have a guide that is early. */
export const EARLY_MS = entitlementsOf("city-insider").earlyGuidesHours * HOUR_MS;

type Outing = Pick<Row, "status" | "publishedAt" | "isEarly">;

/** Whether any reader has a guide: those who have it early have it before its hour. */
export function isOutToAnyone({ status, publishedAt, isEarly }: Outing, now: Date): boolean {
  return status === "published" && publishedAt.getTime() - (isEarly ? EARLY_MS : 0) <= now.getTime();
}

/** Since when anybody, and since when everybody has had it, or had it once; null for never. */
export function outSince(
  row: Outing & Pick<Row, "firstSeenAt" | "firstOutAt">,
  now: Date,
): Pick<Row, "firstSeenAt" | "firstOutAt"> {
  const { publishedAt, isEarly, status } = row;
  const firstOutAt = row.firstOutAt ?? (status === "published" && publishedAt <= now ? publishedAt : null);
  const seenAt = new Date(publishedAt.getTime() - (isEarly ? EARLY_MS : 0));
  return { firstSeenAt: row.firstSeenAt ?? (isOutToAnyone(row, now) ? seenAt : null), firstOutAt };
}

/** Takes a guide back; one that was to come out later is a draft again. */
export async function unpublishGuide(
  db: Database,
  { id, now }: { id: number; now: Date },
): Promise<"unpublished" | "not-published"> {
  const [guide] = await db
    .select()
    .from(posts)
    .where(and(eq(posts.id, id), eq(posts.status, "published")))
    .for("update");
  if (guide === undefined) return "not-published";
  const since = outSince(guide, now);
  const wasSeen = since.firstSeenAt !== null;
  await db
    .update(posts)
    .set({
      status: "draft",
      ...since,
      unpublishedAt: wasSeen ? now : null,
      // Its hour may be another than the one from which it was out.
      publishedAt: guide.publishedAt <= now ? guide.publishedAt : (since.firstOutAt ?? now),
      featuredRank: null,
      seedDigest: null,
      updatedAt: now,
    })
    .where(eq(posts.id, id));
  await notifyPages(db, [`guide:${guide.slug}`, "guides"]);
  return "unpublished";
}

/**
 * Has readers see a guide again that was taken back, as they had it: nobody has written at it since.
 *
 * @param featuredRank Where it stood on the front page; null for nowhere.
 * @returns "changed" when somebody has, or it never was out to everybody; "published" when readers have it.
 */
export async function restoreUnpublished(
  db: Database,
  { id, featuredRank, now }: { id: number; featuredRank: number | null; now: Date },
): Promise<"restored" | "changed" | "published"> {
  const [guide] = await db.select().from(posts).where(eq(posts.id, id)).for("update");
  if (guide?.status === "published") return "published";
  if (guide === undefined || guide.deletedAt !== null || guide.unpublishedAt === null || guide.firstOutAt === null) {
    return "changed";
  }
  if (guide.updatedAt.getTime() !== guide.unpublishedAt.getTime()) return "changed";
  await db
    .update(posts)
    .set({ status: "published", unpublishedAt: null, featuredRank, updatedAt: now })
    .where(eq(posts.id, id));
  await notifyPages(db, [`guide:${guide.slug}`, "guides"]);
  return "restored";
}
