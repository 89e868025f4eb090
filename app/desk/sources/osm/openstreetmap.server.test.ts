import type { ServerResponse } from "node:http";

import { expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import type { Json } from "#app/db/columns/source-columns.ts";
import { saveCategoryMappings } from "#app/desk/imports/screens/import-lifecycle.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { NOW } from "#tests/builders.ts";
import {
  OVERPASS_BASE,
  type OverpassElement,
  overpassText,
  sendOverpass,
  startOverpassDouble,
} from "#tests/overpass-double.ts";
import { test } from "#tests/test-database.ts";

import { SourceFault } from "../http/source-fault.ts";
import { SourceHttp } from "../http/source-http.server.ts";
import { OPENSTREETMAP_LIVE } from "./openstreetmap.server.ts";

const CAFE: OverpassElement = {
  type: "node",
  id: 1,
  lat: 38.9,
  lon: -77.01,
  tags: { amenity: "cafe", name: "Zebra “Finch”\nCoffee" },
};
const CLOSED: OverpassElement = {
  type: "way",
  id: 2,
  center: { lat: 38.9, lon: -77.02 },
  tags: { "disused:shop": "books", name: "A bookshop" },
};

async function buildOverpass(elements: OverpassElement[]) {
  const double = await startOverpassDouble();
  onTestFinished(double.close);
  double.setElements(elements);
  return double;
}

/** Everything that a run fetches, or its fault. */
async function fetchAll(db: Database, { url, since = null }: { url: string; since?: Date | null }) {
  const signal = new AbortController().signal;
  const http = new SourceHttp({
    siteUrl: "https://rowhouse.example",
    settingUrls: [url],
    signal,
    intervalMsMin: 0,
    pause: async () => {},
  });
  const records: unknown[] = [];
  const cursors: Json[] = [];
  const dates: (Date | undefined)[] = [];
  const work = { http, hosts: readEnv({ OVERPASS_URL: url }).sourceHosts, cursor: null, since, db, now: NOW, signal };
  try {
    for await (const piece of OPENSTREETMAP_LIVE.fetch(work)) {
      for (const record of piece.records) expect(record).not.toContain("\n");
      records.push(...piece.records.map((record): unknown => JSON.parse(record)));
      cursors.push(piece.cursor);
      dates.push(piece.dataAt);
    }
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    return { kind: error.kind, message: error.message, records, cursors, dates };
  }
  return { kind: null, message: "", records, cursors, dates };
}

test("one request brings the elements without their editors, with the state of the data", async ({ db }) => {
  const double = await buildOverpass([CAFE, CLOSED]);
  const { kind, records, dates } = await fetchAll(db, double);

  expect(kind).toBeNull();
  expect(records).toEqual(
    [CAFE, CLOSED].map((element) => ({ ...element, timestamp: "2026-03-01T12:00:00Z", version: 3 })),
  );
  expect(dates).toEqual([new Date(OVERPASS_BASE)]);
  expect(double.queries.length).toBe(1);
  expect(double.queries[0]?.userAgent).toContain("https://rowhouse.example");
});

test("the query asks for the District's named places of all kinds that we list, with those that editors mapped", async ({
  db,
}) => {
  const double = await buildOverpass([CAFE]);
  const kinds = ["shop=games", 'shop=a"]("'].map((key) => ({
    key,
    kind: { category: "shopping" as const, type: "Games" },
  }));
  await saveCategoryMappings(db, { format: "osm", kinds, actor: { kind: "command", id: "import" }, now: NOW });
  await fetchAll(db, double);
  await fetchAll(db, { ...double, since: new Date("2026-11-01T10:20:30.456Z") });
  const [whole = "", changes = ""] = double.queries.map(({ query }) => query);

  expect(whole).toMatch(/^\[out:json\]\[timeout:\d+\]\[maxsize:\d+\]\[bbox:38\.78,-77\.13,39\.01,-76\.9\];/);
  expect(whole).toMatch(/nwr\["amenity"~"[^"]*\|cafe\|/);
  expect(whole).toMatch(/nwr\["shop"~"[^"]*\|games\)/);
  expect(whole).toContain('nwr["disused:shop"]');
  expect(whole).toContain('nwr["was:amenity"]');
  expect(whole).not.toContain(']("');
  expect(whole).not.toContain("newer");
  expect(whole).toMatch(/out meta center;$/);
  expect(changes.replaceAll('(newer:"2026-11-01T10:20:30Z")', "")).toBe(whole);
});

test.for<[name: string, kind: string | null, answer: (response: ServerResponse) => void]>([
  [
    "a remark about an overrun",
    "failed",
    (response) => sendOverpass(response, [CAFE], { remark: "runtime error: timed out" }),
  ],
  [
    "an overrun without elements",
    "failed",
    (response) => sendOverpass(response, [], { remark: "runtime error: memory" }),
  ],
  [
    "a remark that says nothing is missing",
    null,
    (response) => sendOverpass(response, [CAFE], { remark: "runtime remark: a" }),
  ],
  ["no elements", "malformed", (response) => sendOverpass(response, [])],
  ["half of the answer", "cut-off", (response) => response.end(overpassText([CAFE, CLOSED]).slice(0, -200))],
  [
    "a page",
    "malformed",
    (response) => response.end("<html><body>Dispatcher_Client::request_read_and_idx</body></html>"),
  ],
  ["a long page", "malformed", (response) => response.end(`<html>${"x".repeat(100_000)}</html>`)],
  ["nothing", "malformed", (response) => response.end()],
  [
    "an element of another kind",
    "malformed",
    (response) => response.end(overpassText([CAFE]).replace('"node"', '"area"')),
  ],
  [
    "an element that isn’t one",
    "malformed",
    (response) => response.end(overpassText([CAFE]).replace('"type"', "type")),
  ],
  ["status 406", "refused", (response) => response.writeHead(406).end()],
  ["status 400", "refused", (response) => response.writeHead(400).end()],
])("a run that is answered with %s ends as %s", async ([, kind, answer], { db }) => {
  const double = await buildOverpass([CAFE]);
  double.answerNext(answer);
  const outcome = await fetchAll(db, double);

  expect(outcome.kind).toBe(kind);
  if (kind !== null) expect(outcome.message).toMatch(/^127\.0\.0\.1:\d+ .*\.$/);
});

test("nothing new is a good answer when only changes were requested", async ({ db }) => {
  const double = await buildOverpass([]);

  expect(await fetchAll(db, { ...double, since: NOW })).toMatchObject({ kind: null, records: [] });
});

test("a server that is busy for a moment is asked again", async ({ db }) => {
  const double = await buildOverpass([CAFE]);
  double.answerNext((response) => response.writeHead(429, { "retry-after": "40" }).end());
  double.answerNext((response) => response.writeHead(504).end("rate limited"));

  expect(await fetchAll(db, double)).toMatchObject({ kind: null, records: [{ id: 1 }] });
  expect(double.queries.length).toBe(3);
});
