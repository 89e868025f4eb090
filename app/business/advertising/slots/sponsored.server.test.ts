import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";

import { campaigns, sponsoredClicks, sponsoredImpressions } from "#app/db/schema/advertising.ts";
import { dailyViews } from "#app/db/schema/analytics.ts";
import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { placeSearch } from "#app/db/schema/search.ts";
import { loadCategoryHub } from "#app/guide/categories/category-hub-queries.server.ts";
import { findNeighborhoodPage } from "#app/guide/neighborhoods/neighborhood-queries.server.ts";
import { NO_HUB_FILTERS } from "#app/guide/categories/category-hub.ts";
import { refreshSearchIndex } from "#app/guide/search/candidates/search-index.server.ts";
import { TIERS } from "#app/core/entitlements/entitlements.ts";
import { search } from "#app/guide/search/page/search.server.ts";
import { parseSearch } from "#app/guide/search/page/search-request.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import type { Viewer } from "#app/platform/viewer.ts";
import { buildRequestContext, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import {
  CAMPAIGN_INPUT,
  buildRunning,
  buildOwnedPlace,
  buildWaiting,
  fillGuestSlot,
  FIREFOX,
  campaignRow,
} from "../advertising-builders.ts";
import { loadReport } from "../campaigns/load-campaign-report.server.ts";
import { formatReportCsv } from "../campaigns/campaign-report.ts";
import { pauseOrResume } from "../campaigns/campaigns.server.ts";
import { fillSlot, reserveSlot } from "./reserve-slot.server.ts";
import { LATER, ROBOT, later, tokenAt, reportView, reportClick } from "./sponsored-builders.ts";

describe("a sponsored slot", () => {
  test("is reserved on the campaign's pages and days only", async ({ db }) => {
    const { campaign, place, ownerId: userId } = await buildRunning(db);
    const reserved = (slot: Parameters<typeof reserveSlot>[1], now = NOW) =>
      reserveSlot(db, slot, { ...buildRequestContext(now), viewer: null });

    expect(await reserved("category:food")).toBe("category:food");
    expect(await reserved("neighborhood:shaw")).toBe("neighborhood:shaw");
    expect(await reserved("category:health")).toBeNull();
    expect(await reserved("search:food")).toBeNull();
    expect(await reserved("category:food", new Date(NOW.getTime() + 10 * DAY_MS))).toBeNull();
    await pauseOrResume(db, { id: campaign.id, placeId: place.id, userId, action: "pause", now: NOW });
    expect(await reserved("category:food")).toBeNull();
  });

  test("appears and disappears at midnight of its first and last day", async ({ db }) => {
    await buildRunning(db, { input: { startsOn: "2027-01-15", endsOn: "2027-01-24" } });
    const before = { ...buildRequestContext(NOW), viewer: null };
    const during = { ...buildRequestContext(new Date(NOW.getTime() + 3 * DAY_MS)), viewer: null };

    expect(await reserveSlot(db, "category:food", before)).toBeNull();
    expect(before.page.expiresAt).toEqual(new Date("2027-01-15T05:00:00Z"));
    expect([...before.page.tags]).toEqual(["sponsored:category:food"]);
    expect(await reserveSlot(db, "category:food", during)).toBe("category:food");
    expect(during.page.expiresAt).toEqual(new Date("2027-01-25T05:00:00Z"));
  });

  test.for(TIERS)("is neither reserved nor filled for %s members", async (tier, { db }) => {
    await buildRunning(db);
    const viewer = viewerOf((await buildUser(db)).id, tier);
    const request = { slot: "category:food", address: "203.0.113.7", userAgent: FIREFOX, now: LATER } as const;

    expect(await reserveSlot(db, "category:food", { ...buildRequestContext(LATER), viewer })).toBeNull();
    expect(await fillSlot(db, { ...request, viewer })).toBeNull();
    expect(await fillSlot(db, { ...request, viewer: { ...viewer, tier: null } })).not.toBeNull();
  });

  test("isn't filled with the viewer's own place, or for robots", async ({ db }) => {
    const { ownerId, place } = await buildRunning(db);
    const request = { slot: "category:food", address: "203.0.113.7", userAgent: FIREFOX, now: LATER } as const;

    expect(await fillSlot(db, { ...request, viewer: viewerOf(ownerId, null) })).toBeNull();
    expect(await fillSlot(db, { ...request, viewer: null, userAgent: ROBOT })).toBeNull();
    expect(await fillSlot(db, { ...request, viewer: null, userAgent: "" })).toBeNull();
    expect(await fillSlot(db, { ...request, viewer: null })).toMatchObject({
      ad: { slug: place.slug, ...adText(CAMPAIGN_INPUT) },
    });
  });

  test("isn't filled with an unapproved campaign or a removed place", async ({ db }) => {
    await buildWaiting(db);
    expect(await fillGuestSlot(db, { now: LATER })).toBeNull();
    const { place } = await buildRunning(db);
    await db.update(places).set({ status: "removed" }).where(eq(places.id, place.id));

    expect(await fillGuestSlot(db, { now: LATER })).toBeNull();
  });

  test("isn't filled or billed for a temporarily closed place until it reopens", async ({ db }) => {
    const { campaign, place } = await buildRunning(db);
    const token = await tokenAt(db, LATER);
    await db.update(places).set({ closure: "temporary", closedOn: "2027-01-13" }).where(eq(places.id, place.id));

    expect(await fillGuestSlot(db, { now: LATER })).toBeNull();
    // This slot was sent just before.
    expect(await reportView(db, token, later(LATER, 2_000))).toBe("not-billed");
    expect(await campaignRow(db, campaign.id)).toMatchObject({ state: "running", spentCents: 0 });
    await db.update(places).set({ closure: null, closedOn: null }).where(eq(places.id, place.id));
    expect(await fillGuestSlot(db, { now: LATER })).toMatchObject({ ad: { slug: place.slug } });
  });

  test("is filled with the campaign furthest behind", async ({ db }) => {
    const [ahead, late] = [await buildRunning(db), await buildRunning(db)];
    await db
      .update(campaigns)
      .set({ spentCents: 20, daySpentCents: 20, spentOn: "2027-01-13" })
      .where(eq(campaigns.id, ahead.campaign.id));

    expect((await fillGuestSlot(db, { now: LATER }))?.ad.slug).toBe(late.place.slug);
  });
});

test("the report matches the log and the campaign, by day and by page", async ({ db }) => {
  const { campaign } = await buildRunning(db);
  for (const [day, visitors] of [3, 0, 5].entries()) {
    for (let count = 0; count < visitors; count += 1) {
      const address = `198.51.${day}.${count}`;
      const slot = count % 2 === 0 ? "category:food" : "neighborhood:shaw";
      const now = later(LATER, day * DAY_MS);
      const token = (await fillGuestSlot(db, { address, now, slot }))?.token ?? "";
      expect(await reportView(db, token, later(now, 2_000), { address })).toBe("billed");
      if (count === 0) await reportClick(db, token, later(now, 3_000), { address });
    }
  }

  const row = await campaignRow(db, campaign.id);
  const report = await loadReport(db, { campaign: row, today: "2027-01-16" });

  expect(report.days.map(({ day, impressions, clicks, cents }) => [day, impressions, clicks, cents])).toEqual([
    ["2027-01-13", 3, 1, 3],
    ["2027-01-14", 0, 0, 0],
    ["2027-01-15", 5, 1, 5],
    ["2027-01-16", 0, 0, 0],
  ]);
  expect(report.bySlot).toEqual([
    { slot: "category:food", impressions: 5, clicks: 2 },
    { slot: "neighborhood:shaw", impressions: 3, clicks: 0 },
  ]);
  expect([report.cents, report.impressions]).toEqual([row.spentCents, await db.$count(sponsoredImpressions)]);
  expect(report.clicks).toBe(await db.$count(sponsoredClicks));
  expect(formatReportCsv(report.days).split("\r\n").slice(0, 2)).toEqual([
    "day,impressions,clicks,spend_usd",
    "2027-01-13,3,1,0.03",
  ]);
});

test("running campaigns change no search results", async ({ db }) => {
  const first = await buildOwnedPlace(db);
  const second = await buildOwnedPlace(db);
  for (const { place } of [first, second]) {
    await db
      .update(places)
      .set({ name: sql`'Zorble ' || ${places.id}` })
      .where(eq(places.id, place.id));
  }
  const searchSlugs = async () => {
    const request = parseSearch(new URLSearchParams({ q: "zorble" }));
    return (await search(db, request, buildRequestContext(LATER))).places.items.map(({ slug }) => slug);
  };
  const before = await searchSlugs();
  expect(before).toHaveLength(2);

  const last = [first, second].find(({ place }) => place.slug === before[1]) ?? second;
  await buildRunning(db, { of: last, input: { slots: ["search:food", "category:food"] } });

  expect(await reserveSlot(db, "search:food", { ...buildRequestContext(LATER), viewer: null })).toBe("search:food");
  expect(await searchSlugs()).toEqual(before);
});

test("clicks on ads don't count for the ranking in searches, hubs and neighborhoods", async ({ db }) => {
  const [first, second] = [await buildOwnedPlace(db), await buildOwnedPlace(db)];
  for (const { place } of [first, second]) {
    await db
      .update(places)
      .set({ name: sql`'Zorble ' || ${places.id}` })
      .where(eq(places.id, place.id));
  }
  const before = await listOrders(db, LATER);
  expect(before.search).toHaveLength(2);
  const last = [first, second].find(({ place }) => place.slug === before.search[1]) ?? second;
  await buildRunning(db, { of: last });
  const clicks = 12;
  for (let count = 0; count < clicks; count += 1) {
    const address = `198.51.100.${count}`;
    const token = await tokenAt(db, LATER, address);
    expect(await reportView(db, token, later(LATER, 2_000), { address })).toBe("billed");
    expect(await reportClick(db, token, later(LATER, 3_000), { address })).toBe("counted");
  }
  const day = { day: "2027-01-13", subject: "place", key: last.place.slug, visitors: clicks } as const;
  const tomorrow = later(LATER, DAY_MS);
  await db.insert(dailyViews).values({ ...day, views: clicks });

  await refreshSearchIndex(db, tomorrow);
  expect(await countedViews(db, last.place.id)).toEqual([{ views: 0 }]);
  expect(await listOrders(db, tomorrow)).toEqual(before);
  // Organic views count as usual.
  await db
    .update(dailyViews)
    .set({ views: clicks + 30 })
    .where(eq(dailyViews.key, last.place.slug));
  await refreshSearchIndex(db, tomorrow);
  expect(await countedViews(db, last.place.id)).toEqual([{ views: 30 }]);
  expect((await listOrders(db, tomorrow)).search).toEqual(before.search.toReversed());
});

/** The order of places in the lists that can't be bought. */
async function listOrders(db: Database, now: Date) {
  const request = parseSearch(new URLSearchParams({ q: "zorble" }));
  const hub = await loadCategoryHub(
    db,
    { category: "food", filters: NO_HUB_FILTERS, guides: [] },
    buildRequestContext(now),
  );
  const area = await findNeighborhoodPage(db, { slug: "shaw" }, buildRequestContext(now));
  const slugs = (items: { slug: string }[] = []) => items.map(({ slug }) => slug);
  return {
    search: slugs((await search(db, request, buildRequestContext(now))).places.items),
    hub: slugs(hub.places.items),
    neighborhood: slugs(area?.places.items),
  };
}

function countedViews(db: Database, placeId: number) {
  return db.select({ views: placeSearch.views }).from(placeSearch).where(eq(placeSearch.placeId, placeId));
}

function adText({ headline, body }: { headline: string; body: string }) {
  return { headline, body };
}

function viewerOf(id: string, tier: Viewer["tier"]): Viewer {
  const session = { id: crypto.randomUUID(), expiresAt: NOW };
  return { id, name: "Mia", email: null, role: "member", tier, pictureUrl: null, session };
}
