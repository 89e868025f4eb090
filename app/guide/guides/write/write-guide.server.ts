import { and, eq, inArray, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { postPlaces, posts, postSlugs } from "#app/db/schema/guides.ts";
import { places } from "#app/db/schema/places.ts";
import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import { HOUR_MS } from "#app/lib/duration.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import { countGuideWords, estimateReadMinutes } from "../page/read-time.ts";
import { replaceCoauthors } from "./write-coauthors.server.ts";

type Row = typeof posts.$inferSelect;

/** A guide's validated content. */
export type GuideContent = Pick<
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
  | "cover"
  | "featuredRank"
  | "access"
  | "isEarly"
> & {
  /** Slugs of the authors after the first. */
  coauthors: string[];
  /** Its places in the order of the text. */
  places: { slug: string; reason: string; hint: string }[];
};

/** Creates an empty draft. */
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

/** Sets a draft's title in lists. */
export async function setDraftTitle(db: Database, { id, title, now }: { id: number; title: string; now: Date }) {
  await db
    .update(posts)
    .set({ title, updatedAt: now })
    .where(and(eq(posts.id, id), eq(posts.status, "draft")));
}

/** Whether a slug is another guide's current or previous one. Previous slugs redirect. */
export async function isSlugTaken(db: Database, { slug, id }: { slug: string; id: number }): Promise<boolean> {
  const isOthers = and(eq(posts.slug, slug), ne(posts.id, id));
  const wasOthers = and(eq(postSlugs.slug, slug), ne(postSlugs.postId, id));
  return (await db.$count(posts, isOthers)) > 0 || (await db.$count(postSlugs, wasOthers)) > 0;
}

/**
 * Publishes a guide's content from `publishedAt` on. From then on, seed files no longer change the guide. Call it in a
 * transaction.
 *
 * @returns "slug-taken" when the slug is or was another guide's, "no-such-place" when a place doesn't exist.
 */
export async function publishGuide(
  db: Database,
  { id, content, publishedAt, now }: { id: number; content: GuideContent; publishedAt: Date; now: Date },
): Promise<"published" | "slug-taken" | "no-such-place"> {
  const { places: stops, coauthors, ...columns } = content;
  const [before] = await db.select().from(posts).where(eq(posts.id, id)).for("update");
  if (before === undefined) throw new Error(`There is no guide ${id}`);
  if (await isSlugTaken(db, { slug: content.slug, id })) return "slug-taken";
  const slugs = stops.map(({ slug }) => slug);
  const found =
    slugs.length === 0
      ? []
      : await db
          .select({ id: places.id, slug: places.slug })
          .from(places)
          .where(and(inArray(places.slug, slugs), ne(places.status, "removed")));
  const placeIds = new Map(found.map((place) => [place.slug, place.id]));
  const previous = await mentionedSince(db, id);
  const rows = stops.flatMap(({ slug, reason, hint }, position) => {
    const placeId = placeIds.get(slug);
    if (placeId === undefined) return [];
    // Publishing again doesn't change since when a place is mentioned.
    const mentionedAt = previous.has(placeId) ? previous.get(placeId) : now;
    return [{ postId: id, placeId, position, reason, hint, mentionedAt }];
  });
  if (rows.length < stops.length) return "no-such-place";
  if (before.slug !== content.slug) await changeSlug(db, { before, slug: content.slug, now });
  const since = firstVisibleTimes(before, now);
  await db
    .update(posts)
    .set({
      ...columns,
      status: "published",
      unpublishedAt: null,
      readMinutes: estimateReadMinutes(countGuideWords(content)),
      publishedAt,
      ...since,
      // A scheduled guide has no changes after its publication yet.
      updatedAt: publishedAt > now ? publishedAt : now,
      seedDigest: null,
    })
    .where(eq(posts.id, id));
  await db.delete(postPlaces).where(eq(postPlaces.postId, id));
  if (rows.length > 0) await db.insert(postPlaces).values(rows);
  await replaceCoauthors(db, { postId: id, coauthors });
  await invalidatePages(db, [`guide:${before.slug}`, `guide:${content.slug}`, "guides"]);
  return "published";
}

/** Since when a guide mentions each of its places. */
async function mentionedSince(db: Database, postId: number): Promise<Map<number, Date | null>> {
  const rows = await db
    .select({ placeId: postPlaces.placeId, mentionedAt: postPlaces.mentionedAt })
    .from(postPlaces)
    .where(eq(postPlaces.postId, postId));
  return new Map(rows.map(({ placeId, mentionedAt }) => [placeId, mentionedAt]));
}

/** Records the old slug for redirects. The slug of a guide that was never public becomes free. */
async function changeSlug(db: Database, { before, slug, now }: { before: Row; slug: string; now: Date }) {
  await db.delete(postSlugs).where(and(eq(postSlugs.slug, slug), eq(postSlugs.postId, before.id)));
  const wasSeen = firstVisibleTimes(before, now).firstVisibleAt !== null || before.seedDigest !== null;
  if (!wasSeen) return;
  await db.insert(postSlugs).values({ slug: before.slug, postId: before.id, replacedAt: now });
}

/** How much earlier some plans see an early guide. */
export const EARLY_ACCESS_MS = entitlementsOf("city-insider").earlyGuidesHours * HOUR_MS;

type PublicationState = Pick<Row, "status" | "publishedAt" | "isEarly">;

/** Whether a guide is visible to any reader, including plans with early access. */
export function isVisibleToAnyone({ status, publishedAt, isEarly }: PublicationState, now: Date): boolean {
  return status === "published" && publishedAt.getTime() - (isEarly ? EARLY_ACCESS_MS : 0) <= now.getTime();
}

/** When a guide first became visible to any reader, and to everyone; null for never. */
export function firstVisibleTimes(
  row: PublicationState & Pick<Row, "firstVisibleAt" | "firstPublicAt">,
  now: Date,
): Pick<Row, "firstVisibleAt" | "firstPublicAt"> {
  const { publishedAt, isEarly, status } = row;
  const firstPublicAt = row.firstPublicAt ?? (status === "published" && publishedAt <= now ? publishedAt : null);
  const seenAt = new Date(publishedAt.getTime() - (isEarly ? EARLY_ACCESS_MS : 0));
  return { firstVisibleAt: row.firstVisibleAt ?? (isVisibleToAnyone(row, now) ? seenAt : null), firstPublicAt };
}

/** Unpublishes a guide, or cancels its scheduled publication. */
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
  const since = firstVisibleTimes(guide, now);
  const wasSeen = since.firstVisibleAt !== null;
  await db
    .update(posts)
    .set({
      status: "draft",
      ...since,
      unpublishedAt: wasSeen ? now : null,
      // A rescheduled guide keeps the time when it was first public.
      publishedAt: guide.publishedAt <= now ? guide.publishedAt : (since.firstPublicAt ?? now),
      featuredRank: null,
      seedDigest: null,
      updatedAt: now,
    })
    .where(eq(posts.id, id));
  await invalidatePages(db, [`guide:${guide.slug}`, "guides"]);
  return "unpublished";
}

/**
 * Publishes an unpublished guide again as it was, if nobody has changed it since.
 *
 * @param featuredRank Its previous position on the front page; null for none.
 * @returns "changed" when it was changed or was never public; "published" when it is already public.
 */
export async function undoUnpublishGuide(
  db: Database,
  { id, featuredRank, now }: { id: number; featuredRank: number | null; now: Date },
): Promise<"restored" | "changed" | "published"> {
  const [guide] = await db.select().from(posts).where(eq(posts.id, id)).for("update");
  if (guide?.status === "published") return "published";
  if (guide === undefined || guide.deletedAt !== null || guide.unpublishedAt === null || guide.firstPublicAt === null) {
    return "changed";
  }
  if (guide.updatedAt.getTime() !== guide.unpublishedAt.getTime()) return "changed";
  await db
    .update(posts)
    .set({ status: "published", unpublishedAt: null, featuredRank, updatedAt: now })
    .where(eq(posts.id, id));
  await invalidatePages(db, [`guide:${guide.slug}`, "guides"]);
  return "restored";
}
