import type { ServerResponse } from "node:http";

import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, onTestFinished } from "vitest";

import { corrections } from "#app/db/schema/corrections.ts";
import { imports, sourceRecords } from "#app/db/schema/importing.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import {
  type AllThePlacesDouble,
  ATP_RUN,
  type SpiderDouble,
  spiderFileText,
  startAllThePlacesDouble,
} from "#tests/all-the-places-double.ts";
import { anyText } from "#tests/any-text.ts";
import { NOW } from "#tests/builders.ts";
import { fetchFromSource, runLiveSource } from "#tests/live-source-run.ts";
import { test } from "#tests/test-database.ts";

import { ALL_THE_PLACES_LIVE } from "./all-the-places.server.ts";
import { readFeature, SpiderFile } from "./spider-file.ts";

/** A branch on Kingman Island, where nothing is listed. */
function buildBranch({ id = "a1", at = [-76.9665, 38.8978], ...properties }: Record<string, unknown> = {}) {
  return {
    type: "Feature",
    id,
    properties: {
      ref: "1",
      "@spider": "zebra_finch_us",
      name: "Zebra Finch Coffee",
      branch: "Kingman Island",
      brand: "Zebra Finch Coffee",
      "brand:wikidata": "Q900000001",
      amenity: "cafe",
      "addr:street_address": "1 Kingman Island Road NE",
      "addr:city": "Washington",
      "addr:state": "DC",
      "addr:postcode": "20002",
      "addr:country": "US",
      phone: "202-555-0123",
      website: "https://zebrafinch.example/kingman?utm_source=atp",
      opening_hours: "Mo-Fr 07:00-19:00; Sa-Su 08:00-18:00",
      image: "https://zebrafinch.example/kingman.jpg",
      email: "kingman@zebrafinch.example",
      ...properties,
    },
    geometry: at === null ? null : { type: "Point", coordinates: at },
  };
}

async function buildSpiders(
  spiders: Record<string, SpiderDouble>,
): Promise<AllThePlacesDouble & { settings: Record<string, string> }> {
  const double = await startAllThePlacesDouble();
  onTestFinished(double.close);
  double.setSpiders(spiders);
  return { ...double, settings: { ALLTHEPLACES_URL: double.url } };
}

function fileRequests(requests: string[]): string[] {
  return requests
    .filter((path) => path.includes("/output/"))
    .map((path) => path.replace(`/runs/${ATP_RUN}/output/`, ""));
}

test("only files of brands in the guide are read, and only their places in the District", async ({ db }) => {
  const [place] = await db.select().from(places).where(eq(places.status, "published")).limit(1);
  const brand = { name: place?.name ?? "", wikidata: "Q900000001" };
  const { settings, requests } = await buildSpiders({
    known_us: {
      brand,
      features: [
        buildBranch(),
        buildBranch({ id: "va", "addr:state": "VA" }),
        buildBranch({ id: "far", at: [-118.2, 34] }),
        buildBranch({ id: "unplaced", at: null }),
        buildBranch({ id: "elsewhere", at: null, "addr:state": "NY" }),
      ],
    },
    abroad: { brand: { ...brand, wikidata: "Q900000003", country: "FR" }, features: [buildBranch()] },
    other_us: { brand: { name: "No Such Brand Anywhere", wikidata: "Q900000004" }, features: [buildBranch()] },
    empty_us: { brand, features: [], featureCount: 0 },
    enormous_us: { brand, features: [buildBranch()], featureCount: 4_000_000 },
  });
  const { kind, gap, dataAt, records } = await fetchFromSource(db, ALL_THE_PLACES_LIVE, { settings });

  expect([kind, gap, dataAt]).toEqual([null, null, new Date("2026-11-22T20:00:00Z")]);
  expect(fileRequests(requests)).toEqual(["known_us.geojson"]);
  expect(records).toMatchObject([{ id: "known_us/a1" }, { id: "known_us/unplaced", geometry: null }]);
});

test("a feature becomes a record with its day, without pictures, addresses of mail and tracking", () => {
  const record = readFeature(buildBranch(), {
    spider: "zebra_finch_us",
    collectedOn: "2026-11-21",
    today: "2026-11-26",
  });

  expect(JSON.parse(record ?? "")).toEqual({
    type: "Feature",
    id: "zebra_finch_us/a1",
    geometry: { type: "Point", coordinates: [-76.9665, 38.8978] },
    properties: {
      amenity: "cafe",
      name: "Zebra Finch Coffee",
      brand: "Zebra Finch Coffee",
      "addr:housenumber": "",
      "addr:street": "1 Kingman Island Road NE",
      "addr:postcode": "20002",
      "addr:state": "DC",
      "addr:country": "US",
      phone: "202-555-0123",
      opening_hours: "Mo-Fr 07:00-19:00; Sa-Su 08:00-18:00",
      website: "https://zebrafinch.example/kingman",
      check_date: "2026-11-21",
    },
  });
});

test.for<[endDate: string, isClosed: boolean]>([
  ["yes", true],
  ["2026-11-25", true],
  ["2026-11-26", true],
  ["2026-11-27", false],
  ["2025", true],
  ["2026", false],
  ["2026-10", true],
  ["2026-11", false],
  ["no", false],
  ["soon", false],
])("an end of %s means closed: %s", ([endDate, isClosed]) => {
  const record = readFeature(buildBranch({ end_date: endDate }), {
    spider: "a",
    collectedOn: null,
    today: "2026-11-26",
  });

  expect(record?.includes('"disused":"yes"')).toBe(isClosed);
});

test("a spider that ignored robots.txt is left out, and its file isn't read to the end", () => {
  const file = new SpiderFile({ spider: "a", today: "2026-11-26" });
  const isNeeded = file.read(spiderFileText("a", { features: [buildBranch()], ignoresRobots: true }));

  expect([isNeeded, file.isRefused, file.records]).toEqual([false, true, []]);
});

test("a file in parts of any size has the same places", () => {
  const text = spiderFileText("a", { features: [buildBranch(), buildBranch({ id: "b2", name: "Zebra “Finch”" })] });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: text.length }), (size) => {
      const file = new SpiderFile({ spider: "a", today: "2026-11-26" });
      for (let at = 0; at < text.length; at += size) file.read(text.slice(at, at + size));

      expect([file.isComplete, file.records.length]).toEqual([true, 2]);
    }),
  );
});

test("a cut file is never complete, wherever it ends", () => {
  const text = spiderFileText("a", { features: [buildBranch(), buildBranch({ id: "b2" })] }).trimEnd();
  fc.assert(
    fc.property(fc.integer({ min: 0, max: text.length - 1 }), (length) => {
      const file = new SpiderFile({ spider: "a", today: "2026-11-26" });
      file.read(text.slice(0, length));

      expect(file.isComplete).toBe(false);
    }),
  );
});

test("any text is read without an error, and any value in the place of a feature", () => {
  fc.assert(
    fc.property(fc.oneof(anyText(), fc.json()), fc.jsonValue(), (text, value) => {
      const file = new SpiderFile({ spider: "a", today: "2026-11-26" });
      file.read(`{"type":"FeatureCollection","features":[\n${text}`);
      file.read(`,\n${JSON.stringify(value)}\n]}`);
      readFeature(value, { spider: "a", collectedOn: null, today: "2026-11-26" });
      readFeature({ id: "a", properties: value, geometry: value }, { spider: "a", collectedOn: null, today: "x" });
    }),
  );
});

test.for<[name: string, answer: (response: ServerResponse) => void]>([
  ["cut off", (response) => response.writeHead(200, { "content-length": "9000" }).write("{", () => response.destroy())],
  ["without its end", (response) => response.end(spiderFileText("a", { features: [buildBranch()] }).slice(0, -4))],
  ["empty", (response) => response.end()],
  ["without features", (response) => response.end(spiderFileText("a", { features: [] }))],
  ["a page", (response) => response.end("<html>NoSuchKey</html>")],
  [
    "broken inside",
    (response) => response.end(spiderFileText("a", { features: [buildBranch()] }).replace('"ref"', "ref")),
  ],
  ["missing", (response) => response.writeHead(404).end()],
  ["refused", (response) => response.writeHead(403).end()],
])("a file that is %s is left out, and the import doesn't count as everything", async ([, answer], { db }) => {
  const known = await knownBrands(db, 3);
  const { settings, answerNext } = await buildSpiders(known);
  answerNext(/\/output\/spider_1_us/, answer);
  const { kind, gap, records } = await fetchFromSource(db, ALL_THE_PLACES_LIVE, { settings });

  expect([kind, gap]).toEqual([null, "without 1 unreadable of 3 files"]);
  expect(records.length).toBe(2);
});

/** Spiders of brands that the guide has. */
async function knownBrands(
  db: Parameters<typeof fetchFromSource>[0],
  count: number,
): Promise<Record<string, SpiderDouble>> {
  const [place] = await db.select().from(places).where(eq(places.status, "published")).limit(1);
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `spider_${at}_us`,
      {
        brand: { name: place?.name ?? "", wikidata: `Q90000000${at}` },
        features: [
          buildBranch({
            id: `a${at}`,
            name: `Zebra Finch Coffee ${at}`,
            at: [-76.9665, 38.8973 + at / 2_000],
            "addr:street_address": `${at + 1} Kingman Island Road NE`,
            phone: `202-555-012${at}`,
            website: `https://zebrafinch-${at}.example`,
          }),
        ],
      },
    ]),
  );
}

test.for<[name: string, kind: string, matching: RegExp, answer: (response: ServerResponse) => void]>([
  ["no newest run", "malformed", /latest/, (response) => response.end("{}")],
  ["a page", "malformed", /latest/, (response) => response.end("<html></html>")],
  ["no list of spiders", "malformed", /_results/, (response) => response.end("[]")],
  ["a refusal", "refused", /latest/, (response) => response.writeHead(403).end()],
  ["a refused list", "refused", /_results/, (response) => response.writeHead(404).end()],
  ["half of its files missing", "failed", /spider_0/, (response) => response.writeHead(404).end()],
])("a run with %s ends as %s", async ([, kind, matching, answer], { db }) => {
  const { settings, answerNext } = await buildSpiders(await knownBrands(db, 1));
  answerNext(matching, answer);
  const outcome = await fetchFromSource(db, ALL_THE_PLACES_LIVE, { settings });

  expect(outcome.kind).toBe(kind);
  expect(outcome.message).toMatch(/^127\.0\.0\.1:\d+ .*\.$/);
});

test("without the list of brands, spiders are chosen by their own names", async ({ db }) => {
  const [place] = await db
    .select()
    .from(places)
    .where(and(eq(places.status, "published"), eq(places.type, "Library")))
    .limit(1);
  const spider = `${(place?.name ?? "").toLowerCase().replaceAll(/[^a-z0-9]+/g, "_")}_us`;
  const { settings, answerNext, requests } = await buildSpiders({ [spider]: { features: [buildBranch()] } });
  answerNext(/_insights/, (response) => response.writeHead(404).end());
  await fetchFromSource(db, ALL_THE_PLACES_LIVE, { settings });

  expect(fileRequests(requests)).toEqual([`${spider}.geojson`]);
});

test("a run that was stopped goes on behind the last file", async ({ db }) => {
  const { settings, requests } = await buildSpiders(await knownBrands(db, 3));
  const { cursors, records } = await fetchFromSource(db, ALL_THE_PLACES_LIVE, { settings });
  requests.length = 0;
  const rest = await fetchFromSource(db, ALL_THE_PLACES_LIVE, { settings, cursor: cursors[1] ?? null });

  expect(rest.records).toEqual(records.slice(2));
  expect(requests).toEqual([`/runs/${ATP_RUN}/output/spider_2_us.geojson`]);
});

test("a run lists branches with hours that name their source and day; a cut file makes none of them missing", async ({
  db,
}) => {
  const spiders = await knownBrands(db, 3);
  const { settings, setSpiders } = await buildSpiders(spiders);
  const first = await runLiveSource(db, { name: "alltheplaces", settings });
  const [place] = await db.select().from(places).where(eq(places.name, "Zebra Finch Coffee 0"));
  const facts = await db
    .select()
    .from(placeFacts)
    .where(and(eq(placeFacts.placeId, place?.id ?? 0), eq(placeFacts.field, "hours")));
  setSpiders({ ...spiders, spider_0_us: { ...spiders["spider_0_us"], features: '{"type":"Feat', featureCount: 1 } });
  const second = await runLiveSource(db, { name: "alltheplaces", settings, now: new Date(NOW.getTime() + 7 * DAY_MS) });
  const files = await db.select().from(imports).orderBy(imports.createdAt);
  const [record] = await db.select().from(sourceRecords).where(eq(sourceRecords.recordId, "spider_0_us/a0"));

  expect([first.stage, second.stage]).toEqual(["done", "done"]);
  expect(place).toMatchObject({ status: "published", type: "Cafe" });
  expect(facts).toMatchObject([
    { sourceId: "alltheplaces", sourceRecord: "spider_0_us/a0", checkedOn: "2026-11-21", origin: "import" },
  ]);
  expect(files).toMatchObject([
    { isWhole: true, fileName: "All the Places, all of 2026-11-22" },
    { isWhole: false, fileName: "All the Places, all of 2026-11-22, without 1 unreadable of 3 files" },
  ]);
  expect(record).toMatchObject({ missingFiles: 0 });
});

test("a spider that brought places before is read again; when it crashed, its places aren't missing", async ({
  db,
}) => {
  const spiders = await knownBrands(db, 2);
  const { settings, setSpiders } = await buildSpiders(spiders);
  await runLiveSource(db, { name: "alltheplaces", settings });
  const nameless = { name: "No Such Brand Anywhere", wikidata: "Q900000009" };
  setSpiders({
    spider_0_us: { features: [buildBranch({ id: "a0", name: "Zebra Finch Coffee 0" })], brand: nameless },
    spider_1_us: { features: "", featureCount: 0, brand: nameless },
  });
  const { kind, gap, records } = await fetchFromSource(db, ALL_THE_PLACES_LIVE, { settings });

  expect([kind, gap]).toEqual([null, "without 1 unreadable of 2 files"]);
  expect(records).toMatchObject([{ id: "spider_0_us/a0" }]);
});

test("a branch that its chain calls closed becomes a question", async ({ db }) => {
  const spiders = await knownBrands(db, 1);
  const { settings, setSpiders } = await buildSpiders(spiders);
  await runLiveSource(db, { name: "alltheplaces", settings });
  const closed = buildBranch({ id: "a0", name: "Zebra Finch Coffee 0", at: [-76.9665, 38.8973], end_date: "yes" });
  setSpiders({ spider_0_us: { ...spiders["spider_0_us"], features: [closed] } });
  await runLiveSource(db, { name: "alltheplaces", settings, now: new Date(NOW.getTime() + 7 * DAY_MS) });
  const [place] = await db.select().from(places).where(eq(places.name, "Zebra Finch Coffee 0"));
  const questions = await db.select().from(corrections).where(eq(corrections.sourceId, "alltheplaces"));

  expect(place).toMatchObject({ status: "published" });
  expect(questions).toMatchObject([{ placeId: place?.id, kind: "closed" }]);
});
