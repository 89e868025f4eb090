import type { ServerResponse } from "node:http";

import fc from "fast-check";
import { expect } from "vitest";

import { readOsm } from "#app/desk/imports/readers/read-osm.ts";
import { startFaultyServer } from "#tests/faulty-server.ts";
import { fetchFromSource } from "#tests/live-source-run.ts";
import { OVERPASS_BASE, overpassText } from "#tests/overpass-double.ts";
import { test } from "#tests/test-database.ts";

import { OPENSTREETMAP_LIVE } from "./openstreetmap.server.ts";

const PARAMETERS = { seed: 20_261_128, numRuns: process.env.PROVE === "1" ? 2_000 : 80 };

const anyTag = fc.constantFrom(
  ..."name|name:en|amenity|shop|disused:amenity|opening_hours|check_date|addr:housenumber|addr:street|addr:postcode|phone|website|cuisine|wheelchair|wikidata|fee".split(
    "|",
  ),
);
const anyValue = fc.oneof(
  fc.constantFrom("cafe", "yes", "Zebra Finch", "Mo-Fr 9:00-5:00", "2026-10-01", "+1 202-555-0143", "20002", "K St NW"),
  fc.string({ unit: "grapheme" }),
);
const anyTags = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(anyTag, anyValue) },
  fc.dictionary(fc.string(), fc.jsonValue()),
  fc.jsonValue(),
);
const anyPart = fc.record(
  {
    lat: fc.oneof(fc.constant(38.8973), fc.double(), fc.jsonValue()),
    lon: fc.oneof(fc.constant(-76.9665), fc.double(), fc.jsonValue()),
    center: fc.oneof(fc.constant({ lat: 38.8973, lon: -76.9665 }), fc.jsonValue()),
    tags: anyTags,
    nodes: fc.jsonValue(),
    members: fc.jsonValue(),
    bounds: fc.jsonValue(),
  },
  { requiredKeys: ["tags"] },
);
const anyElement = fc
  .tuple(fc.constantFrom("node", "way", "relation"), fc.nat(), anyPart)
  .map(([type, id, part]) => ({ user: "a mapper", ...part, type, id }));

test("elements with anything in them become a line each that the import reads or leaves out", async ({ db }) => {
  let body = "";
  const OVERPASS_URL = await startFaultyServer((_request, response) => response.end(body));
  const check = async (elements: object[]) => {
    body = JSON.stringify({ osm3s: { timestamp_osm_base: OVERPASS_BASE }, elements }, null, 1);
    const { kind, records } = await fetchFromSource(db, OPENSTREETMAP_LIVE, { settings: { OVERPASS_URL } });
    expect({ kind, count: records.length }).toEqual({ kind: null, count: elements.length });
    for (const record of records) {
      expect(record).not.toHaveProperty("user");
      const entry = readOsm(record);
      expect("place" in entry || typeof entry.skip === "string").toBe(true);
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(anyElement, { minLength: 1, maxLength: 6 }), check), PARAMETERS);
});

const ANSWER = overpassText(
  Array.from({ length: 12 }, (_, at) => ({
    type: "node" as const,
    id: at + 1,
    lat: 38.8973,
    lon: -76.9665,
    tags: { amenity: "cafe", name: `Zebra “${at}” Café` },
  })),
);

/** An answer with some bytes changed or left out, in chunks of any length, and perhaps cut off. */
const damagedAnswer = fc.record({
  changes: fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      by: fc.constantFrom('"', "{", "}", "[", "]", ",", ":", "\\", "\n", "\u0000", "7", ""),
    }),
    { maxLength: 4 },
  ),
  cut: fc.option(fc.double({ min: 0, max: 0.99, noNaN: true }), { freq: 3 }),
  chunkLength: fc.integer({ min: 1, max: 2_000 }),
});

test("a damaged answer is read in whole elements or is a fault, and one that was cut off is never taken for all", async ({
  db,
}) => {
  let chunks: Buffer[] = [];
  const OVERPASS_URL = await startFaultyServer((_request, response) => sendChunks(response, chunks));
  await fc.assert(
    fc.asyncProperty(damagedAnswer, async ({ changes, cut, chunkLength }) => {
      let text = ANSWER;
      for (const { at, by } of changes) {
        const spot = Math.floor(at * text.length);
        text = text.slice(0, spot) + by + text.slice(spot + 1);
      }
      const bytes = Buffer.from(cut === null ? text : text.slice(0, Math.floor(cut * text.length)));
      chunks = Array.from({ length: Math.ceil(bytes.length / chunkLength) }, (_, at) =>
        bytes.subarray(at * chunkLength, (at + 1) * chunkLength),
      );
      const { kind, message, records } = await fetchFromSource(db, OPENSTREETMAP_LIVE, { settings: { OVERPASS_URL } });

      for (const record of records) expect(record).toMatchObject({ type: expect.any(String), id: expect.any(Number) });
      if (kind !== null) {
        expect(["malformed", "cut-off", "failed"]).toContain(kind);
        expect(message).toContain("127.0.0.1");
      } else if (changes.length === 0) {
        expect({ cut, count: records.length, base: ANSWER.includes(OVERPASS_BASE) }).toEqual({
          cut: null,
          count: 12,
          base: true,
        });
      }
    }),
    PARAMETERS,
  );
});

function sendChunks(response: ServerResponse, chunks: readonly Buffer[]): void {
  response.writeHead(200, { "content-type": "application/json" });
  for (const chunk of chunks) response.write(chunk);
  response.end();
}
