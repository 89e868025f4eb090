import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { listEntries, lists, savedGuides, savedPlaces } from "#app/db/schema/members.ts";
import { listCategoryGuides, findGuidePage, listGuidesMentioning } from "#app/guide/guides/guide-queries.server.ts";
import { deleteGuide, restoreGuide } from "#app/guide/guides/write/delete-guide.server.ts";
import { mapPins } from "#app/guide/map/page/map-queries.server.ts";
import {
  findUnavailableSaves,
  findSavedGuides,
  findSavedPlaces,
} from "#app/people/members/saves/saved-item-queries.server.ts";
import { findOwnList } from "#app/people/members/lists/list-queries.server.ts";
import { deletePlace, restorePlace } from "#app/guide/places/facts/delete-place.server.ts";
import { parseSearch } from "#app/guide/search/page/search-request.ts";
import { search } from "#app/guide/search/page/search.server.ts";
import { suggest } from "#app/guide/search/suggest/suggest.server.ts";
import { findFeedGuides } from "#app/guide/seo/feeds/feed-queries.server.ts";
import { guideHtml } from "#app/guide/seo/feeds/feed.ts";
import { loadLlmsData } from "#app/guide/seo/files/llms-queries.server.ts";
import { listSitemapUrls } from "#app/guide/seo/files/sitemap-queries.server.ts";
import { buildGuide, buildRequestContext, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

const QUERY = parseSearch(new URLSearchParams("q=quillon"));

test("a deleted place disappears from lists, feeds, map, search and sitemap, and returns to all when restored", async ({
  db,
}) => {
  const place = await buildPlace(db, { name: "Quillon House", slug: "quillon-house", lat: 38.9125, lng: -77.0225 });
  const guide = await buildGuide(db, { title: "Walks by houses", places: [place] });
  const { userId, listId } = await buildMemberWithSaves(db, { placeId: place.id, postId: guide.id });
  const shown = async () =>
    surfacesWith("quillon-house", {
      sitemap: await listSitemapUrls(db, { kind: "places", number: 1 }, buildRequestContext()),
      feed: (await findFeedGuides(db, { category: null }, buildRequestContext())).map((each) =>
        guideHtml("http://here", each),
      ),
      guide: await findGuidePage(db, guide.slug, buildRequestContext()),
      saved: await findSavedPlaces(db, { userId, page: 1, count: 20 }, buildRequestContext()),
      list: await findOwnList(db, { userId, listId }, buildRequestContext()),
      map: await mapPins(db, { category: null, bounds: null }, buildRequestContext()),
      suggestions: await suggest(db, { text: "quillon", limit: 8 }, buildRequestContext()),
      search: await search(db, QUERY, buildRequestContext()),
    });
  const before = await shown();
  const by = { placeId: place.id, ...(await editor(db)) };
  await deletePlace(db, by);
  const during = await shown();
  const gone = await findUnavailableSaves(db, { userId, kind: "places", now: NOW });
  await restorePlace(db, by);

  expect(before).toEqual(["sitemap", "feed", "guide", "saved", "list", "map", "suggestions", "search"]);
  expect(during).toEqual([]);
  // A member who saved it sees that it is no longer listed.
  expect(gone).toMatchObject({ total: 1, items: [{ name: "Quillon House" }] });
  expect(await shown()).toEqual(before);
});

test("a deleted guide disappears from lists, feeds, search and sitemap, and returns to all when restored", async ({
  db,
}) => {
  const place = await buildPlace(db);
  const guide = await buildGuide(db, { title: "Quillon by night", slug: "quillon-by-night", places: [place] });
  const { userId } = await buildMemberWithSaves(db, { placeId: place.id, postId: guide.id });
  const shown = async () =>
    surfacesWith("quillon-by-night", {
      sitemap: await listSitemapUrls(db, { kind: "guides", number: 1 }, buildRequestContext()),
      feed: await findFeedGuides(db, { category: null }, buildRequestContext()),
      page: await findGuidePage(db, guide.slug, buildRequestContext()),
      archive: await listCategoryGuides(db, { category: guide.categorySlug, page: 1 }, buildRequestContext()),
      place: await listGuidesMentioning(db, place.id, buildRequestContext()),
      llms: await loadLlmsData(db, buildRequestContext()),
      saved: await findSavedGuides(db, { userId, page: 1, count: 20 }, buildRequestContext()),
      suggestions: await suggest(db, { text: "quillon", limit: 8 }, buildRequestContext()),
      search: await search(db, QUERY, buildRequestContext()),
    });
  const before = await shown();
  const by = { postId: guide.id, ...(await editor(db)) };
  await deleteGuide(db, by);
  const during = await shown();
  await restoreGuide(db, by);

  expect(before).toEqual(["sitemap", "feed", "page", "archive", "place", "llms", "saved", "suggestions", "search"]);
  expect(during).toEqual([]);
  expect(await shown()).toEqual(before);
});

/** The names of the surfaces that contain the slug. */
function surfacesWith(slug: string, surfaces: Record<string, unknown>): string[] {
  return Object.entries(surfaces).flatMap(([name, shown]) =>
    JSON.stringify(shown ?? null).includes(slug) ? [name] : [],
  );
}

/** A member who has saved both and listed the place. */
async function buildMemberWithSaves(db: Database, { placeId, postId }: { placeId: number; postId: number }) {
  const { id: userId } = await buildUser(db);
  await db.insert(savedPlaces).values({ userId, placeId, savedAt: NOW });
  await db.insert(savedGuides).values({ userId, postId, savedAt: NOW });
  const [list] = await db
    .insert(lists)
    .values({ ownerId: userId, name: "Mine", visibility: "private", createdAt: NOW, updatedAt: NOW })
    .returning();
  await db.insert(listEntries).values({ listId: list?.id ?? "", placeId, position: 0, addedAt: NOW });
  return { userId, listId: list?.id ?? "" };
}

async function editor(db: Database) {
  const { id } = await buildUser(db, { role: "admin" });
  return { actor: { kind: "staff", id } as const, now: NOW };
}
