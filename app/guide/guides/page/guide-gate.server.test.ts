import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { TIERS } from "#app/core/entitlements/entitlements.ts";
import { findSocialCard } from "#app/guide/seo/social/social-card-queries.server.ts";
import { findFeedGuides } from "#app/guide/seo/feeds/feed-queries.server.ts";
import { buildFeed } from "#app/guide/seo/feeds/feed.ts";
import { jsonFeed } from "#app/guide/seo/feeds/json-feed.ts";
import { articleJsonLd } from "#app/guide/seo/structured/json-ld.ts";
import { loadLlmsData } from "#app/guide/seo/files/llms-queries.server.ts";
import { listSitemapUrls } from "#app/guide/seo/files/sitemap-queries.server.ts";
import { findSavedGuides } from "#app/people/members/saves/saved-item-queries.server.ts";
import { removeUnavailableSaves, saveItem } from "#app/people/members/saves/saves.server.ts";
import { parseSearch } from "#app/guide/search/page/search-request.ts";
import { search } from "#app/guide/search/page/search.server.ts";
import { suggest } from "#app/guide/search/suggest/suggest.server.ts";
import { HOUR_MS } from "#app/lib/duration.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";
import { buildGuide, buildRequestContext, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { listGuidePage } from "../list/guide-cards.server.ts";
import { listCategoryGuides, findGuidePage, listGuidesMentioning, findSimilarGuides } from "../guide-queries.server.ts";
import { listTrendingGuides } from "../list/trending.server.ts";

const SITE = "https://rowhouse.example";

describe("a members' guide", () => {
  test("shows others only its opening and a teaser", async ({ db }) => {
    const { guide } = await membersGuide(db);

    for (const viewer of [undefined, null, { tier: null }]) {
      const page = await findGuidePage(db, guide.slug, as(viewer));

      expect(page).toMatchObject({ title: guide.title, isForMembers: true, places: [] });
      expect(page?.blocks).toEqual([{ kind: "html", html: "<p>The opening.</p>\n<p>It goes on.</p>" }]);
      expect(page?.teaser).toEqual({ placeCount: 3, neighborhoods: ["Shaw", "Georgetown"] });
      expect(JSON.stringify(page)).not.toMatch(/zwiebel/i);
    }
  });

  test.for(TIERS)("is complete for a member with the plan %s", async (tier, { db }) => {
    const { guide, listed } = await membersGuide(db);

    const page = await findGuidePage(db, guide.slug, as({ tier }));

    expect(page?.teaser).toBeNull();
    expect(page?.places.map(({ place }) => place.slug)).toEqual(listed.map(({ slug }) => slug));
    expect(JSON.stringify(page?.blocks)).toContain("Zwiebelfisch");
  });

  test("is marked as not free in its structured data, without its places, also for members", async ({ db }) => {
    const { guide } = await membersGuide(db);

    for (const viewer of [null, { tier: "vip" as const }]) {
      const page = await findGuidePage(db, guide.slug, as(viewer));
      if (page === null) throw new Error("The guide is missing");
      const jsonLd = articleJsonLd(SITE, page);
      expect(jsonLd).toMatchObject({
        isAccessibleForFree: false,
        hasPart: { "@type": "WebPageElement", isAccessibleForFree: false, cssSelector: ".guide-members-text" },
      });
      expect(JSON.stringify(jsonLd)).not.toMatch(/zwiebel/i);
    }
  });

  test("appears in feeds, search, social images and sitemaps with its public part only, for everyone", async ({
    db,
  }) => {
    const { guide } = await membersGuide(db);

    for (const viewer of [null, { tier: "vip" as const }]) {
      const guides = await findFeedGuides(db, { category: null }, as(viewer));
      const feed = jsonFeed(buildFeed(SITE, { format: "json", category: null, guides }));
      expect(feed).toContain("The opening.");
      expect(feed).toContain("Members can read the whole guide on Rowhouse.");
      const others = [await loadLlmsData(db, as(viewer)), await listSitemapUrls(db, GUIDES_PART, as(viewer))];
      const card = await findSocialCard(db, { kind: "guides", slug: guide.slug, season: "spring" }, as(viewer));
      expect(card).not.toBeNull();
      expect(JSON.stringify([feed, others, card])).not.toMatch(/zwiebel/i);
      expect(await slugsFound(db, "quibbling", as(viewer))).toContain(guide.slug);
      expect(await slugsFound(db, "zwiebelfisch", as(viewer))).not.toContain(guide.slug);
      expect(await slugsFound(db, "zwiebelplatz", as(viewer))).not.toContain(guide.slug);
    }
  });

  test("is listed on the pages of its places for members only", async ({ db }) => {
    const { listed } = await membersGuide(db);
    const { id } = listed[0] ?? { id: 0 };

    expect(await listGuidesMentioning(db, id, as(null))).toEqual([]);
    expect(await listGuidesMentioning(db, id, as({ tier: null }))).toEqual([]);
    expect(await listGuidesMentioning(db, id, as({ tier: "local-explorer" }))).toHaveLength(1);
  });

  test("has a badge on its card for everyone", async ({ db }) => {
    const { guide } = await membersGuide(db);

    const { items } = await listGuidePage(db, { page: 1 }, as(null));

    expect(items.find(({ slug }) => slug === guide.slug)).toMatchObject({ isForMembers: true, isEarly: false });
  });
});

describe("an early guide", () => {
  test.for([null, { tier: null }, { tier: "local-explorer" as const }])(
    "is hidden everywhere before its publication time for %j",
    async (viewer, { db }) => {
      const { guide, place } = await earlyGuide(db);

      expect(await locationsOf(db, { guide, place }, as(viewer))).toEqual([]);
      expect(await locationsOf(db, { guide, place }, as(viewer, 48 * HOUR_MS - 1))).toEqual([]);
    },
  );

  test.for(["city-insider", "vip"] as const)(
    "is shown everywhere 48 hours earlier for %s, with a badge",
    async (tier, { db }) => {
      const { guide, place } = await earlyGuide(db);

      expect(await locationsOf(db, { guide, place }, as({ tier }))).toEqual(EVERYWHERE);
      expect(await locationsOf(db, { guide, place }, as({ tier }, -1))).toEqual([]);
      const page = await findGuidePage(db, guide.slug, as({ tier }));
      expect(page).toMatchObject({ isEarly: true, teaser: null });
    },
  );

  test("is public from its publication time on without any job, and has no badge then", async ({ db }) => {
    const { guide, place } = await earlyGuide(db);

    expect(await locationsOf(db, { guide, place }, as(null, 48 * HOUR_MS))).toEqual(EVERYWHERE);
    expect(await findGuidePage(db, guide.slug, as(null, 48 * HOUR_MS))).toMatchObject({ isEarly: false });
  });

  test("expires guests' cached lists at its publication time", async ({ db }) => {
    const { guide } = await earlyGuide(db);
    const moment = as(null);

    await listGuidePage(db, { page: 1 }, moment);

    expect(moment.page.expiresAt).toEqual(guide.publishedAt);
  });

  test("isn't in public files, even when a member requests them", async ({ db }) => {
    const { guide } = await earlyGuide(db);
    const moment = as({ tier: "vip" });

    const files = [
      await findFeedGuides(db, { category: null }, moment),
      await loadLlmsData(db, moment),
      await listSitemapUrls(db, GUIDES_PART, moment),
      await findSocialCard(db, { kind: "guides", slug: guide.slug, season: "spring" }, moment),
    ];

    expect(JSON.stringify(files)).not.toContain(guide.slug);
  });

  test("can be saved only by members who can see it", async ({ db }) => {
    const { guide } = await earlyGuide(db);
    const { id: userId } = await buildUser(db);
    const item = { kind: "posts", slug: guide.slug } as const;
    const insider = as({ tier: "city-insider" });

    expect(await saveItem(db, { userId, item, now: NOW })).toBe("no-such-item");
    expect(await saveItem(db, { userId, item, ...insider })).toBe("saved");
    await removeUnavailableSaves(db, { userId, kind: "posts", ...insider });
    expect((await findSavedGuides(db, { userId, page: 1, count: 9 }, insider)).total).toBe(1);
    expect((await findSavedGuides(db, { userId, page: 1, count: 9 }, as({ tier: null }))).total).toBe(0);
  });
});

const GUIDES_PART = { kind: "guides", number: 1 } as const;

function as(viewer: PageContext["viewer"], laterMs = 0): PageContext {
  const moment = buildRequestContext(new Date(NOW.getTime() + laterMs));
  return viewer === undefined ? moment : { ...moment, viewer };
}

/** Every text for members only contains "zwiebel". */
async function membersGuide(db: Database) {
  const listed = [
    await buildPlace(db, { name: "Zwiebelplatz", neighborhoodSlug: "shaw" }),
    await buildPlace(db, { slug: "zwiebel-two", neighborhoodSlug: "georgetown" }),
    await buildPlace(db, { slug: "zwiebel-three", neighborhoodSlug: "shaw" }),
  ];
  const lines = listed.map(({ slug }) => `::place{${slug}}`).join("\n\n");
  const guide = await buildGuide(db, {
    title: "A quibbling guide",
    access: "members",
    places: listed,
    body: `The opening.\n\nIt goes on.\n\nZwiebelfisch begins here.\n\n## Zwiebeln\n\n${lines}\n\nZwiebelfisch.`,
  });
  return { guide, listed };
}

/** Public in 48 hours; visible to City Insiders from NOW on. */
async function earlyGuide(db: Database) {
  const place = await buildPlace(db);
  const guide = await buildGuide(db, {
    slug: "early-quibblewort",
    title: "Quibblewort",
    isEarly: true,
    publishedAt: new Date(NOW.getTime() + 48 * HOUR_MS),
    places: [place],
  });
  return { guide, place };
}

const EVERYWHERE = ["page", "latest", "trending", "archive", "place", "search", "suggestions", "similar"];

/** Where a guide is shown. */
async function locationsOf(
  db: Database,
  { guide, place }: { guide: { slug: string; title: string }; place: { id: number } },
  moment: PageContext,
): Promise<string[]> {
  const { slug, title } = guide;
  const has = (cards: readonly { slug: string }[]) => cards.some((card) => card.slug === slug);
  const path = `/posts/${slug}`;
  const seen: Record<string, boolean> = {
    page: (await findGuidePage(db, slug, moment)) !== null,
    latest: has((await listGuidePage(db, { page: 1 }, moment)).items),
    trending: has((await listTrendingGuides(db, { page: 1 }, moment)).guides.items),
    archive: has((await listCategoryGuides(db, { category: "food", page: 1 }, moment)).items),
    place: has(await listGuidesMentioning(db, place.id, moment)),
    search: (await slugsFound(db, title, moment)).includes(slug),
    suggestions: (await suggest(db, { text: title, limit: 8 }, moment)).some((found) => found.path === path),
    similar: (await findSimilarGuides(db, `${slug}s`, moment)).some(({ to }) => to === path),
  };
  return Object.keys(seen).filter((where) => seen[where]);
}

async function slugsFound(db: Database, words: string, moment: PageContext): Promise<string[]> {
  const found = await search(db, parseSearch(new URLSearchParams({ q: words, verbatim: "1" })), moment);
  return found.guides.items.map(({ slug }) => slug);
}
