import fc from "fast-check";
import { expect, test } from "vitest";

import { readOverture } from "#app/desk/imports/readers/read-overture.ts";
import type { Point } from "#app/lib/geo.ts";
import { startFaultyServer } from "#tests/faulty-server.ts";
import { overtureParquet, overtureRow, pointBytes } from "#tests/overture-parquet.ts";

import { SourceFault } from "../http/source-fault.ts";
import { SourceHttp } from "../http/source-http.server.ts";
import { ParquetReader } from "./parquet-reader.server.ts";
import { placePoint, placeRecord } from "./overture-place.ts";

const SEED = 20_261_128;
const IS_PROVING = process.env["PROVE"] === "1";
const RUNS = IS_PROVING ? 50_000 : 1_000;
const FILE_RUNS = IS_PROVING ? 5_000 : 80;

/** A square around the District, so that every place is inside. */
const DISTRICT = {
  slug: "district",
  shape: [
    [
      [
        [-77.2, 38.7],
        [-76.8, 38.7],
        [-76.8, 39.1],
        [-77.2, 39.1],
      ] satisfies [number, number][],
    ],
  ],
};

const anyValue = fc.anything({ withBigInt: true, withDate: true, withTypedArray: true, withNullPrototype: true });

/** A row of Overture's columns with anything in them. */
const anyRow = fc.record(
  {
    id: fc.oneof(fc.string({ minLength: 1 }), anyValue),
    geometry: fc.oneof(
      fc.tuple(fc.double(), fc.double()).map(([lng, lat]) => pointBytes(lng, lat)),
      fc.uint8Array({ maxLength: 40 }),
      anyValue,
    ),
    names: fc.oneof(fc.record({ primary: fc.oneof(fc.string(), anyValue) }), anyValue),
    taxonomy: fc.oneof(fc.record({ primary: anyValue, hierarchy: anyValue, alternates: anyValue }), anyValue),
    ...Object.fromEntries(
      ["basic_category", "operating_status", "websites", "phones", "addresses", "sources"].map((name) => [
        name,
        anyValue,
      ]),
    ),
  },
  { requiredKeys: [] },
);

test("any row becomes one line of JSON that the import reads, is elsewhere, or isn't a place", () => {
  fc.assert(
    fc.property(anyRow, (row) => {
      let point: Point | null;
      try {
        point = placePoint(row);
      } catch (error) {
        expect(error).toMatchObject({ message: "a row has no id" });
        return;
      }
      if (point === null) return;
      const line = placeRecord({ ...row, geometry: point });
      expect(line).not.toContain("\n");
      const entry = readOverture(JSON.parse(line));
      expect("place" in entry || typeof entry.skip === "string").toBe(true);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

test("the import's reader survives any JSON", () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), anyRow), (value) => {
      const entry = readOverture(value);
      expect("place" in entry || typeof entry.skip === "string").toBe(true);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

const rows = Array.from({ length: 40 }, (_, at) =>
  overtureRow({ id: `a${at}`, name: `Zebra ${at}`, phones: ["+12025550143"], websites: [`https://a${at}.example/`] }),
);
const FILES = [overtureParquet([rows, rows]), overtureParquet([rows], { codec: "UNCOMPRESSED" })];

/** A file of places with some bytes changed, left out or cut off. */
const damagedFile = fc
  .record({
    file: fc.constantFrom(...FILES),
    changes: fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.nat(255) }), {
      maxLength: 8,
    }),
    cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 6 }),
  })
  .map(({ file, changes, cut }) => {
    const bytes = file.slice();
    for (const { at, byte } of changes) bytes[Math.min(bytes.length - 1, Math.floor(at * bytes.length))] = byte;
    return cut === null ? bytes : bytes.subarray(Math.floor(cut * bytes.length));
  });

test("a damaged file is read or is a fault, and the thread that unpacks it takes no more memory than it may", async () => {
  let file: Uint8Array = new Uint8Array();
  const origin = await startFaultyServer(({ headers }, response) => {
    const [, from = "", last = ""] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
    const bytes = file.subarray(Number(from), Number(last) + 1);
    response.writeHead(206, { "content-range": `bytes ${from}-${last}/${file.length}` }).end(bytes);
  });
  const http = new SourceHttp({
    siteUrl: "https://rowhouse.example",
    settingUrls: [origin],
    signal: new AbortController().signal,
    intervalMsMin: 0,
  });
  let reader = new ParquetReader({ http, areas: [DISTRICT] });
  const read = async (bytes: Uint8Array) => {
    file = bytes;
    try {
      for await (const { records } of reader.read({ url: `${origin}/a.parquet`, after: -1 })) {
        for (const record of records) expect(JSON.parse(record)).toHaveProperty("id");
      }
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error;
      expect(["malformed", "cut-off"]).toContain(error.kind);
      if (!error.message.includes("memory")) return;
      // That ended the thread.
      await reader.close();
      reader = new ParquetReader({ http, areas: [DISTRICT] });
    }
  };
  await fc.assert(fc.asyncProperty(damagedFile, read), { seed: SEED, numRuns: FILE_RUNS });
  await reader.close();
});
