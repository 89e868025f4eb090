import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { asc, like } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { formatOpeningHours } from "#app/guide/places/hours/osm-opening-hours.ts";
import { test } from "#tests/test-database.ts";

import { guessMapping } from "../mapping/column-mapping.ts";
import { buildImport } from "../import-builders.ts";
import { openLocalFile } from "./import-file.server.ts";
import { isTableFormat } from "./import-format.ts";
import { IMPORT_SAMPLES } from "./import-samples.ts";
import { OVERTURE } from "../mapping/import-source.ts";
import { inspectFile } from "./read-file.server.ts";

const FOLDER = join("seeds", "import-samples");
const SOURCE = { ...OVERTURE, id: "samples", title: "Samples" };

/** What each sample adds: the new places, and why its other entries are skipped. */
const EXPECTED: Record<string, { places: string[]; skips: Record<string, number> }> = {
  "overture.geojson": {
    places: [
      "Square Hardware (sample) | Hardware store | no phone | hours unknown",
      "Street Bakery (sample) | Bakery | +12025550131 | hours unknown",
    ],
    skips: { closed: 1 },
  },
  "overpass.json": {
    places: [
      "Hall Market (sample) | Grocery | no phone | 24/7",
      "Noodle House (sample) | Restaurant | +12025550132 | Tu-Th 11:30-14:30,17:00-22:00; Fr,Sa 17:00-02:00",
    ],
    skips: { closed: 1, "not-a-place": 1 },
  },
  "overpass-turbo.geojson": {
    places: [
      "Corner Books (sample) | Bookstore | +12025550133 | Mo-Sa 10:00-19:00; Su 11:00-17:00; PH off",
      "Row Gallery (sample) | Art gallery | no phone | hours unknown",
    ],
    skips: {},
  },
  "osmium.geojsonseq": {
    places: [
      "Arcade Dentist (sample) | Dental clinic | +12025550134 | Mo-Fr 08:00-17:00",
      "Avenue Tailor (sample) | Tailor | no phone | hours unknown",
    ],
    skips: {},
  },
  "google-business-profile.csv": {
    places: [
      "Anchor Bicycles (sample) | Bike shop | no phone | Mo-Fr 09:00-18:00",
      "Low Tide Raw Bar (sample) | Restaurant | +12025550135 | Tu,We 11:30-14:30,17:00-22:00; Th 11:30-22:00; Fr 11:30-01:00; Sa 11:00-01:00; Su 11:00-21:00; 2026 Dec 24 11:00-15:00; 2026 Dec 25 off",
    ],
    skips: { unpublished: 1 },
  },
  "table.csv": {
    places: [
      "Old Last Cobbler (sample) | Tailor | +12025550136 | Mo-Fr 09:00-18:00",
      "Riverbend Yoga (sample) | Yoga studio | no phone | hours unknown",
    ],
    skips: { "no-name": 1 },
  },
  "schema-org.jsonld": {
    places: [
      "Injera Supper Club (sample) | Ethiopian | +12025550137 | We-Fr 17:00-23:00",
      "Quick Spoke (sample) | Bike shop | no phone | Mo-Fr 10:00-18:00; Sa 10:00-14:00",
    ],
    skips: { "not-a-place": 1 },
  },
};

test.for(IMPORT_SAMPLES)("the sample $file is detected as its format and adds its places", async (sample, { db }) => {
  const path = join(FOLDER, sample.file);
  const found = await inspectFile(openLocalFile(path), null);
  if ("problem" in found) throw new Error(found.problem);
  const mapping = isTableFormat(found.format) ? guessMapping(found.headers) : undefined;

  const { report } = await buildImport(db, { path, source: SOURCE, ...(mapping === undefined ? {} : { mapping }) });

  expect(found.format).toBe(sample.format);
  expect({ places: await listSamplePlaces(db), skips: report.skips }).toEqual(EXPECTED[sample.file]);
});

test("every sample file is offered, is small and links only to example addresses", () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(IMPORT_SAMPLES.map(({ file }) => file).toSorted());
  for (const { file } of IMPORT_SAMPLES) {
    const text = readFileSync(join(FOLDER, file), "utf8");
    expect(text.length, file).toBeLessThan(4_000);
    expect(text.match(/https?:\/\/[^/"]*/g)?.filter((at) => !/example\.com$|schema\.org$/.test(at)) ?? []).toEqual([]);
  }
});

async function listSamplePlaces(db: Database): Promise<string[]> {
  const rows = await db.select().from(places).where(like(places.name, "% (sample)")).orderBy(asc(places.name));
  return rows.map(({ name, type, phone, hours }) =>
    [name, type, phone ?? "no phone", hours === null ? "hours unknown" : formatOpeningHours(hours)].join(" | "),
  );
}
