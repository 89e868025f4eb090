import { randomBytes } from "node:crypto";

import { eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { guidePreviews } from "#app/db/schema/editing.ts";
import { authors } from "#app/db/schema/guides.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import { dayLabel } from "#app/features/guides/day-label.ts";
import { embeddedPlaces } from "#app/features/guides/guide-body.ts";
import { guideText } from "#app/features/guides/guide-queries.server.ts";
import type { GuidePage } from "#app/features/guides/guide.ts";
import { guideWords, readMinutesOf } from "#app/features/guides/read-time.ts";
import { picturePaths } from "#app/features/illustrations/picture-url.ts";
import { CATEGORY_NAMES, isCategorySlug } from "#app/features/places/categories.ts";
import type { PageMoment } from "#app/platform/page-life.ts";

import { openGuide } from "./drafts.server.ts";
import { stopsOf } from "./guide-document.ts";

const KEY_BYTES = 16;

/** The key of a guide's preview; null while there is none. */
export async function previewKey(db: Database, postId: number): Promise<string | null> {
  const [preview] = await db.select().from(guidePreviews).where(eq(guidePreviews.postId, postId));
  return preview?.key ?? null;
}

/** Makes a guide's preview an address that nobody can guess; the one before it ends. */
export async function renewPreview(db: Database, { postId, now }: { postId: number; now: Date }): Promise<string> {
  const key = randomBytes(KEY_BYTES).toString("hex");
  const row = { key, postId, madeAt: now };
  await db.insert(guidePreviews).values(row).onConflictDoUpdate({ target: guidePreviews.postId, set: row });
  return key;
}

export async function endPreview(db: Database, postId: number): Promise<void> {
  await db.delete(guidePreviews).where(eq(guidePreviews.postId, postId));
}

/** What a preview shows: the guide as it is written now, whole. Null for a key that leads nowhere. */
export async function findPreview(
  db: Database,
  key: string,
  moment: PageMoment,
): Promise<{ guide: GuidePage; isWhole: boolean } | null> {
  const [preview] = /^[0-9a-f]{32}$/.test(key)
    ? await db.select().from(guidePreviews).where(eq(guidePreviews.key, key))
    : [];
  const opened = preview === undefined ? null : await openGuide(db, preview.postId);
  if (opened === null) return null;
  const { document, post } = opened;
  const [author] = await db.select().from(authors).where(eq(authors.slug, document.author));
  const [area] = await db
    .select({ slug: neighborhoods.slug, name: neighborhoods.name })
    .from(neighborhoods)
    .where(eq(neighborhoods.slug, document.neighborhood));
  const stops = stopsOf(embeddedPlaces(document.body), document.stops);
  const placeIds = await idsOf(
    db,
    stops.map(({ slug }) => slug),
  );
  const listed = stops.map(({ slug, reason, hint }) => ({ placeId: placeIds.get(slug) ?? 0, reason, hint }));
  const text = await guideText(db, { body: document.body, stops: listed }, moment);
  const category = isCategorySlug(document.category) ? document.category : "food";
  const shownAt = post.publishedAt > moment.now ? post.publishedAt : moment.now;
  const guide: GuidePage = {
    slug: post.slug,
    title: document.title === "" ? "Untitled guide" : document.title,
    excerpt: document.excerpt,
    category: { slug: category, name: CATEGORY_NAMES[category] },
    neighborhood: area ?? null,
    publishedAt: shownAt.toISOString(),
    publishedLabel: dayLabel(shownAt, moment.now),
    readMinutes: readMinutesOf(guideWords({ body: document.body, places: stops })),
    views: null,
    picture: {
      ...picturePaths({ kind: "guides", slug: post.slug, salt: post.pictureSalt }),
      alt: `Drawing for the guide “${document.title}”`,
    },
    isForMembers: document.access === "members",
    isEarly: false,
    author: author ?? { slug: "", name: "Nobody yet", bio: "" },
    updatedAt: shownAt.toISOString(),
    updatedLabel: null,
    keywords: document.keywords,
    ...text,
    teaser: null,
    related: [],
  };
  return { guide, isWhole: placeIds.size === new Set(stops.map(({ slug }) => slug)).size };
}

async function idsOf(db: Database, slugs: string[]): Promise<Map<string, number>> {
  if (slugs.length === 0) return new Map();
  const rows = await db.select({ id: places.id, slug: places.slug }).from(places).where(inArray(places.slug, slugs));
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}
