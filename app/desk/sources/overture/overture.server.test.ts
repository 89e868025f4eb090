import { mkdtempSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { and, eq } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import type { Json } from "#app/db/columns/source-columns.ts";
import { imports, sourceRecords } from "#app/db/schema/importing.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { sourceRuns } from "#app/db/schema/live-sources.ts";
import { withdrawSource } from "#app/desk/imports/run/withdraw-source.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";
import { buildPlace, NOW } from "#tests/builders.ts";
import { bytesFile, doubleFile, startOvertureDouble } from "#tests/overture-double.ts";
import { overtureParquet, type OvertureRow, overtureRow, overtureSource } from "#tests/overture-parquet.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test } from "#tests/test-database.ts";

import { SourceFault } from "../http/source-fault.ts";
import { SourceHttp } from "../http/source-http.server.ts";
import { processSourceRun } from "../run/process-run.server.ts";
import { requestSourceRun } from "../run/request-run.server.ts";
import { switchSourceOn } from "../run/switch-source.server.ts";
import { OVERTURE_LIVE } from "./overture.server.ts";

const RELEASE = "2026-12-16.0";
const ALEXANDRIA: [number, number] = [38.8048, -77.0469];
const BALTIMORE: [number, number] = [39.2904, -76.6122];
const CHANGE = { name: "overture", actor: { kind: "command", id: "sources" }, now: NOW } as const;

/** A double with one release of these files, each of these row groups. */
async function buildOverture(files: OvertureRow[][][], name = RELEASE) {
  const double = await startOvertureDouble();
  onTestFinished(double.close);
  double.setReleases([{ name, files: files.map(doubleFile) }]);
  return double;
}

/** Everything that a run fetches, or its fault. */
async function fetchAll(db: Database, { url, cursor = null }: { url: string; cursor?: Json | null }) {
  const signal = new AbortController().signal;
  const pauses: number[] = [];
  const http = new SourceHttp({
    siteUrl: "https://rowhouse.example",
    settingUrls: [url],
    signal,
    intervalMsMin: 0,
    pause: async (ms) => pauses.push(ms),
  });
  const records: { id: string; [field: string]: unknown }[] = [];
  const cursors: Json[] = [];
  const hosts = readEnv({ OVERTURE_URL: url }).sourceHosts;
  const outcome = { records, cursors, pauses, dataAt: new Array<Date | undefined>(), kind: "", message: "" };
  try {
    for await (const piece of OVERTURE_LIVE.fetch({ http, hosts, cursor, since: null, db, now: NOW, signal })) {
      for (const record of piece.records) expect(record).not.toContain("\n");
      records.push(...piece.records.map((record) => JSON.parse(record)));
      cursors.push(piece.cursor);
      outcome.dataAt.push(piece.dataAt);
    }
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    return { ...outcome, kind: error.kind, message: error.message };
  }
  return outcome;
}

test("the District's places of the newest release are read with the fields that the import knows", async ({ db }) => {
  const zebra = overtureRow({
    id: "a",
    name: "Zebra “Finch”\nCoffee",
    operating_status: "open",
    websites: ["https://zebra.example/"],
    phones: ["+12025550143"],
    addresses: [
      { freeform: "100 Kingman Is NE", locality: "Washington", postcode: "20002", region: "DC", country: "US" },
    ],
  });
  const double = await buildOverture([
    [[zebra, overtureRow({ id: "b", at: ALEXANDRIA })], [overtureRow({ id: "c", at: BALTIMORE })]],
    [[overtureRow({ id: "d", taxonomy: null, basic_category: null, sources: [] })]],
  ]);
  const { kind, records, cursors, dataAt } = await fetchAll(db, double);

  expect(kind).toBe("");
  expect(records.map(({ id }) => id)).toEqual(["a", "d"]);
  expect(records[0]).toEqual({
    id: "a",
    geometry: { type: "Point", coordinates: [-76.9665, 38.8973] },
    names: { primary: "Zebra “Finch”\nCoffee" },
    basic_category: "coffee_shop",
    taxonomy: zebra.taxonomy,
    operating_status: "open",
    websites: zebra.websites,
    phones: zebra.phones,
    addresses: [{ freeform: "100 Kingman Is NE", postcode: "20002", region: "DC", country: "US" }],
    sources: [{ property: "", license: "CDLA-Permissive-2.0", update_time: "2026-10-05T07:00:00.000Z" }],
  });
  expect(cursors).toEqual([
    { release: RELEASE, file: "00000", rowGroup: 0 },
    { release: RELEASE, file: "00001", rowGroup: 0 },
  ]);
  expect(dataAt).toEqual([new Date("2026-12-16"), new Date("2026-12-16")]);
});

test("files and row groups elsewhere are not requested", async ({ db }) => {
  const baltimore = Array.from({ length: 300 }, (_, at) => overtureRow({ id: `b${at}`, at: BALTIMORE }));
  const files = [[baltimore, [overtureRow({ id: "a" })], baltimore], [baltimore], [baltimore]].map(doubleFile);
  const double = await buildOverture([]);
  double.setReleases([{ name: RELEASE, files, bboxes: [undefined, undefined, [-76.7, 39.2, -76.5, 39.4]] }]);
  const { kind, records } = await fetchAll(db, double);
  const ranges = double.requests.flatMap((request) => {
    const [, file = "", first, last] = /part-(\d+)\.parquet bytes=(\d+)-(\d+)/.exec(request) ?? [];
    return first === undefined ? [] : [{ file, bytes: Number(last) - Number(first) + 1 }];
  });

  expect({ kind, ids: records.map(({ id }) => id) }).toEqual({ kind: "", ids: ["a"] });
  // Of the first file its size, its footer and one row group; of the second only size and footer.
  expect(ranges.map(({ file }) => file)).toEqual(["00000", "00000", "00000", "00001", "00001"]);
  expect(ranges[2]?.bytes).toBeLessThan((files[0]?.size ?? 0) / 2);
  expect(double.requests.filter((request) => request.includes("azure"))).toEqual([]);
});

test("a row group without bounds is read, and cut all the same", async ({ db }) => {
  const double = await buildOverture([]);
  const rows = [overtureRow({ id: "a" }), overtureRow({ id: "b", at: BALTIMORE })];
  double.setReleases([{ name: RELEASE, files: [bytesFile(overtureParquet([rows], { statistics: false }))] }]);

  expect((await fetchAll(db, double)).records.map(({ id }) => id)).toEqual(["a"]);
});

test("a run goes on behind the last row group of its cursor, also when there is a newer release", async ({ db }) => {
  const files = [[[overtureRow({ id: "a" })], [overtureRow({ id: "b" })]], [[overtureRow({ id: "c" })]]].map(
    doubleFile,
  );
  const double = await buildOverture([]);
  const newer = { name: "2027-01-20.0", files: [doubleFile([[overtureRow({ id: "z" })]])] };
  double.setReleases([newer, { name: RELEASE, files }]);
  const cursor = { release: RELEASE, file: "00000", rowGroup: 0 };

  expect((await fetchAll(db, { ...double, cursor })).records.map(({ id }) => id)).toEqual(["b", "c"]);
  expect((await fetchAll(db, { ...double, cursor: { ...cursor, file: "00001" } })).records).toEqual([]);
  expect((await fetchAll(db, double)).records.map(({ id }) => id)).toEqual(["z"]);
  double.setReleases([newer]);
  const gone = await fetchAll(db, { ...double, cursor });
  expect(gone).toMatchObject({ kind: "failed", records: [] });
  expect(gone.message).toContain(`removed release ${RELEASE} while we read it`);
});

test("a release that vanishes in the middle of a run is a fault that says so", async ({ db }) => {
  const double = await buildOverture([[[overtureRow({ id: "a" })]], [[overtureRow({ id: "b" })]]]);
  double.answerNext("part-00001", (response) => response.writeHead(404).end("<Code>NoSuchKey</Code>"));
  const { kind, message, records } = await fetchAll(db, double);

  expect(kind).toBe("failed");
  expect(message).toMatch(/^127\.0\.0\.1:\d+ has removed release 2026-12-16\.0 while we read it\./);
  expect(records.length).toBe(1);
});

const FILE = overtureParquet([[overtureRow({ id: "a" })], [overtureRow({ id: "b" })]]);

/** The file with other bytes at a place from its end. */
function withTail(tail: number[]): Uint8Array {
  return new Uint8Array([...FILE.subarray(0, FILE.length - tail.length), ...tail]);
}

type Case = [name: string, kind: string, path: string, answer: (response: ServerResponse) => void];

test.for<Case>([
  ["status 403", "refused", "catalog", (response) => response.writeHead(403).end()],
  ["status 500", "failed", "collection", (response) => response.writeHead(500).end()],
  ["a page", "malformed", "catalog", (response) => response.end("<html>")],
  ["an empty object", "malformed", "catalog", (response) => response.end("{}")],
  [
    "a catalog without releases",
    "malformed",
    "catalog",
    (response) => response.end('{"links":[],"latest":"2026-12-16.0"}'),
  ],
  [
    "a release that isn’t one",
    "malformed",
    "catalog",
    (response) => response.end('{"links":[{"rel":"child","href":"/../x/catalog.json"}],"latest":"../x"}'),
  ],
  ["a theme without types", "malformed", "places/catalog", (response) => response.end('{"links":[]}')],
  ["a type without files", "malformed", "collection", (response) => response.end('{"links":[]}')],
  ["an item without a file", "malformed", "00000.json", (response) => response.end('{"id":"00000","assets":{}}')],
  [
    "an item in a private network",
    "private-address",
    "00000.json",
    (response) => response.end('{"id":"00000","assets":{"aws":{"href":"http://10.0.0.7/a.parquet"}}}'),
  ],
  [
    "a redirect to a file",
    "bad-address",
    "part-",
    (response) => response.writeHead(302, { location: "file:///etc" }).end(),
  ],
  ["the whole file", "no-ranges", "part-", (response) => response.writeHead(200).end(FILE)],
  [
    "a size that isn’t one",
    "malformed",
    "part-",
    (response) => response.writeHead(206, { "content-range": "bytes 0-0/*" }).end("P"),
  ],
  [
    "more than was requested",
    "too-large",
    "part-",
    (response) => response.writeHead(206, { "content-range": "bytes 0-0/900" }).end(Buffer.alloc(900_000)),
  ],
  ["half of its header", "unreachable", "part-", (response) => void response.socket?.end("HTTP/1.1 206 Par")],
  [
    "a part that breaks off",
    "cut-off",
    "part-",
    (response) => response.writeHead(206, { "content-length": "9" }).write("P", () => response.destroy()),
  ],
])("a run that is answered with %s ends as %s", async ([, kind, path, answer], { db }) => {
  const double = await buildOverture([]);
  double.setReleases([{ name: RELEASE, files: [bytesFile(FILE)] }]);
  double.answerNext(path, answer, 4);
  const outcome = await fetchAll(db, double);

  expect(outcome).toMatchObject({ kind, records: [] });
  expect(outcome.message).toMatch(/^\S.{10,300}\.$/);
});

test.for<[name: string, file: Uint8Array, why: RegExp]>([
  ["nothing", new Uint8Array(), /says? how long|too short|another part|sends only|refused/],
  ["another format", Buffer.from("x".repeat(2_000)), /isn’t Parquet/],
  ["a footer longer than the file", withTail([255, 255, 255, 127, ...Buffer.from("PAR1")]), /footer is too long/],
  ["a footer that ends early", withTail([40, 0, 0, 0, ...Buffer.from("PAR1")]), /can’t be read/],
  ["a footer of nothing", withTail([0, 0, 0, 0, ...Buffer.from("PAR1")]), /can’t be read/],
  ["columns of another kind", overtureParquet([[overtureRow()]], { without: "names" }), /no column “names”/],
  ["more rows than there are", overtureParquet([[overtureRow()]], { extraRows: 3 }), /number of ids|no id/],
  [
    "a row group of a billion rows",
    overtureParquet([[overtureRow()]], { extraRows: 1e9 }),
    /row group of 1000000001 rows/,
  ],
  ["columns outside of the file", overtureParquet([[overtureRow()]], { offset: 1e9 }), /outside of the file/],
  ["pages that unpack to more than they say", overtureParquet([[overtureRow()]], { bomb: true }), /can’t be read/],
])("a file with %s changes nothing, and the fault names it", async ([, file, why], { db }) => {
  const double = await buildOverture([]);
  double.setReleases([{ name: RELEASE, files: [bytesFile(file)] }]);
  const outcome = await fetchAll(db, double);

  expect(outcome.records).toEqual([]);
  expect(outcome.kind).not.toBe("");
  expect(outcome.message).toMatch(why);
  expect(outcome.message).toMatch(/^127\.0\.0\.1:\d+ .*\.$/);
});

test("a release without a place in the District is a fault, not an empty District", async ({ db }) => {
  const double = await buildOverture([[[overtureRow({ at: ALEXANDRIA })]]]);

  expect(await fetchAll(db, double)).toMatchObject({ kind: "malformed", message: /no places/ });
});

test("a server that is busy is asked again after the pause that it wants", async ({ db }) => {
  const double = await buildOverture([[[overtureRow()]]]);
  double.answerNext("part-", (response) => response.writeHead(429, { "retry-after": "45" }).end());
  double.answerNext("collection", (response) => response.writeHead(503).end());

  expect(await fetchAll(db, double)).toMatchObject({ kind: "", records: [{}], pauses: [30_000, 45_000] });
});

/** A run of the source by its front door. */
async function runSource(db: Database, { url }: { url: string }, now = NOW) {
  const env = readEnv({
    DATA_DIR: mkdtempSync(join(tmpdir(), "rowhouse-overture-")),
    OVERTURE_URL: url,
    SITE_URL: "https://rowhouse.example",
  });
  await switchSourceOn(db, CHANGE);
  const requested = await requestSourceRun(db, { ...CHANGE, now });
  if (typeof requested === "string") throw new Error(`The run was refused: ${requested}`);
  const context = {
    db,
    env,
    storage: openStorage(env),
    log: silentLog(),
    actor: CHANGE.actor,
    now: () => now,
    signal: new AbortController().signal,
    http: { intervalMsMin: 0, pause: async () => {} },
  };
  await processSourceRun(context, requested.runId);
  const [run] = await db.select().from(sourceRuns).where(eq(sourceRuns.id, requested.runId));
  if (run === undefined) throw new Error("The run is gone");
  return run;
}

const ON_KINGMAN_ISLAND = { street: "100 Kingman Is", quadrant: "NE", lat: 38.8973, lng: -76.9665 } as const;
const ADDRESSES = [{ freeform: "100 Kingman Is NE", postcode: "20002", region: "US-DC", country: "US" }];

test("a run gives a listed place facts with Overture's own date, opens a case for a closing, and lists nothing by itself", async ({
  db,
}) => {
  const zebra = await buildPlace(db, { name: "Zebra Finch Coffee", ...ON_KINGMAN_ISLAND });
  const quagga = await buildPlace(db, { name: "Quagga Kites", ...ON_KINGMAN_ISLAND });
  const closed = { operating_status: "permanently_closed", confidence: 0 };
  const foursquare = overtureSource({ dataset: "Foursquare", license: "Apache-2.0", update_time: "2026-08-01" });
  const status = { property: "/properties/operating_status", dataset: "Overture", update_time: "2026-12-16" };
  const double = await buildOverture([
    [
      [
        overtureRow({ id: "a", addresses: ADDRESSES, phones: ["+12025550143"], sources: [foursquare, status] }),
        overtureRow({ id: "b", name: "Quagga Kites", addresses: ADDRESSES, ...closed }),
        overtureRow({ id: "c", name: "Okapi Books", at: [38.8991, -76.9665] }),
        overtureRow({
          id: "d",
          name: "Eland Tea",
          at: [38.9001, -76.9665],
          sources: [overtureSource({ license: "ODbL-1.0" })],
        }),
      ],
    ],
  ]);
  const run = await runSource(db, double);
  const isPhone = and(eq(placeFacts.placeId, zebra.id), eq(placeFacts.field, "phone"));
  const [work] = await db
    .select()
    .from(imports)
    .where(eq(imports.id, run.importId ?? ""));

  expect(run).toMatchObject({ stage: "done", problem: null, isWhole: true, recordCount: 4 });
  expect(run.dataAt).toEqual(new Date("2026-12-16"));
  expect(work?.report).toMatchObject({ matched: 1, new: 1, closing: 1, skips: { license: 1 } });
  expect(await db.select().from(placeFacts).where(isPhone)).toMatchObject([
    { sourceId: "overture-places", sourceRecord: "a", checkedOn: "2026-08", origin: "import", value: "+12025550143" },
  ]);
  expect(await db.$count(moderationCases, eq(moderationCases.placeId, quagga.id))).toBe(1);
  expect(await db.$count(places, and(eq(places.id, quagga.id), eq(places.status, "published")))).toBe(1);
  expect(await db.$count(places, eq(places.name, "Okapi Books"))).toBe(0);
});

test("a release that was read isn't read again, until its places are withdrawn or there is a newer one", async ({
  db,
}) => {
  await buildPlace(db, { name: "Zebra Finch Coffee", ...ON_KINGMAN_ISLAND });
  const files = [doubleFile([[overtureRow({ addresses: ADDRESSES })]])];
  const double = await buildOverture([]);
  double.setReleases([{ name: RELEASE, files }]);
  const first = await runSource(db, double);
  const requests = double.requests.length;
  const second = await runSource(db, double, new Date(NOW.getTime() + 28 * DAY_MS));
  const third = await runSource(db, double, new Date(NOW.getTime() + 56 * DAY_MS));

  expect(first).toMatchObject({ stage: "done", recordCount: 1 });
  for (const again of [second, third]) {
    expect(again).toMatchObject({ stage: "done", recordCount: 0, importId: null, requestCount: 1 });
  }
  expect(double.requests.slice(requests)).toEqual(["/catalog.json", "/catalog.json"]);
  await withdrawSource(db, { sourceId: "overture-places", actor: CHANGE.actor, now: NOW });
  expect(await runSource(db, double, new Date(NOW.getTime() + 57 * DAY_MS))).toMatchObject({ recordCount: 1 });
  double.setReleases([{ name: "2027-02-17.0", files }]);
  expect(await runSource(db, double, new Date(NOW.getTime() + 84 * DAY_MS))).toMatchObject({ recordCount: 1 });
});

test("a run that fails changes nothing", async ({ db }) => {
  const double = await buildOverture([[[overtureRow({ id: "a" })]], [[overtureRow({ id: "b" })]]]);
  double.answerNext("part-00001", (response) => response.writeHead(200).end("x".repeat(1_000_000)));
  const run = await runSource(db, double);

  expect(run).toMatchObject({ stage: "failed", importId: null });
  expect(run.problem).toContain("sends only whole files");
  expect(await db.$count(imports)).toBe(0);
  expect(await db.$count(sourceRecords, eq(sourceRecords.sourceId, "overture-places"))).toBe(0);
});
