import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "drizzle-orm";
import { ByteWriter } from "hyparquet-writer";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { loadSeedData } from "#app/guide/seed-data/load-seed-data.server.ts";
import { type Random, seededRandom } from "#illustrations/drawing/seeded-random.ts";

import { MIGRATIONS_FOLDER, SEED_DATA_FOLDER } from "../cli/prepare-database.ts";
import { type OverpassElement, startOverpassDouble } from "../tests/overpass-double.ts";
import { type DoubleFile, startOvertureDouble } from "../tests/overture-double.ts";
import { OvertureParquetWriter, type OvertureRow, overtureRow, overtureSource } from "../tests/overture-parquet.ts";
import { startWebsitesDouble, type WebsitesDouble } from "../tests/websites-double.ts";
import { withEmptyDatabase } from "./empty-database.ts";
import { madeBusiness } from "./made-business.ts";

/** The default for `npm run bench -- source-run=overture:100000`: which source, and how many elements, rows or sites it has. */
const SIZES = "osm:50000,overture:1000000,websites:400";

const FILE_ROWS = 250_000;
/** As in Overture's files. */
const GROUP_ROWS = 20_000;
/** Every so many rows one is in the District; the others are across the river, in the same row groups. */
const DISTRICT_STEP = 20;

const OSM_KINDS: Record<string, string>[] = [
  { amenity: "cafe" },
  { amenity: "bar" },
  { shop: "books" },
  { amenity: "dentist" },
  { shop: "florist" },
];
const OVERTURE_KINDS = ["coffee_shop", "bar", "bookstore", "dental_clinic", "florist"];

/**
 * A whole run of a live source from a double on this machine: requests, bytes, records per second and the peak memory of the
 * process that fetches and imports. Websites are read with the pause of a second between two requests to a host, the others
 * without.
 */
export async function sourceRun(sizes: string | null): Promise<void> {
  for (const size of (sizes ?? SIZES).split(",")) {
    const [name = "", count = ""] = size.split(":");
    const folder = mkdtempSync(join(tmpdir(), "rowhouse-bench-"));
    const double = await startDouble(name, { count: Number(count), folder });
    console.log(`${name}: ${count}`);
    await withEmptyDatabase(async (opened, databaseUrl) => {
      await migrate(opened, MIGRATIONS_FOLDER);
      await loadSeedData(opened.db, { folder: SEED_DATA_FOLDER, now: new Date(), force: false });
      if ("setSite" in double) await makeSites(opened.db, { double, count: Number(count) });
      await measureInProcess([databaseUrl, name, double.url, folder]);
    });
    await double.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs in its own process, so that the memory for the double and the database's preparation isn't counted. Like commands, it
 * finds its modules compiled: compiling them takes 100 MB.
 */
async function measureInProcess(words: string[]): Promise<void> {
  const execArgv = [COMMAND_FLAG, "--import", join(import.meta.dirname, "..", "tests", "quick-imports.ts")];
  const child = fork(join(import.meta.dirname, "source-run-measured.ts"), words, { execArgv });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The measuring process ended with ${code}`);
}

/** As bootstrap.mjs starts commands. */
const COMMAND_FLAG = "--max-semi-space-size=8";

async function startDouble(name: string, { count, folder }: { count: number; folder: string }) {
  if (name === "osm") return startOsm(count);
  if (name === "overture") return startOverture(folder, count);
  const double = await startWebsitesDouble();
  return { ...double, url: `http://127.0.0.1:${double.http.loopbackPort}` };
}

/** Gives this many places a website each that names them, with hours and a menu on two pages; the others have none. */
async function makeSites(
  db: Database,
  { double, count }: { double: Pick<WebsitesDouble, "setSite">; count: number },
): Promise<void> {
  const listed = await db.execute(sql`
    update places set website = case when id in (select p.id from places p where p.status = 'published' order by p.id limit ${count})
      then 'http://site-' || id || '.example.com' end
    returning id, name, website`);
  for (const { id, name, website } of Listed.parse(listed).rows) {
    if (website === null) continue;
    const thing = JSON.stringify({ "@type": "LocalBusiness", name, telephone: "+1 202-555-0143" });
    double.setSite(new URL(website).host, {
      "/robots.txt": "User-agent: *\nDisallow: /admin",
      "/": `<title>${name}</title><h1>${name}</h1>${FILLER}<a href="/visit">Visit us</a><script type="application/ld+json">${thing}</script>`,
      "/visit": `<h1>${name}</h1>${FILLER}<p>Hours: Mon-Fri ${8 + (id % 3)}am-6pm</p>`,
    });
  }
}

const Listed = z.object({
  rows: z.array(z.object({ id: z.coerce.number(), name: z.string(), website: z.string().nullable() })),
});

/** About as long as a real page. */
const FILLER = "<p>We are glad to see you, whatever the weather.</p>".repeat(800);

async function startOsm(count: number) {
  const random = seededRandom("source-run");
  const double = await startOverpassDouble();
  double.setElements(Array.from({ length: count }, (_, number) => madeElement(number, random)));
  return double;
}

function madeElement(number: number, random: Random): OverpassElement {
  const { name, lat, lng, phone, website, houseNumber, streetName } = madeBusiness(number, random);
  return {
    type: "node",
    id: number + 1,
    lat,
    lon: lng,
    tags: {
      ...random.pick(OSM_KINDS),
      name,
      "addr:housenumber": String(houseNumber),
      "addr:street": streetName,
      "addr:postcode": "20002",
      phone,
      website,
      opening_hours: "Mo-Fr 08:00-18:00; Sa 09:00-14:00",
      check_date: "2026-09-01",
    },
  };
}

async function startOverture(folder: string, count: number) {
  const random = seededRandom("source-run");
  const files: DoubleFile[] = [];
  for (let from = 0; from < count; from += FILE_ROWS) {
    const path = join(folder, `part-${from}.parquet`);
    writeFileSync(path, madeFile({ from, to: Math.min(count, from + FILE_ROWS) }, random));
    files.push(fileOnDisk(path));
  }
  const double = await startOvertureDouble();
  double.setReleases([{ name: "2026-11-18.0", files }]);
  return double;
}

function madeFile({ from, to }: { from: number; to: number }, random: Random): Uint8Array {
  const writer = new ByteWriter();
  const file = new OvertureParquetWriter(writer);
  for (let first = from; first < to; first += GROUP_ROWS) {
    const length = Math.min(GROUP_ROWS, to - first);
    file.write(Array.from({ length }, (_, at) => madeRow(first + at, random)));
  }
  file.finish();
  return writer.getBytes();
}

function madeRow(number: number, random: Random): OvertureRow {
  const { name, lat, lng, phone, website, houseNumber, streetName } = madeBusiness(number, random);
  const kind = random.pick(OVERTURE_KINDS);
  const freeform = `${houseNumber} ${streetName}`;
  return overtureRow({
    id: `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`,
    name,
    at: number % DISTRICT_STEP === 0 ? [lat, lng] : [lat - 0.09, lng - 0.07],
    basic_category: kind,
    taxonomy: { primary: kind, hierarchy: ["services", kind], alternates: null },
    websites: [website],
    phones: [phone],
    addresses: [{ freeform, locality: "Washington", postcode: "20002", region: "DC", country: "US" }],
    sources: [overtureSource({ record_id: String(number), confidence: 0.9 })],
  });
}

function fileOnDisk(path: string): DoubleFile {
  const file = openSync(path, "r");
  return {
    size: statSync(path).size,
    read: (from, to) => {
      const bytes = new Uint8Array(to - from);
      readSync(file, bytes, 0, bytes.length, from);
      return bytes;
    },
  };
}
