import type { ServerResponse } from "node:http";

import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, onTestFinished } from "vitest";

import { corrections } from "#app/db/schema/corrections.ts";
import { imports, sourceRecords } from "#app/db/schema/importing.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import {
  type ArcGisDouble,
  type ArcGisDoubleLayer,
  arcGisError,
  sendArcGis,
  startArcGisDouble,
} from "#tests/arcgis-double.ts";
import { anyText } from "#tests/any-text.ts";
import { NOW } from "#tests/builders.ts";
import { fetchFromSource, runLiveSource } from "#tests/live-source-run.ts";
import { test } from "#tests/test-database.ts";

import { DISTRICT_DATA_LIVE } from "./district-data.server.ts";
import { DISTRICT_REGISTERS } from "./district-registers.ts";

const EDITED_MS = Date.UTC(2026, 10, 20, 17);
const ISLAND = { type: "Point", coordinates: [-76.9665, 38.8978] };
const GRID = { X_COORDINATE: 402_900, Y_COORDINATE: 136_600 };

function buildLicense(more: Record<string, unknown> & { OBJECTID: number }) {
  return {
    LICENSE: `ABRA-${more.OBJECTID}`,
    TRADE_NAME: `Zebra Finch Grill ${more.OBJECTID}`,
    ADDRESS: `${more.OBJECTID} KINGMAN ISLAND ROAD NE`,
    ZIPCODE: "20002",
    STATUS: "Active",
    TYPE: "Restaurant",
    EDITED: EDITED_MS,
    ...more,
  };
}

function buildBusiness(more: Record<string, unknown> & { OBJECTID: number }) {
  return {
    CUSTOMERNUMBER: `5005260${more.OBJECTID}`,
    LICENSESTATUS: "Active",
    LICENSEENDDATE: Date.UTC(2028, 6, 31, 4),
    BUSINESSACTIVITY: "Grocery Store",
    PREMISEADDRESS: `${more.OBJECTID} KINGMAN ISLAND RD NE, STE 2, Washington, DC, 20002, USA`,
    ENTITYTRADENAME: `ZEBRA FINCH MARKET ${more.OBJECTID}`,
    DATAREFRESHEDON: EDITED_MS,
    ...GRID,
    ...more,
  };
}

const BUSINESS = "DCGIS_DATA/Business_Licensing_and_Grants_WebMercator/FeatureServer";
const RECREATION = "DCGIS_DATA/Recreation_WebMercator/MapServer";

/** The District's layers, in which the rows of some are others. */
function buildLayers(
  rows: Partial<
    Record<"liquor" | "cancellations" | "business" | "recreation" | "parks", ArcGisDoubleLayer["rows"]>
  > = {},
  more: Partial<ArcGisDoubleLayer> = {},
): ArcGisDoubleLayer[] {
  const liquor = rows.liquor ?? [buildLicense({ OBJECTID: 1 })];
  const layers = [
    { service: BUSINESS, id: 5, name: "ABCA Liquor License Locations", rows: liquor },
    {
      service: BUSINESS,
      id: 42,
      name: "ABCA Liquor License Cancellations",
      rows: rows.cancellations ?? [buildLicense({ OBJECTID: 900, TYPE: "Hotel" })],
    },
    {
      service: "FEEDS/DCRA/FeatureServer",
      id: 0,
      name: "Basic Business License",
      isTable: true,
      rows: rows.business ?? [buildBusiness({ OBJECTID: 100 })],
    },
    {
      service: RECREATION,
      id: 3,
      name: "Recreation Facilities",
      rows: rows.recreation ?? [
        {
          OBJECTID: 1601,
          NAME: "Zebra Finch Recreation Center",
          ADDRESS: "9 KINGMAN ISLAND ROAD NE",
          USE_TYPE: "RECREATION CENTER",
          WEB_URL: "https://dpr.dc.gov/page/zebra-finch",
          PHONE: "(202) 645-9200",
          STATUS: "Open",
          GIS_ID: "RecPt_1",
          EDITED: EDITED_MS,
        },
      ],
    },
    {
      service: RECREATION,
      id: 9,
      name: "Parks and Recreation Areas",
      rows: rows.parks ?? [
        { OBJECTID: 1, NAME: "Zebra Finch Park", USE_TYPE: "SMALL PARK", PROPID: "DPR_1", ACTIVE: "Y", EDITED: null },
      ],
    },
  ];
  return layers.map((layer) => ({
    geometries: new Map(layer.isTable === true ? [] : layer.rows.map(({ OBJECTID: id }) => [id, ISLAND])),
    ...layer,
    ...more,
  }));
}

async function buildDistrict(layers = buildLayers()): Promise<ArcGisDouble & { settings: Record<string, string> }> {
  const double = await startArcGisDouble();
  onTestFinished(double.close);
  double.setLayers(layers);
  return { ...double, settings: { DC_OPEN_DATA_URL: double.url } };
}

test("every register becomes records with the tags of OpenStreetMap and the register's own day", async ({ db }) => {
  const { settings } = await buildDistrict();
  const { kind, gap, records } = await fetchFromSource(db, DISTRICT_DATA_LIVE, { settings });

  expect([kind, gap]).toEqual([null, null]);
  expect(records).toMatchObject([
    {
      id: "liquor/ABRA-1",
      geometry: ISLAND,
      properties: {
        amenity: "restaurant",
        name: "Zebra Finch Grill 1",
        "addr:street": "1 Kingman Island Road NE",
        "addr:postcode": "20002",
        check_date: "2026-11-20",
      },
    },
    {
      id: "business/5005260100/grocery-store",
      properties: { shop: "supermarket", name: "Zebra Finch Market 100", "addr:street": "100 Kingman Island Rd NE" },
    },
    { id: "recreation/RecPt_1", properties: { leisure: "sports_centre", phone: "(202) 645-9200" } },
    { id: "parks/DPR_1", properties: { leisure: "park", name: "Zebra Finch Park" } },
  ]);
});

test("a table's grid becomes positions, and owners, agents and billing addresses aren't requested", async ({ db }) => {
  const { settings, requests } = await buildDistrict();
  const { records } = await fetchFromSource(db, DISTRICT_DATA_LIVE, { settings });
  const queries = requests.filter((request) => request.includes("outFields="));

  expect(records[1]).toMatchObject({ geometry: { coordinates: [-76.96657, 38.89724] } });
  expect(queries.length).toBe(5);
  expect(queries.join(" ")).not.toMatch(/OWNER|AGENT|BILLING|APPLICANT|ENTITYNAME|EMAIL/);
});

test.for<[moreFlag: "top" | "properties" | "missing"]>([["top"], ["properties"], ["missing"]])(
  "a server that sends less than it says is read to the end, with the flag %s",
  async ([moreFlag], { db }) => {
    const liquor = Array.from({ length: 7 }, (_, at) => buildLicense({ OBJECTID: at * 3 + 1 }));
    const { settings } = await buildDistrict(buildLayers({ liquor }, { pageRows: 2, moreFlag }));
    const { kind, records } = await fetchFromSource(db, DISTRICT_DATA_LIVE, { settings });

    expect(kind).toBeNull();
    expect(records.length).toBe(10);
  },
);

test("a server that can't count with a condition is asked for the ids", async ({ db }) => {
  const { settings, requests } = await buildDistrict(buildLayers({}, { refusesCount: true }));

  expect(await fetchFromSource(db, DISTRICT_DATA_LIVE, { settings })).toMatchObject({ kind: null, gap: null });
  expect(requests.filter((request) => request.includes("returnIdsOnly=true")).length).toBe(5);
});

test("what says nothing certain, or is no place to go to, is left out", async ({ db }) => {
  const { settings } = await buildDistrict(
    buildLayers({
      liquor: [
        buildLicense({ OBJECTID: 1, STATUS: "Safekeeping" }),
        buildLicense({ OBJECTID: 2, TYPE: "Caterer" }),
        buildLicense({ OBJECTID: 3, TRADE_NAME: "TBD" }),
        buildLicense({ OBJECTID: 4, TRADE_NAME: null }),
        buildLicense({ OBJECTID: 5, STATUS: "About to Expire", TYPE: "Retail-Liquor Store" }),
      ],
      business: [
        buildBusiness({ OBJECTID: 1, ENTITYTRADENAME: null }),
        buildBusiness({ OBJECTID: 2, LICENSEENDDATE: Date.UTC(2026, 0, 31) }),
        buildBusiness({ OBJECTID: 3, BUSINESSACTIVITY: "General Business" }),
        buildBusiness({ OBJECTID: 4, LICENSESTATUS: "Expired", LICENSEENDDATE: Date.UTC(2020, 0, 31) }),
        buildBusiness({ OBJECTID: 5, LICENSESTATUS: "Pending" }),
      ],
      parks: [
        { OBJECTID: 1, NAME: "Triangle Park RES 0566", USE_TYPE: "SMALL PARK", PROPID: "DPR_0566", ACTIVE: "Y" },
        { OBJECTID: 2, NAME: "A median", USE_TYPE: "MEDIAN", PROPID: "DPR_2", ACTIVE: "Y" },
        { OBJECTID: 3, NAME: "A closed park", USE_TYPE: "PARK", PROPID: "DPR_3", ACTIVE: "N" },
      ],
    }),
  );
  const { records } = await fetchFromSource(db, DISTRICT_DATA_LIVE, { settings });

  expect(records).toMatchObject([
    { id: "liquor/ABRA-5", properties: { shop: "alcohol" } },
    { id: "recreation/RecPt_1" },
  ]);
});

test("a lapse is one only where the same name has no other license at the address", async ({ db }) => {
  const { settings } = await buildDistrict(
    buildLayers({
      liquor: [buildLicense({ OBJECTID: 1 })],
      cancellations: [
        buildLicense({ OBJECTID: 2, ADDRESS: "1 KINGMAN ISLAND ROAD NE", TRADE_NAME: "Zebra Finch Grill 1" }),
        buildLicense({ OBJECTID: 3, TYPE: "Tavern" }),
        buildLicense({ OBJECTID: 4, TYPE: "Hotel" }),
      ],
      business: [
        buildBusiness({ OBJECTID: 5, LICENSESTATUS: "Expired", LICENSEENDDATE: Date.UTC(2026, 8, 30, 4) }),
        buildBusiness({ OBJECTID: 6, LICENSESTATUS: "Cancelled", LICENSEENDDATE: Date.UTC(2026, 8, 30, 4) }),
        buildBusiness({
          OBJECTID: 7,
          ENTITYTRADENAME: "Zebra Finch Market 6",
          PREMISEADDRESS: "6 KINGMAN ISLAND RD NE, Washington, DC, 20002, USA",
        }),
      ],
    }),
  );
  const { records } = await fetchFromSource(db, DISTRICT_DATA_LIVE, { settings });
  const lapsed = records.filter((record) => JSON.stringify(record).includes('"disused":"yes"'));

  expect(lapsed).toMatchObject([{ id: "liquor/ABRA-3" }, { id: "business/50052605/grocery-store" }]);
});

test("only layers that were edited since are read again, and a stopped run goes on behind its last register", async ({
  db,
}) => {
  const layers = buildLayers().map((layer) => ({
    ...layer,
    editedMs: layer.name.startsWith("Parks") ? NOW.getTime() : NOW.getTime() - 30 * DAY_MS,
  }));
  const { settings } = await buildDistrict(layers);
  const since = new Date(NOW.getTime() - 7 * DAY_MS);
  const changes = await fetchFromSource(db, DISTRICT_DATA_LIVE, { settings, since });
  const whole = await fetchFromSource(db, DISTRICT_DATA_LIVE, { settings });
  const rest = await fetchFromSource(db, DISTRICT_DATA_LIVE, { settings, cursor: whole.cursors[1] ?? null });

  expect(changes.records).toMatchObject([{ id: "parks/DPR_1", properties: { check_date: "2027-01-13" } }]);
  expect(whole.cursors.length).toBe(4);
  expect(rest.records).toEqual(whole.records.slice(2));
});

test("a layer that is gone or has other fields is left out and named; with none left it's a fault", async ({ db }) => {
  const layers = buildLayers();
  const { settings, setLayers } = await buildDistrict(
    layers.flatMap((layer) => {
      if (layer.name === "Recreation Facilities") return [{ ...layer, name: "Pools" }];
      return layer.isTable === true ? [{ ...layer, fields: ["OBJECTID", "NAME"] }] : [layer];
    }),
  );
  const partial = await fetchFromSource(db, DISTRICT_DATA_LIVE, { settings });
  setLayers(layers.map((layer) => ({ ...layer, name: "Other" })));
  const none = await fetchFromSource(db, DISTRICT_DATA_LIVE, { settings });

  expect(partial).toMatchObject({ kind: null, gap: "without basic business licenses, recreation facilities" });
  expect(partial.records.length).toBe(2);
  expect(none).toMatchObject({ kind: "malformed", records: [] });
});

test.for<[name: string, kind: string, matching: RegExp, answer: (response: ServerResponse) => void]>([
  ["an error with status 200", "failed", /outFields/, (response) => sendArcGis(response, arcGisError(400, "Invalid"))],
  [
    "an error for a layer",
    "failed",
    /FeatureServer\/5\?f/,
    (response) => sendArcGis(response, arcGisError(499, "Token")),
  ],
  ["a page", "malformed", /outFields/, (response) => response.end("<html>Maintenance</html>")],
  ["nothing", "malformed", /outFields/, (response) => response.end()],
  ["rows that are no list", "malformed", /outFields/, (response) => sendArcGis(response, { features: "many" })],
  ["no rows", "malformed", /outFields/, (response) => sendArcGis(response, { features: [] })],
  ["a higher count", "malformed", /returnCountOnly/, (response) => sendArcGis(response, { count: 70 })],
  ["a count of nothing", "malformed", /returnCountOnly/, (response) => sendArcGis(response, { count: 0 })],
  [
    "rows without ids",
    "malformed",
    /outFields/,
    (response) => sendArcGis(response, { features: [{ properties: {} }] }),
  ],
  [
    "the same row for ever",
    "malformed",
    /outFields/,
    (response) =>
      sendArcGis(response, { features: [{ properties: { OBJECTID: 1 } }, { properties: { OBJECTID: 1 } }] }),
  ],
  [
    "a cut answer",
    "cut-off",
    /outFields/,
    (response) => response.writeHead(200, { "content-length": "9" }).write("{", () => response.destroy()),
  ],
  ["a service without layers", "malformed", /Server\?f/, (response) => sendArcGis(response, { layers: 5 })],
  ["a layer without fields", "malformed", /FeatureServer\/5\?f/, (response) => sendArcGis(response, { name: "x" })],
  ["status 403", "refused", /outFields/, (response) => response.writeHead(403).end()],
  ["status 500", "failed", /outFields/, (response) => response.writeHead(500).end()],
])("a server that answers with %s ends the run as %s", async ([, kind, matching, answer], { db }) => {
  const { settings, answerNext } = await buildDistrict();
  answerNext(matching, answer);
  const outcome = await fetchFromSource(db, DISTRICT_DATA_LIVE, { settings });

  expect(outcome.kind).toBe(kind);
  expect(outcome.message).toMatch(/^127\.0\.0\.1:\d+ .*\.$/);
});

test("a server that is busy for a moment is asked again", async ({ db }) => {
  const { settings, answerNext } = await buildDistrict();
  answerNext(/outFields/, (response) => response.writeHead(429, { "retry-after": "40" }).end());
  answerNext(/returnCountOnly/, (response) => response.writeHead(503).end());

  expect(await fetchFromSource(db, DISTRICT_DATA_LIVE, { settings })).toMatchObject({ kind: null, gap: null });
});

test("rows with any values are read without an error", () => {
  const layers = DISTRICT_REGISTERS.flatMap((register) => register.layers);
  const hostile = fc.oneof(
    fc.jsonValue(),
    anyText(),
    fc.constantFrom(
      "Active",
      "Restaurant",
      "Expired",
      "Grocery Store",
      "PARK",
      "x".repeat(9_000),
      4e15,
      -1,
      Number.NaN,
    ),
  );
  fc.assert(
    fc.property(fc.constantFrom(...layers), fc.infiniteStream(hostile), (layer, values) => {
      const properties = Object.fromEntries(layer.fields.map((field) => [field, values.next().value]));
      const entry = layer.read({ properties, point: null }, { today: "2026-11-26" });

      if (entry !== null) expect(entry.name).not.toBe("");
    }),
  );
});

test("any answer in the place of a page is rows or a fault", async ({ db }) => {
  const { settings, answerNext } = await buildDistrict();
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (body) => {
      answerNext(/outFields/, (response) => response.end(body));
      const { kind } = await fetchFromSource(db, DISTRICT_DATA_LIVE, { settings });

      expect(["malformed", "failed"]).toContain(kind);
    }),
    { numRuns: 30 },
  );
});

test("a run lists nothing by itself, fills matching places with dated facts, and asks about a lapse", async ({
  db,
}) => {
  const { settings, setLayers } = await buildDistrict();
  const first = await runLiveSource(db, { name: "dc", settings });
  const [record] = await db
    .select()
    .from(imports)
    .where(eq(imports.id, first.importId ?? ""));
  const waiting = await db.$count(places, eq(places.name, "Zebra Finch Grill 1"));

  expect(first).toMatchObject({ stage: "done", problem: null, recordCount: 4 });
  expect(record).toMatchObject({ isWhole: true, sourceId: "open-data-dc" });
  expect(waiting).toBe(0);

  const [known] = await db
    .select()
    .from(places)
    .where(and(eq(places.status, "published"), eq(places.type, "Library")))
    .limit(1);
  if (known?.lat == null || known.lng == null) throw new Error("There is no library with a position");
  const row = buildLicense({
    OBJECTID: 77,
    TRADE_NAME: known.name,
    ADDRESS: `${known.street ?? ""} ${known.quadrant ?? ""}`,
    TYPE: "Tavern",
  });
  const geometries = new Map([[77, { type: "Point", coordinates: [known.lng, known.lat] }]]);
  const withRow = (layers: ArcGisDoubleLayer[]) =>
    layers.map((layer) => (layer.rows.some(({ OBJECTID: id }) => id === 77) ? { ...layer, geometries } : layer));
  setLayers(withRow(buildLayers({ liquor: [row] })));
  await runLiveSource(db, { name: "dc", settings, now: new Date(NOW.getTime() + 28 * DAY_MS) });
  const linked = await db.select().from(sourceRecords).where(eq(sourceRecords.recordId, "liquor/ABRA-77"));
  setLayers(withRow(buildLayers({ cancellations: [row] })));
  await runLiveSource(db, { name: "dc", settings, now: new Date(NOW.getTime() + 56 * DAY_MS) });
  const questions = await db.select().from(corrections).where(eq(corrections.sourceId, "open-data-dc"));
  const [place] = await db.select().from(places).where(eq(places.id, known.id));

  expect(linked).toMatchObject([{ placeId: known.id, checkedOn: "2026-11-20" }]);
  expect(questions).toMatchObject([{ placeId: known.id, kind: "closed" }]);
  expect(place).toMatchObject({ status: "published" });
});

test("a fault in the middle of a run changes nothing", async ({ db }) => {
  const { settings, answerNext } = await buildDistrict();
  answerNext(/MapServer\/9\/query\?.*outFields/, (response) => sendArcGis(response, arcGisError(500, "Busy")));
  const before = await db.$count(placeFacts);
  const run = await runLiveSource(db, { name: "dc", settings });

  expect(run).toMatchObject({ stage: "failed", importId: null });
  expect(run.problem).toContain("500");
  expect(await db.$count(placeFacts)).toBe(before);
  expect(await db.$count(imports)).toBe(0);
});
