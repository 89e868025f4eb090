import { randomBytes } from "node:crypto";

import { and, eq, gt, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { guidePreviews } from "#app/db/schema/editing.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import { findAuthorsBySlug, formatByline } from "#app/guide/guides/write/guide-authors.server.ts";
import { placeSlugsInText } from "#app/guide/guides/page/guide-body.ts";
import { loadGuideText, listGuideStops } from "#app/guide/guides/guide-queries.server.ts";
import type { GuideAuthor, GuidePage } from "#app/guide/guides/page/guide.ts";
import { countGuideWords, estimateReadMinutes } from "#app/guide/guides/page/read-time.ts";
import { pictureOfGuide } from "#app/guide/guides/guide-picture.ts";
import { CATEGORY_NAMES, isCategorySlug } from "#app/guide/places/facts/categories.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { formatRecentDay } from "#app/lib/format-time.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import { auditSubject, findGuideWithDraft, type EditorAction } from "../draft/drafts.server.ts";
import { listStops } from "../document/guide-document.ts";

const KEY_BYTES = 16;

/** Long enough for most reviewers. Editors can create a new link later. */
export const PREVIEW_DAYS = 14;
const PREVIEW_MS = PREVIEW_DAYS * DAY_MS;

const NO_AUTHOR: GuideAuthor = { slug: "", name: "No author yet", bio: "", kind: "team" };

export type GuidePreview = { key: string; expiresAt: Date };

/** A guide's valid preview; null without one. */
export async function findValidPreview(
  db: Database,
  { postId, now }: { postId: number; now: Date },
): Promise<GuidePreview | null> {
  const isLive = and(eq(guidePreviews.postId, postId), gt(guidePreviews.expiresAt, now));
  const [preview] = await db.select().from(guidePreviews).where(isLive);
  return preview ?? null;
}

/** Creates an unguessable preview link for `PREVIEW_DAYS`, and revokes the previous one. */
export async function renewPreview(
  db: Database,
  { id, by, now }: EditorAction & { id: number },
): Promise<GuidePreview> {
  const preview = { key: randomBytes(KEY_BYTES).toString("hex"), expiresAt: new Date(now.getTime() + PREVIEW_MS) };
  const row = { ...preview, postId: id, createdAt: now };
  await db.transaction(async (tx) => {
    await tx.insert(guidePreviews).values(row).onConflictDoUpdate({ target: guidePreviews.postId, set: row });
    // The key isn't logged: readers of the log could open the draft with it.
    const after = { until: preview.expiresAt.toISOString() };
    await recordChange(tx, { ...auditSubject({ id, by, now }), action: "post.preview", before: null, after });
  });
  return preview;
}

/** Revokes a guide's preview link. @returns False without a valid one. */
export async function revokePreview(db: Database, { id, by, now }: EditorAction & { id: number }): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [ended] = await tx.delete(guidePreviews).where(eq(guidePreviews.postId, id)).returning();
    if (ended === undefined || ended.expiresAt <= now) return false;
    const before = { until: ended.expiresAt.toISOString() };
    await recordChange(tx, { ...auditSubject({ id, by, now }), action: "post.end-preview", before, after: null });
    return true;
  });
}

/** The guide's current draft. `isWhole`: all places in its text exist. */
export type PreviewedGuide = { guide: GuidePage; hasAllPlaces: boolean };

/** The draft for a preview key; null for an unknown or expired key. */
export async function findPreviewedGuide(
  db: Database,
  key: string,
  moment: PageContext,
): Promise<PreviewedGuide | null> {
  const [preview] = /^[0-9a-f]{32}$/.test(key)
    ? await db
        .select()
        .from(guidePreviews)
        .where(and(eq(guidePreviews.key, key), gt(guidePreviews.expiresAt, moment.now)))
    : [];
  return preview === undefined ? null : previewGuide(db, preview.postId, moment);
}

/** The draft as readers would see it. Null for a missing or deleted guide. */
export async function previewGuide(db: Database, postId: number, moment: PageContext): Promise<PreviewedGuide | null> {
  const opened = await findGuideWithDraft(db, postId);
  // A deleted guide has no preview until it is restored.
  if (opened === null || opened.post.deletedAt !== null) return null;
  const { document, post } = opened;
  const existingAuthors = await findAuthorsBySlug(db, document.authors, moment);
  const authors = existingAuthors.length === 0 ? [NO_AUTHOR] : existingAuthors;
  const [area] = await db
    .select({ slug: neighborhoods.slug, name: neighborhoods.name })
    .from(neighborhoods)
    .where(eq(neighborhoods.slug, document.neighborhood));
  const stops = listStops(placeSlugsInText(document.body), document.stops);
  const placeIds = await idsOf(
    db,
    stops.map(({ slug }) => slug),
  );
  const mentionedSince = new Map(
    (await listGuideStops(db, post.id)).map(({ placeId, mentionedAt }) => [placeId, mentionedAt]),
  );
  const listed = stops.map(({ slug, reason, hint }) => {
    const placeId = placeIds.get(slug) ?? 0;
    // Places that aren't published yet count as mentioned from now on.
    const mentionedAt = mentionedSince.has(placeId) ? (mentionedSince.get(placeId) ?? null) : moment.now;
    return { placeId, reason, hint, mentionedAt };
  });
  const text = await loadGuideText(db, { body: document.body, stops: listed }, moment);
  const category = isCategorySlug(document.category) ? document.category : "food";
  const shownAt = post.publishedAt > moment.now ? post.publishedAt : moment.now;
  const guide: GuidePage = {
    slug: post.slug,
    title: document.title === "" ? "Untitled post" : document.title,
    excerpt: document.excerpt,
    category: { slug: category, name: CATEGORY_NAMES[category] },
    neighborhood: area ?? null,
    publishedAt: shownAt.toISOString(),
    publishedLabel: formatRecentDay(shownAt, moment.now),
    readMinutes: estimateReadMinutes(countGuideWords({ body: document.body, places: stops })),
    picture: pictureOfGuide({ ...post, title: document.title, cover: document.cover }),
    isForMembers: document.access === "members",
    isEarly: false,
    authors,
    byline: formatByline(authors),
    updatedAt: shownAt.toISOString(),
    updatedLabel: null,
    keywords: document.keywords,
    ...text,
    teaser: null,
    related: [],
  };
  return { guide, hasAllPlaces: placeIds.size === new Set(stops.map(({ slug }) => slug)).size };
}

async function idsOf(db: Database, slugs: string[]): Promise<Map<string, number>> {
  if (slugs.length === 0) return new Map();
  const rows = await db.select({ id: places.id, slug: places.slug }).from(places).where(inArray(places.slug, slugs));
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}
