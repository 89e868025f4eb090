import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { pickDismissals } from "#app/db/schema/members.ts";
import { places } from "#app/db/schema/places.ts";
import { buildRequestContext, buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { queryRows } from "#tests/query-rows.ts";
import { test } from "#tests/test-database.ts";

import { addEntry, createList } from "../lists/lists.server.ts";
import { PICKS_MAX } from "./pick.ts";
import { dismissPick, pickCandidatesSql, findPicks, undoPickDismissal } from "./picks.server.ts";
import { saveItem } from "../saves/saves.server.ts";

/** A type that no place in the seed data has. */
const type = "Lantern Maker";

describe("a pick", () => {
  test("has the type of a saved place, and the reason", async ({ db }) => {
    const user = await buildUser(db);
    const saved = await buildPlace(db, { type, lat: 38.9125, lng: -77.0225 });
    const similar = await buildPlace(db, { type, lat: 38.9135, lng: -77.0225 });
    await buildPlace(db, { type: "Something else" });
    await savePlace(db, user.id, saved.slug);

    const picks = await findPicks(db, user.id, buildRequestContext());

    expect(picks.map(({ place, reason }) => [place.slug, reason])).toEqual([
      [similar.slug, { slug: saved.slug, name: saved.name, how: "saved", stars: null, walkMinutes: 2 }],
    ]);
  });

  test("can come from a good review, but not from a poor one", async ({ db }) => {
    const [user, other] = [await buildUser(db), await buildUser(db)];
    const praised = await buildPlace(db, { type });
    const panned = await buildPlace(db, { type: "Kite Maker" });
    const similar = await buildPlace(db, { type });
    await buildPlace(db, { type: "Kite Maker" });
    await buildReview(db, { placeId: praised.id, author: user, stars: 5 });
    await buildReview(db, { placeId: panned.id, author: user, stars: 3 });

    const picks = await findPicks(db, user.id, buildRequestContext());

    expect(picks.map(({ place }) => place.slug)).toEqual([similar.slug]);
    expect(picks[0]?.reason).toMatchObject({ slug: praised.slug, how: "reviewed", stars: 5 });
    expect(await findPicks(db, other.id, buildRequestContext())).toEqual([]);
  });

  test("isn't already saved, listed, reviewed or dismissed by the member", async ({ db }) => {
    const [user, other] = [await buildUser(db), await buildUser(db)];
    const [liked, saved, listed, reviewed, dismissed, left] = await lanternMakers(db, 6);
    await savePlace(db, user.id, liked.slug);
    await savePlace(db, user.id, saved.slug);
    const made = await createList(db, { userId: user.id, name: "Lanterns", note: "", now: NOW });
    if (made === "lists-full") throw new Error("No room for a list");
    await addEntry(db, { userId: user.id, ...made, slug: listed.slug, now: NOW });
    await buildReview(db, { placeId: reviewed.id, author: user, stars: 1 });
    await dismissPick(db, { userId: user.id, slug: dismissed.slug, now: NOW });
    await dismissPick(db, { userId: other.id, slug: left.slug, now: NOW });

    expect(await pickedSlugs(db, user.id)).toEqual([left.slug]);
  });

  test.for(["closed", "removed"] as const)(
    "and its reason are published places, not %s ones",
    async (status, { db }) => {
      const user = await buildUser(db);
      const [liked, unavailable, left] = await lanternMakers(db, 3);
      await savePlace(db, user.id, liked.slug);
      await db.update(places).set({ status }).where(eq(places.id, unavailable.id));

      expect(await pickedSlugs(db, user.id)).toEqual([left.slug]);
      await db.update(places).set({ status }).where(eq(places.id, liked.id));
      expect(await pickedSlugs(db, user.id)).toEqual([]);
    },
  );

  test.for(["reported", "temporary"] as const)("isn't a place with a %s closure", async (closure, { db }) => {
    const user = await buildUser(db);
    const [liked, shut, left] = await lanternMakers(db, 3);
    await savePlace(db, user.id, liked.slug);
    await db.update(places).set({ closure, closedOn: "2027-01-10" }).where(eq(places.id, shut.id));

    expect(await pickedSlugs(db, user.id)).toEqual([left.slug]);
  });

  test("can be in adjacent and other neighborhoods, and there are at most as many as shown", async ({ db }) => {
    const user = await buildUser(db);
    const [liked] = await lanternMakers(db, 1);
    const nextDoor = await buildPlace(db, { type, neighborhoodSlug: "u-street" });
    const away = await buildPlace(db, { type, neighborhoodSlug: "anacostia" });
    await savePlace(db, user.id, liked.slug);

    expect((await pickedSlugs(db, user.id)).toSorted()).toEqual([nextDoor.slug, away.slug].toSorted());
    await lanternMakers(db, 30);
    expect((await pickedSlugs(db, user.id)).length).toBe(PICKS_MAX);
  });
});

describe("a dismissal", () => {
  test("is idempotent and lasts until it is undone", async ({ db }) => {
    const user = await buildUser(db);
    const [liked, similar] = await lanternMakers(db, 2);
    await savePlace(db, user.id, liked.slug);
    const choice = { userId: user.id, slug: similar.slug, now: NOW };

    for (const _ of [1, 2]) expect(await dismissPick(db, choice)).toBe("dismissed");
    expect(await db.$count(pickDismissals)).toBe(1);
    expect(await pickedSlugs(db, user.id)).toEqual([]);

    expect(await undoPickDismissal(db, choice)).toBe("restored");
    expect(await pickedSlugs(db, user.id)).toEqual([similar.slug]);
  });

  test("is rejected for an unknown place", async ({ db }) => {
    const user = await buildUser(db);
    const choice = { userId: user.id, slug: "no-such-place", now: NOW };

    expect([await dismissPick(db, choice), await undoPickDismissal(db, choice)]).toEqual([
      "no-such-place",
      "no-such-place",
    ]);
    expect(await db.$count(pickDismissals)).toBe(0);
  });

  test("over the limit deletes the oldest", async ({ db }) => {
    const user = await buildUser(db);
    const three = await lanternMakers(db, 3);
    for (const [index, { slug }] of three.entries()) {
      const now = new Date(NOW.getTime() + index * 1_000);
      await dismissPick(db, { userId: user.id, slug, now, dismissalsMax: 2 });
    }

    const remaining = await db.select({ placeId: pickDismissals.placeId }).from(pickDismissals);
    expect(new Set(remaining.map(({ placeId }) => placeId))).toEqual(new Set([three[1].id, three[2].id]));
  });
});

test("picking reads only a few rows per type, however many places there are", { timeout: 60_000 }, async ({ db }) => {
  const user = await buildUser(db);
  for (const each of await lanternMakers(db, 3)) await savePlace(db, user.id, each.slug);
  // Without triggers, because these places needn't be searchable.
  await db.execute(sql`set local session_replication_role = replica`);
  await db.execute(sql`
    insert into places (slug, name, category_slug, type, neighborhood_slug, description, attributes, status, created_at, updated_at)
    select 'many-' || n, 'Many ' || n, 'food', case when n % 5 = 0 then ${type} else 'Kind ' || n % 40 end, slugs.slug,
      'One of many.', '{}', 'published', now(), now()
    from generate_series(1, 10000) n
    join (select slug, row_number() over (order by slug) as number, count(*) over () as total from neighborhoods) slugs
      on slugs.number = n % slugs.total + 1`);
  await db.execute(sql`set local session_replication_role = origin`);
  await db.execute(sql`analyze places`);

  const [row] = await queryRows(db, sql`explain (analyze, format json) ${pickCandidatesSql(user.id)}`);
  const nodes = z
    .array(z.object({ Plan }))
    .parse(row?.["QUERY PLAN"])
    .flatMap((each) => nodesOf(each.Plan));

  const ofPlaces = nodes.filter((node) => node["Relation Name"] === "places");
  expect(ofPlaces.map((node) => node["Index Name"])).toContain("places_by_type_near");
  const visited = ofPlaces.reduce(
    (sum, node) => sum + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
    0,
  );
  // 2,000 of 10,000 places have the type. Rows per liked place: 20 here, 4 per adjacent neighborhood, 10 anywhere, itself.
  expect(visited).toBeGreaterThan(30);
  expect(visited).toBeLessThan(3 * 100);
});

const Plan: z.ZodType<Plan> = z.lazy(() =>
  z.object({
    "Relation Name": z.string().optional(),
    "Index Name": z.string().optional(),
    "Actual Rows": z.number(),
    "Actual Loops": z.number(),
    "Rows Removed by Filter": z.number().optional(),
    Plans: z.array(Plan).optional(),
  }),
);
type Plan = {
  "Relation Name"?: string | undefined;
  "Index Name"?: string | undefined;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number | undefined;
  Plans?: Plan[] | undefined;
};

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

type Place = Awaited<ReturnType<typeof buildPlace>>;

async function lanternMakers(db: Database, count: 1): Promise<[Place]>;
async function lanternMakers(db: Database, count: number): Promise<[Place, Place, Place, Place, Place, Place]>;
async function lanternMakers(db: Database, count: number): Promise<Place[]> {
  const built: Place[] = [];
  for (let number = 0; number < count; number += 1) built.push(await buildPlace(db, { type }));
  return built;
}

async function savePlace(db: Database, userId: string, slug: string): Promise<void> {
  await saveItem(db, { userId, item: { kind: "places", slug }, now: NOW });
}

async function pickedSlugs(db: Database, userId: string): Promise<string[]> {
  return (await findPicks(db, userId, buildRequestContext())).map(({ place }) => place.slug);
}
