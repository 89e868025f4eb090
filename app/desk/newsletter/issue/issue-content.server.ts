import { and, asc, desc, eq, ilike, notInArray, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { newsletterItems } from "#app/db/schema/newsletter.ts";
import { places } from "#app/db/schema/places.ts";
import { pictureOfGuide } from "#app/guide/guides/guide-picture.ts";
import { publicOpening } from "#app/guide/guides/page/guide-body.ts";
import { isGuideVisible } from "#app/guide/guides/list/guide-cards.server.ts";
import { CATEGORY_NAMES } from "#app/guide/places/facts/categories.ts";
import { socialImagePath } from "#app/guide/seo/social/social-image-path.ts";
import { excerpt } from "#app/lib/excerpt.ts";
import { formatDay } from "#app/lib/format-time.ts";

import { stripMarkdown } from "./issue-markdown.ts";
import type { IssueEntry } from "./issue.ts";

/** The beginning of a guide: about two paragraphs. */
const OPENING_CHARACTERS_MAX = 420;
const SUMMARY_CHARACTERS_MAX = 400;

/** Guides and places offered to add, of each kind. */
const OFFERED_MAX = 5;

/** An item of an issue, for editors. */
export type EditableIssueItem = {
  id: number;
  note: string;
  entry: IssueEntry;
  /** Why it would be left out; null if it is included. */
  problem: string | null;
};

/** An issue's items in order, as they would be mailed now. */
export async function listEditableItems(db: Database, issueId: string, now: Date): Promise<EditableIssueItem[]> {
  const rows = await db
    .select({
      item: newsletterItems,
      guide: posts,
      place: places,
      neighborhood: neighborhoods.name,
    })
    .from(newsletterItems)
    .leftJoin(posts, eq(posts.id, newsletterItems.guideId))
    .leftJoin(places, eq(places.id, newsletterItems.placeId))
    .leftJoin(
      neighborhoods,
      eq(neighborhoods.slug, sql`coalesce(${posts.neighborhoodSlug}, ${places.neighborhoodSlug})`),
    )
    .where(eq(newsletterItems.issueId, issueId))
    .orderBy(asc(newsletterItems.position), asc(newsletterItems.id));
  return rows.flatMap(({ item, guide, place, neighborhood }) => {
    const { id, note } = item;
    if (guide !== null) {
      return [{ id, note, entry: guideEntry(guide, { note, neighborhood }), problem: guideTrouble(guide, now) }];
    }
    if (place !== null) {
      return [{ id, note, entry: placeEntry(place, { note, neighborhood }), problem: placeTrouble(place) }];
    }
    return [];
  });
}

function guideTrouble({ status, publishedAt }: typeof posts.$inferSelect, now: Date): string | null {
  if (status !== "published") return "It isn’t published.";
  return publishedAt > now ? "It isn’t published yet." : null;
}

function placeTrouble({ status, closure }: typeof places.$inferSelect): string | null {
  if (status !== "published") return "It’s no longer listed.";
  return closure === null || closure === "reported" || closure === "unconfirmed" ? null : "It’s marked as closed.";
}

type EntryContext = { note: string; neighborhood: string | null };

function guideEntry(guide: typeof posts.$inferSelect, { note, neighborhood }: EntryContext): IssueEntry {
  const opening = excerpt(stripMarkdown(publicOpening(guide.body)), OPENING_CHARACTERS_MAX);
  return {
    kind: "guide",
    title: guide.title,
    path: `/posts/${guide.slug}`,
    meta: joinParts([CATEGORY_NAMES[guide.categorySlug], neighborhood, `${guide.readMinutes} min read`]),
    summary: excerpt(guide.excerpt, SUMMARY_CHARACTERS_MAX),
    opening: opening === "" ? null : opening,
    isForMembers: guide.access === "members",
    note,
    // Without the title, which stands below it.
    image: { path: socialImagePath("guide-pictures", guide.slug), alt: pictureOfGuide(guide).alt },
  };
}

function placeEntry(place: typeof places.$inferSelect, { note, neighborhood }: EntryContext): IssueEntry {
  return {
    kind: "place",
    title: place.name,
    path: `/places/${place.slug}`,
    meta: joinParts([place.type, neighborhood, place.priceRange]),
    summary: place.summary === "" ? excerpt(place.description, SUMMARY_CHARACTERS_MAX) : `${place.summary}.`,
    opening: null,
    isForMembers: false,
    note,
    image: { path: socialImagePath("places", place.slug), alt: `Drawing of ${place.name}` },
  };
}

function joinParts(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== "").join(", ");
}

/** A guide or place that can be added to an issue. */
export type ItemSuggestion = { kind: "guide" | "place"; id: number; title: string; meta: string };

/**
 * Published guides and places that aren't in the issue yet, newest first, filtered by name if `asked` isn't empty. Served
 * by posts_by_date and the places' primary key; only editors use it.
 */
export async function suggestItems(
  db: Database,
  { issueId, searchText, now }: { issueId: string; searchText: string; now: Date },
): Promise<ItemSuggestion[]> {
  const pattern = `%${searchText.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const matchesName = (column: Parameters<typeof ilike>[0]): SQL | undefined =>
    searchText === "" ? undefined : ilike(column, pattern);
  const picked = await db
    .select({ guideId: newsletterItems.guideId, placeId: newsletterItems.placeId })
    .from(newsletterItems)
    .where(eq(newsletterItems.issueId, issueId));
  const guides = await db
    .select({ id: posts.id, title: posts.title, at: posts.publishedAt, category: posts.categorySlug })
    .from(posts)
    .where(
      and(
        isGuideVisible({ now }),
        matchesName(posts.title),
        notInArray(
          posts.id,
          picked.flatMap(({ guideId }) => guideId ?? []),
        ),
      ),
    )
    .orderBy(desc(posts.publishedAt), desc(posts.id))
    .limit(OFFERED_MAX);
  const listed = await db
    .select({ id: places.id, title: places.name, type: places.type, at: places.createdAt })
    .from(places)
    .where(
      and(
        eq(places.status, "published"),
        matchesName(places.name),
        notInArray(
          places.id,
          picked.flatMap(({ placeId }) => placeId ?? []),
        ),
      ),
    )
    .orderBy(desc(places.createdAt), desc(places.id))
    .limit(OFFERED_MAX);
  return [
    ...guides.map(({ id, title, at, category }) => ({
      kind: "guide" as const,
      id,
      title,
      meta: `${CATEGORY_NAMES[category]}, published ${formatDay(at)}`,
    })),
    ...listed.map(({ id, title, type, at }) => ({
      kind: "place" as const,
      id,
      title,
      meta: `${type}, added ${formatDay(at)}`,
    })),
  ];
}
