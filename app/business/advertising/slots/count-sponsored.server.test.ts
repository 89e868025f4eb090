import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import { campaigns, sponsoredClicks, sponsoredImpressions } from "#app/db/schema/advertising.ts";
import { placeVisitorHashes } from "#app/db/schema/analytics.ts";
import { categories } from "#app/db/schema/places.ts";
import { deleteVisitorHashes } from "#app/guide/analytics/counters/view-counter.server.ts";
import { HOUR_MS, DAY_MS } from "#app/lib/duration.ts";
import { buildRequestContext, buildNeighborhood } from "#tests/builders.ts";
import { migratedDatabase } from "#tests/fresh-database.ts";
import { test } from "#tests/test-database.ts";

import { buildRunning, fillGuestSlot, FIREFOX, campaignRow } from "../advertising-builders.ts";
import { NETWORK_IMPRESSIONS_PER_DAY_MAX, VISITOR_IMPRESSIONS_PER_DAY_MAX } from "../campaigns/campaign.ts";
import { pauseOrResume } from "../campaigns/campaigns.server.ts";
import { fillSlot, reserveSlot } from "./reserve-slot.server.ts";
import { LATER, ROBOT, later, tokenAt, reportView, reportClick } from "./sponsored-builders.ts";

describe("an impression", () => {
  test("is billed once per sent slot, after a second in view", async ({ db }) => {
    const { campaign } = await buildRunning(db);
    const token = await tokenAt(db, LATER);

    expect(await reportView(db, token, LATER)).toBe("not-billed");
    expect(await reportView(db, token, later(LATER, 999))).toBe("not-billed");
    expect(await reportView(db, token, later(LATER, 1_000))).toBe("billed");
    expect(await reportView(db, token, later(LATER, 1_500))).toBe("not-billed");

    expect(await campaignRow(db, campaign.id)).toMatchObject({
      spentCents: 1,
      daySpentCents: 1,
      spentOn: "2027-01-13",
    });
    expect(await db.select().from(sponsoredImpressions)).toMatchObject([
      { campaignId: campaign.id, day: "2027-01-13", slot: "category:food", cents: 1 },
    ]);
  });

  test("with a forged, altered, expired or foreign token isn't billed", async ({ db }) => {
    await buildRunning(db);
    const token = await tokenAt(db, LATER);
    const [payload = "", signature = ""] = token.split(".");
    const at = later(LATER, 2_000);

    for (const wrong of [
      "",
      "x",
      `${payload}.${"0".repeat(64)}`,
      `${payload}x.${signature}`,
      `.${signature}`,
      "a".repeat(5_000),
    ]) {
      expect(await reportView(db, wrong, at)).toBe("not-ours");
      expect(await reportClick(db, wrong, at)).toBe("not-ours");
    }
    expect(await reportView(db, token, at, { address: "198.51.100.1" })).toBe("not-ours");
    expect(await reportView(db, token, at, { userAgent: `${FIREFOX} x` })).toBe("not-ours");
    expect(await reportView(db, token, at, { userAgent: ROBOT })).toBe("not-ours");
    expect(await reportView(db, token, later(LATER, 3 * HOUR_MS))).toBe("not-ours");
    expect(await reportView(db, token, later(LATER, -1_000))).toBe("not-ours");
    expect(await db.$count(sponsoredImpressions)).toBe(0);
    expect(await reportView(db, token, at)).toBe("billed");
  });

  test("is limited per visitor and day, and counted again the next day", async ({ db }) => {
    await buildRunning(db);
    const tokens: string[] = [];
    for (let count = 0; count <= VISITOR_IMPRESSIONS_PER_DAY_MAX; count += 1) tokens.push(await tokenAt(db, LATER));

    const outcomes: string[] = [];
    for (const token of tokens) outcomes.push(await reportView(db, token, later(LATER, 2_000)));

    expect(outcomes.filter((outcome) => outcome === "billed")).toHaveLength(VISITOR_IMPRESSIONS_PER_DAY_MAX);
    expect(outcomes.at(-1)).toBe("not-billed");
    expect(await fillGuestSlot(db, { now: later(LATER, 3_000) })).toBeNull();
    expect(await fillGuestSlot(db, { now: later(LATER, 3_000), address: "198.51.100.9" })).not.toBeNull();
    expect(await fillGuestSlot(db, { now: later(LATER, DAY_MS) })).not.toBeNull();
  });

  test("is limited per network and day, whatever browsers it claims to have", async ({ db }) => {
    const { campaign } = await buildRunning(db, {
      input: { budget: { per: "day", cents: 1_000 }, totalCents: 10_000 },
    });
    const outcomes: string[] = [];
    for (let count = 0; count < NETWORK_IMPRESSIONS_PER_DAY_MAX + 5; count += 1) {
      const userAgent = FIREFOX.replaceAll("140.0", `140.${count}`);
      const request = { slot: "category:food", viewer: null, address: "203.0.113.7", userAgent, now: LATER } as const;
      const filled = await fillSlot(db, request);
      outcomes.push(await reportView(db, filled?.token ?? "", later(LATER, 2_000), { userAgent }));
    }

    expect(outcomes.filter((outcome) => outcome === "billed")).toHaveLength(NETWORK_IMPRESSIONS_PER_DAY_MAX);
    expect((await campaignRow(db, campaign.id)).spentCents).toBe(NETWORK_IMPRESSIONS_PER_DAY_MAX);
    // It isn't shown there any more either.
    expect(outcomes.slice(NETWORK_IMPRESSIONS_PER_DAY_MAX)).toEqual(Array.from({ length: 5 }, () => "not-ours"));
    expect(await fillGuestSlot(db, { now: later(LATER, 3_000), address: "198.51.100.9" })).not.toBeNull();
  });

  test("that isn't billed counts toward the visitor's daily limit too", async ({ db }) => {
    const { campaign } = await buildRunning(db);
    const tokens: string[] = [];
    for (let count = 0; count < VISITOR_IMPRESSIONS_PER_DAY_MAX; count += 1) tokens.push(await tokenAt(db, LATER));
    const spend = (daySpentCents: number) =>
      db
        .update(campaigns)
        .set({ spentCents: daySpentCents, daySpentCents, spentOn: "2027-01-13" })
        .where(eq(campaigns.id, campaign.id));
    await spend(100);

    for (const token of tokens) expect(await reportView(db, token, later(LATER, 2_000))).toBe("not-billed");

    await spend(0);
    expect(await db.$count(sponsoredImpressions)).toBe(0);
    expect(await fillGuestSlot(db, { now: later(LATER, 3_000) })).toBeNull();
    expect(await fillGuestSlot(db, { now: later(LATER, 3_000), address: "198.51.100.9" })).not.toBeNull();
  });

  test("leaves no data if it isn't billed, and no visitor data after midnight", async ({ db }) => {
    const { campaign, place, ownerId: userId } = await buildRunning(db);
    const [first, second] = [await tokenAt(db, LATER), await tokenAt(db, LATER)];
    await reportView(db, first, later(LATER, 2_000));
    const marks = await db.$count(placeVisitorHashes);
    await pauseOrResume(db, { id: campaign.id, placeId: place.id, userId, action: "pause", now: LATER });

    expect(await reportView(db, second, later(LATER, 2_000))).toBe("not-billed");

    expect([await db.$count(sponsoredImpressions), await db.$count(placeVisitorHashes)]).toEqual([1, marks]);
    await deleteVisitorHashes(db, later(LATER, DAY_MS));
    expect(await db.$count(placeVisitorHashes)).toBe(0);
  });

  test("stops at the pace, and at the exact budget, which ends the campaign", async ({ db }) => {
    const { campaign } = await buildRunning(db, {
      input: { endsOn: "2027-01-13", budget: { per: "day", cents: 1_000 }, totalCents: 1_000 },
    });
    await db
      .update(campaigns)
      .set({ spentCents: 995, daySpentCents: 995, spentOn: "2027-01-13" })
      .where(eq(campaigns.id, campaign.id));
    const evening = new Date("2027-01-14T04:59:50Z");
    expect(await fillGuestSlot(db, { now: LATER })).toBeNull();
    const tokens: string[] = [];
    for (let count = 0; count < 8; count += 1) tokens.push(await tokenAt(db, evening, `198.51.100.${count}`));

    const outcomes: string[] = [];
    for (const [count, token] of tokens.entries())
      outcomes.push(await reportView(db, token, later(evening, 9_500), { address: `198.51.100.${count}` }));

    expect(outcomes.filter((outcome) => outcome === "billed")).toHaveLength(5);
    expect(await campaignRow(db, campaign.id)).toMatchObject({ state: "ended", endReason: "spent", spentCents: 1_000 });
    expect(await reserveSlot(db, "category:food", { ...buildRequestContext(evening), viewer: null })).toBeNull();
  });
});

test("concurrent instances never spend more than the budget", async () => {
  const [one, other] = await migratedDatabase();
  const { db } = one;
  const labels = { name: "Food", shortName: "Food", headline: "Food", description: "Food." };
  await db
    .insert(categories)
    .values({ slug: "food", ...labels, position: 0 })
    .onConflictDoNothing();
  await buildNeighborhood(db, { slug: "shaw" });
  const { campaign } = await buildRunning(db, {
    input: { endsOn: "2027-01-13", budget: { per: "day", cents: 1_000 }, totalCents: 1_000 },
  });
  const { id } = campaign;
  const spent = { spentCents: 990, daySpentCents: 990, spentOn: "2027-01-13" };
  await db.update(campaigns).set(spent).where(eq(campaigns.id, id));
  const evening = new Date("2027-01-14T04:59:50Z");
  const tokens: { address: string; token: string }[] = [];
  for (let count = 0; count < 30; count += 1) {
    const address = `198.51.100.${count}`;
    tokens.push({ address, token: await tokenAt(db, evening, address) });
  }

  const outcomes = await Promise.all(
    tokens.map(({ address, token }, count) =>
      reportView(count % 2 === 0 ? db : other.db, token, later(evening, 9_500), { address }),
    ),
  );

  expect(outcomes.filter((outcome) => outcome === "billed")).toHaveLength(10);
  expect(await campaignRow(db, id)).toMatchObject({ state: "ended", spentCents: 1_000 });
  expect(await db.$count(sponsoredImpressions)).toBe(10);
});

test("a click counts once per sent slot and is free", async ({ db }) => {
  const { campaign } = await buildRunning(db);
  const token = await tokenAt(db, LATER);

  expect(await reportClick(db, token, later(LATER, 300))).toBe("counted");
  expect(await reportClick(db, token, later(LATER, 400))).toBe("not-counted");
  expect(await reportClick(db, token, later(LATER, 400), { address: "198.51.100.1" })).toBe("not-ours");

  expect(await db.$count(sponsoredClicks)).toBe(1);
  expect((await campaignRow(db, campaign.id)).spentCents).toBe(0);
});
