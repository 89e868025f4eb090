import { and, eq, inArray, sql } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/pg-core";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { schema } from "#app/db/schema.ts";
import { postPlaces, posts } from "#app/db/schema/guides.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { categories, placeFacts, places } from "#app/db/schema/places.ts";
import { parseSearch } from "#app/guide/search/page/search-request.ts";
import { search } from "#app/guide/search/page/search.server.ts";
import { findPlacePage } from "#app/guide/places/place-queries.server.ts";
import { buildRequestContext } from "#tests/builders.ts";
import {
  changeSeedFiles,
  factsSeed,
  listedSeed,
  placeSeed,
  guideFile,
  neighborhoodSeed,
  streetPlanSeed,
  testvillePlaces,
  writeSeedFolder,
} from "#tests/seed-folder.ts";
import { queryRows } from "#tests/query-rows.ts";
import { test } from "#tests/test-database.ts";

import { SEED_DATA_FOLDER } from "../../../cli/prepare-database.ts";
import { SeedDataError } from "./seed-files.server.ts";
import { loadSeedData } from "./load-seed-data.server.ts";

const FIRST_AT = new Date("2026-12-01T12:00:00Z");
const LATER_AT = new Date("2027-01-01T12:00:00Z");

test("loading the shipped seed data again changes no rows", async ({ db }) => {
  const before = await dumpOf(db);

  const report = await loadSeedData(db, { folder: SEED_DATA_FOLDER, now: LATER_AT, force: true });

  expect(report).toEqual({ places: 0, guides: 0, neighborhoods: 0 });
  expect(Object.keys(before).length).toBeGreaterThan(10);
  expect(await dumpOf(db)).toEqual(before);
});

test("the planner has statistics about the loaded rows", async ({ db }) => {
  const query = sql`select relname as name from pg_class
    where relname in ('places', 'posts', 'place_search') and reltuples > 0 order by relname`;

  const counted = await queryRows(db, query);

  expect(counted).toEqual([{ name: "place_search" }, { name: "places" }, { name: "posts" }]);
});

test("seed data that was already loaded is skipped unless forced", async ({ db }) => {
  const folder = writeSeedFolder();

  const first = await load(db, folder);
  const again = await loadSeedData(db, { folder, now: LATER_AT, force: false });

  expect(first).toEqual({ places: 4, guides: 1, neighborhoods: 1 });
  expect(again).toBeNull();
});

test("a place's row matches its facts, each with its source, record and date", async ({ db }) => {
  const facts = [
    { source: "abca-2025", sourceId: "ABRA-1", checkedOn: "2025-02-28", address: "1400 Test Street NW", zip: "20009" },
    factsSeed({ address: undefined, zip: undefined, priceRange: "$$" }),
  ];
  await load(
    db,
    writeSeedFolder({
      "places/testville.yaml": testvillePlaces({
        slug: "testville-tavern",
        otherNames: ["The Vat"],
        featured: 2,
        facts,
      }),
    }),
  );

  const place = await placeOf(db, "testville-tavern");
  const address = (await factsOf(db, "testville-tavern")).find(({ field }) => field === "address");

  expect(place).toMatchObject({
    name: "Testville No. 4",
    otherNames: ["The Vat"],
    street: "1400 Test Street",
    quadrant: "NW",
    zip: "20009",
    lat: 38.915,
    lng: -77.04,
    priceRange: "$$",
    phone: "+12025550100",
    attributes: { wifi: true, parking: false },
    featuredRank: 2,
    hubRank: null,
    status: "published",
    nearestStationSlug: "dupont-circle",
  });
  expect(address).toMatchObject({
    value: { street: "1400 Test Street", quadrant: "NW" },
    sourceId: "abca-2025",
    sourceRecord: "ABRA-1",
    checkedOn: "2025-02-28",
    origin: "seed",
  });
});

test("a listed place has the facts of its register and no description", async ({ db }) => {
  await load(db, writeSeedFolder({ "listed.csv": listedSeed() }));

  expect(await placeOf(db, "testville-deli")).toMatchObject({
    name: "Testville Deli",
    type: "Deli",
    neighborhoodSlug: "testville",
    summary: "",
    description: "",
    street: "1410 Test Street",
    lat: 38.9152,
    status: "published",
  });
  expect((await factsOf(db, "testville-deli")).find(({ field }) => field === "name")).toMatchObject({
    sourceId: "abca-2025",
    sourceRecord: "ABRA-2",
    checkedOn: "2025-02-28",
  });
  expect((await factsOf(db, "testville-deli")).find(({ field }) => field === "licensed")?.value).toEqual({
    uses: ["sidewalk-cafe"],
    capacity: 40,
  });
});

test("a fact from a further source is added to its place, described or listed", async ({ db }) => {
  const rows = [
    "slug,field,value,source,checkedOn",
    "testville-deli,hoursText,By appointment,general-knowledge,",
    "testville-deli,phone,+12025550188,abca-2025,2025-02-28",
  ];
  await load(db, writeSeedFolder({ "listed.csv": listedSeed(), "facts.csv": rows.join("\n") }));

  expect(await placeOf(db, "testville-deli")).toMatchObject({ hoursText: "By appointment", phone: "+12025550188" });
});

test("a place is closed as long as its file says that it is being built on", async ({ db }) => {
  const works = { source: "abca-2025", checkedOn: "2026-03", closedForWorks: { since: "2026-02", note: "New roof." } };
  const withWorks = testvillePlaces({ slug: "testville-tavern", facts: [factsSeed(), works] });
  const folder = writeSeedFolder({ "places/testville.yaml": withWorks });

  await load(db, folder);
  const closed = await placeOf(db, "testville-tavern");
  const page = await findPlacePage(db, "testville-tavern", buildRequestContext());
  changeSeedFiles(folder, { "places/testville.yaml": testvillePlaces() });
  await load(db, folder);

  expect(closed).toMatchObject({ status: "published", closure: "temporary", closedOn: "2026-02-01", reopensOn: null });
  expect(page?.closure).toMatchObject({ title: "Closed for renovation", text: "New roof." });
  expect(page?.hours.lead).toBe("Temporarily closed");
  expect((await placeOf(db, "testville-tavern"))?.closure).toBeNull();
});

test("a listed place that is described in the files keeps its row, and what people did with it", async ({ db }) => {
  const folder = writeSeedFolder({ "listed.csv": listedSeed() });
  await load(db, folder);
  const listed = await placeOf(db, "testville-deli");
  changeSeedFiles(folder, {
    "listed.csv": listedSeed().split("\n")[0] ?? "",
    "places/testville.yaml": [
      ...testvillePlaces(),
      placeSeed({ slug: "testville-deli", name: "Testville Deli", type: "Deli" }),
    ],
  });
  await load(db, folder);

  const described = await placeOf(db, "testville-deli");
  expect(described?.id).toBe(listed?.id);
  expect(described?.description).not.toBe("");
});

test("a fact set by a person survives a reload, while other fields are updated from the file", async ({ db }) => {
  const folder = writeSeedFolder();
  await load(db, folder);
  await setByPerson(db, { slug: "testville-tavern", field: "phone", value: "+12025550999" });

  changeSeedFiles(folder, {
    "places/testville.yaml": testvillePlaces({
      slug: "testville-tavern",
      name: "The New Name",
      facts: [factsSeed({ phone: "+12025550111", website: "https://new.example" })],
    }),
  });
  const report = await load(db, folder, LATER_AT);

  expect(report).toEqual({ places: 1, guides: 0, neighborhoods: 0 });
  expect(await placeOf(db, "testville-tavern")).toMatchObject({
    name: "The New Name",
    phone: "+12025550999",
    website: "https://new.example",
    updatedAt: LATER_AT,
  });
  expect((await factsOf(db, "testville-tavern")).filter(({ field }) => field === "phone")).toMatchObject([
    { value: "+12025550999", origin: "person" },
  ]);
});

test("text that looks like a number stays text in the database", async ({ db }) => {
  const folder = writeSeedFolder();
  await load(db, folder);
  await setByPerson(db, { slug: "testville-tavern", field: "name", value: "1789" });

  changeSeedFiles(folder, { "places/testville.yaml": testvillePlaces({ slug: "testville-tavern", type: "Pub" }) });
  await load(db, folder, LATER_AT);

  expect(await placeOf(db, "testville-tavern")).toMatchObject({ name: "1789", type: "Pub", zip: "20009" });
});

test("a fact removed from the file is removed from the place's row and facts", async ({ db }) => {
  const folder = writeSeedFolder();
  await load(db, folder);

  const facts = [factsSeed({ phone: undefined, hours: undefined, attributes: undefined })];
  changeSeedFiles(folder, { "places/testville.yaml": testvillePlaces({ slug: "testville-tavern", facts }) });
  await load(db, folder, LATER_AT);

  expect(await placeOf(db, "testville-tavern")).toMatchObject({
    phone: null,
    hours: null,
    attributes: {},
    zip: "20009",
  });
  const fields = (await factsOf(db, "testville-tavern")).map(({ field }) => field);
  expect(fields).toEqual(expect.arrayContaining(["zip", "website"]));
  expect(fields.filter((field) => ["phone", "hours", "attributes"].includes(field))).toEqual([]);
});

test("hoursText is stored and shown as text, with an unknown open state", async ({ db }) => {
  const folder = writeSeedFolder();
  await load(db, folder);

  const facts = [factsSeed({ hours: undefined, hoursText: "Dawn to dusk" })];
  changeSeedFiles(folder, { "places/testville.yaml": testvillePlaces({ slug: "testville-tavern", facts }) });
  await load(db, folder, LATER_AT);

  expect(await placeOf(db, "testville-tavern")).toMatchObject({ hours: null, hoursText: "Dawn to dusk" });
  const page = await findPlacePage(db, "testville-tavern", buildRequestContext());
  expect(page).toMatchObject({ hoursText: "Dawn to dusk", week: null, hours: { tone: "unknown" } });
  expect(page?.origins.hoursText).toMatchObject({ checkedOn: null });
});

test("a place closed by a person stays closed when its file changes", async ({ db }) => {
  const folder = writeSeedFolder();
  await load(db, folder);
  await db.update(places).set({ status: "closed", closedOn: "2026-12-24" }).where(eq(places.slug, "testville-tavern"));

  changeSeedFiles(folder, { "places/testville.yaml": testvillePlaces({ slug: "testville-tavern", type: "Pub" }) });
  await load(db, folder, LATER_AT);

  expect(await placeOf(db, "testville-tavern")).toMatchObject({
    status: "closed",
    closedOn: "2026-12-24",
    type: "Pub",
  });
});

test("a reload updates updatedAt of changed places only, and keeps createdAt", async ({ db }) => {
  const folder = writeSeedFolder();
  await load(db, folder);

  changeSeedFiles(folder, { "places/testville.yaml": testvillePlaces({ slug: "testville-tavern", type: "Pub" }) });
  await load(db, folder, LATER_AT);

  expect(await placeOf(db, "testville-tavern")).toMatchObject({ createdAt: FIRST_AT, updatedAt: LATER_AT });
  expect(await placeOf(db, "testville-bakery")).toMatchObject({ createdAt: FIRST_AT, updatedAt: FIRST_AT });
});

test("a changed picture alone doesn't update a place's updatedAt", async ({ db }) => {
  const folder = writeSeedFolder();
  await load(db, folder);
  const salt = (await placeOf(db, "testville-tavern"))?.pictureSalt ?? 0;
  await db
    .update(places)
    .set({ pictureSalt: salt + 1 })
    .where(eq(places.slug, "testville-tavern"));

  await load(db, folder, LATER_AT);

  expect(await placeOf(db, "testville-tavern")).toMatchObject({ pictureSalt: salt, updatedAt: FIRST_AT });
});

test("a guide or neighborhood changed by an editor is kept; others are updated from their files", async ({ db }) => {
  const folder = writeSeedFolder({ "guides/second-walk.md": guideFile({ head: { title: "Second walk" } }) });
  await load(db, folder);
  const edited = { seedDigest: null };
  await db
    .update(posts)
    .set({ ...edited, title: "By an editor" })
    .where(eq(posts.slug, "testville-walk"));
  await db
    .update(neighborhoods)
    .set({ ...edited, summary: "By an editor" })
    .where(eq(neighborhoods.slug, "testville"));

  changeSeedFiles(folder, {
    "guides/testville-walk.md": guideFile({ head: { title: "From the file" } }),
    "guides/second-walk.md": guideFile({ head: { title: "From the file" } }),
    "neighborhoods.yaml": [neighborhoodSeed({ name: "From the file" })],
  });
  const report = await load(db, folder, LATER_AT);

  expect(report).toEqual({ places: 0, guides: 1, neighborhoods: 0 });
  expect(await titlesOf(db)).toEqual({ "testville-walk": "By an editor", "second-walk": "From the file" });
  const [neighborhood] = await db.select().from(neighborhoods).where(eq(neighborhoods.slug, "testville"));
  expect(neighborhood).toMatchObject({ name: "Testville", summary: "By an editor", seedDigest: null });
});

test("a guide dated relative to its first load keeps that date when its file changes", async ({ db }) => {
  const dated = { publishedAt: undefined, hoursAfterFirstLoad: 48, early: true };
  const folder = writeSeedFolder({ "guides/second-walk.md": guideFile({ head: { ...dated, title: "Second walk" } }) });
  await load(db, folder);
  changeSeedFiles(folder, { "guides/second-walk.md": guideFile({ head: { ...dated, title: "From the file" } }) });
  await load(db, folder, LATER_AT);

  const [guide] = await db.select().from(posts).where(eq(posts.slug, "second-walk"));
  expect(guide).toMatchObject({ title: "From the file", isEarly: true, access: "everyone" });
  expect(guide?.publishedAt).toEqual(new Date(FIRST_AT.getTime() + 48 * 60 * 60_000));
});

test("a guide's places are replaced in the order of its file", async ({ db }) => {
  const folder = writeSeedFolder();
  await load(db, folder);
  const slugs = ["testville-tavern", "testville-museum", "testville-bookshop", "testville-bakery"];

  const text = guideFile();
  const [, head = "{}", body = ""] = /^---\n(.*)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const reversed = slugs.map((slug) => ({ slug, reason: "word ".repeat(20), hint: "word ".repeat(5) }));
  const lines = slugs.map((slug) => `::place{${slug}}`).join("\n\n");
  const changed = { ...JSON.parse(head), places: reversed };
  changeSeedFiles(folder, {
    "guides/testville-walk.md": `---\n${JSON.stringify(changed)}\n---\n${body.replaceAll(/::place.*/g, "")}\n${lines}\n`,
  });
  await load(db, folder, LATER_AT);

  const listed = await db
    .select({ slug: places.slug })
    .from(postPlaces)
    .innerJoin(places, eq(places.id, postPlaces.placeId))
    .innerJoin(posts, eq(posts.id, postPlaces.postId))
    .where(eq(posts.slug, "testville-walk"))
    .orderBy(postPlaces.position);
  expect(listed.map(({ slug }) => slug)).toEqual(slugs);
});

test("search finds a loaded place immediately, and no longer by its old name", async ({ db }) => {
  const folder = writeSeedFolder();
  const renamed = (name: string) => ({ "places/testville.yaml": testvillePlaces({ slug: "testville-tavern", name }) });
  const found = async (q: string) =>
    (await search(db, parseSearch(new URLSearchParams({ q })), buildRequestContext())).places.items.map(
      ({ slug }) => slug,
    );

  changeSeedFiles(folder, renamed("The Zorble"));
  await load(db, folder);
  const before = await found("zorble");
  changeSeedFiles(folder, renamed("The Quibble"));
  await load(db, folder, LATER_AT);

  expect(before).toEqual(["testville-tavern"]);
  expect(await found("zorble")).toEqual([]);
  expect(await found("quibble")).toEqual(["testville-tavern"]);
});

test("invalid seed data writes nothing", async ({ db }) => {
  const before = await dumpOf(db);
  const folder = writeSeedFolder({ "guides/testville-walk.md": guideFile({ head: { author: "nobody" } }) });

  await expect(load(db, folder)).rejects.toThrow(SeedDataError);
  await expect(load(db, folder)).rejects.toThrow("guides/testville-walk.md, author: no author nobody");

  expect(await dumpOf(db)).toEqual(before);
});

test("a failed load is rolled back completely and can be repeated", async ({ db }) => {
  const before = await dumpOf(db);
  const folder = writeSeedFolder();
  await db.execute(sql`alter table posts rename to posts_away`);
  await expect(load(db, folder)).rejects.toThrow();
  await db.execute(sql`alter table posts_away rename to posts`);
  const afterFailure = await dumpOf(db);

  const report = await loadSeedData(db, { folder, now: FIRST_AT, force: false });

  expect(afterFailure).toEqual(before);
  expect(report).toMatchObject({ places: 4 });
});

test("two neighborhoods or two categories can swap their order", async ({ db }) => {
  await db
    .update(neighborhoods)
    .set({ rank: null })
    .where(sql`${neighborhoods.rank} is not null`);
  const files = {
    "neighborhood-shapes.json": {},
    "street-plans.json": { testville: streetPlanSeed(), twinville: streetPlanSeed() },
  };
  const folder = writeSeedFolder();
  const ranked = (testville: number, twinville: number) => ({
    "neighborhoods.yaml": [
      neighborhoodSeed({ rank: testville }),
      neighborhoodSeed({ slug: "twinville", name: "Twinville", rank: twinville }),
    ],
  });
  changeSeedFiles(folder, {
    ...files,
    "neighborhood-shapes.json": { testville: SQUARE, twinville: SQUARE },
    ...ranked(1, 2),
  });
  await load(db, folder);

  changeSeedFiles(folder, { ...ranked(2, 1), "categories.yaml": await swappedCategories(db) });
  await load(db, folder, LATER_AT);

  const ranks = await db
    .select({ slug: neighborhoods.slug, rank: neighborhoods.rank })
    .from(neighborhoods)
    .where(inArray(neighborhoods.slug, ["testville", "twinville"]))
    .orderBy(neighborhoods.rank);
  expect(ranks.map(({ slug }) => slug)).toEqual(["twinville", "testville"]);
  const order = await db.select({ slug: categories.slug }).from(categories).orderBy(categories.position);
  expect(order.slice(0, 2).map(({ slug }) => slug)).toEqual(["nightlife", "food"]);
});

const SQUARE = [
  [
    [
      [-77.045, 38.91],
      [-77.035, 38.91],
      [-77.035, 38.92],
      [-77.045, 38.92],
    ],
  ],
];

function load(db: Database, folder: string, now: Date = FIRST_AT) {
  return loadSeedData(db, { folder, now, force: true });
}

/** Every row of every table as text, except `seed_loads`, which records the time of the load. */
async function dumpOf(db: Database): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {};
  for (const table of Object.values(schema)) {
    const { name } = getTableConfig(table);
    if (name === "seed_loads") continue;
    const rows = await queryRows(db, sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t`);
    dump[name] = rows.map(({ row }) => String(row)).toSorted();
  }
  return dump;
}

async function placeOf(db: Database, slug: string) {
  const [place] = await db.select().from(places).where(eq(places.slug, slug));
  return place;
}

async function factsOf(db: Database, slug: string) {
  const rows = await db
    .select({ fact: placeFacts })
    .from(placeFacts)
    .innerJoin(places, eq(places.id, placeFacts.placeId))
    .where(eq(places.slug, slug));
  return rows.map(({ fact }) => fact);
}

/** Simulates a correction by a person. The place's row is updated at the next load. */
async function setByPerson(
  db: Database,
  input: { slug: string; field: "phone" | "name"; value: string },
): Promise<void> {
  const place = await placeOf(db, input.slug);
  await db
    .update(placeFacts)
    .set({ value: input.value, origin: "person" })
    .where(and(eq(placeFacts.placeId, place?.id ?? 0), eq(placeFacts.field, input.field)));
}

async function titlesOf(db: Database): Promise<Record<string, string>> {
  const slugs = ["testville-walk", "second-walk"];
  const rows = await db.select({ slug: posts.slug, title: posts.title }).from(posts).where(inArray(posts.slug, slugs));
  return Object.fromEntries(rows.map(({ slug, title }) => [slug, title]));
}

/** The categories file with the first two swapped. */
async function swappedCategories(db: Database): Promise<Record<string, unknown>[]> {
  const rows = await db.select().from(categories).orderBy(categories.position);
  const positions = rows.map(({ position }) => position);
  return rows.map((row, index) => ({ ...row, position: positions[[1, 0][index] ?? index] }));
}
