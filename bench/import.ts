import { fork } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { OpenedDatabase } from "#app/db/database.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { loadSeedData } from "#app/guide/seed-data/load-seed-data.server.ts";
import { type Random, seededRandom } from "#illustrations/drawing/seeded-random.ts";
import { openLocalFile } from "#app/desk/imports/readers/import-file.server.ts";
import { inspectFile, readEntries } from "#app/desk/imports/readers/read-file.server.ts";

import { SEED_DATA_FOLDER, MIGRATIONS_FOLDER } from "../cli/prepare-database.ts";
import { withEmptyDatabase } from "./empty-database.ts";
import { formatThroughput, watchMemory } from "./import-figures.ts";
import { madeBusiness } from "./made-business.ts";

/**
 * The default for `npm run bench -- import=import:5000`: what to do and with how many places; `read` only reads the
 * file.
 */
const SIZES = "read:1000000,import:100000";

/** Rows per second and peak memory of the importing process, for a file of generated places in Overture's format. */
export async function importBench(sizes: string | null): Promise<void> {
  for (const size of (sizes ?? SIZES).split(",")) {
    const [what = "", text = ""] = size.split(":");
    const folder = mkdtempSync(join(tmpdir(), "rowhouse-bench-"));
    const path = join(folder, "places.geojson");
    await writePlaces(path, Number(text));
    await (what === "read" ? readOnly(path) : readAndImport(path));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readOnly(path: string): Promise<void> {
  const memory = watchMemory();
  const startedAt = performance.now();
  const found = await inspectFile(openLocalFile(path), null);
  if ("problem" in found) throw new Error(found.problem);
  let entries = 0;
  for await (const _entry of readEntries(openLocalFile(path), { ...found, mapping: {} }, { bytes: 0 })) entries += 1;
  console.log(`read only: ${formatThroughput(path, entries, performance.now() - startedAt)}, ${memory.end()}`);
}

async function readAndImport(path: string): Promise<void> {
  await withEmptyDatabase(async (opened, url) => {
    await prepare(opened);
    await measureInProcess([url, path]);
  });
}

async function prepare(opened: OpenedDatabase): Promise<void> {
  await migrate(opened, MIGRATIONS_FOLDER);
  await loadSeedData(opened.db, { folder: SEED_DATA_FOLDER, now: new Date(), force: false });
}

/** Runs in its own process, like `cli import`, so that the memory for preparing the database isn't counted. */
async function measureInProcess(words: string[]): Promise<void> {
  const child = fork(join(import.meta.dirname, "import-measured.ts"), words);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The measuring process ended with ${code}`);
}

const KINDS = [
  "cafe",
  "mexican_restaurant",
  "bar",
  "bookstore",
  "dentist",
  "hair_salon",
  "gym",
  "plumbing",
  "park",
  "bakery",
];
async function writePlaces(path: string, places: number): Promise<void> {
  const random = seededRandom("import");
  const file = createWriteStream(path);
  file.write('{"type":"FeatureCollection","features":[\n');
  for (let number = 0; number < places; number += 1) {
    const text = `${number === 0 ? "" : ",\n"}${JSON.stringify(madeFeature(number, random))}`;
    if (!file.write(text)) await once(file, "drain");
  }
  file.end("\n]}\n");
  await once(file, "close");
}

function madeFeature(number: number, random: Random) {
  const { name, lat, lng, phone, website, houseNumber, streetName } = madeBusiness(number, random);
  const id = `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
  return {
    type: "Feature",
    id,
    geometry: { type: "Point", coordinates: [lng, lat] },
    properties: {
      id,
      version: 3,
      sources: [
        {
          property: "",
          dataset: "meta",
          record_id: String(number),
          update_time: "2026-10-01T08:00:00.000Z",
          confidence: 0.9,
        },
      ],
      names: { primary: name, common: null, rules: null },
      categories: { primary: random.pick(KINDS), alternate: [] },
      confidence: 0.9,
      websites: [website],
      socials: [],
      emails: [],
      phones: [phone],
      brand: null,
      addresses: [
        {
          freeform: `${houseNumber} ${streetName}`,
          locality: "Washington",
          postcode: "20002",
          region: "DC",
          country: "US",
        },
      ],
    },
  };
}
