import { createHash } from "node:crypto";

import { eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { seedLoads } from "#app/db/schema/seed-data.ts";
import type { FactField } from "#app/db/schema/places.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import { loadSeedGuides, type SeedGuide } from "#app/guide/guides/write/load-guides.server.ts";
import { countGuideWords, estimateReadMinutes } from "#app/guide/guides/page/read-time.ts";
import { assignDistinctSalts } from "#illustrations/picture-arrangement.ts";
import { guidePictureInput, placePictureInput } from "#illustrations/picture-inputs.ts";
import { loadNeighborhoods } from "#app/guide/neighborhoods/load-neighborhoods.server.ts";
import { loadReferenceData, loadPlaces, type SeededPlace } from "#app/guide/places/facts/load-places.server.ts";
import { parseOpeningHours } from "#app/guide/places/hours/osm-opening-hours.ts";
import type { Fact } from "#app/guide/places/facts/place-facts.ts";
import { QUADRANTS } from "#app/guide/places/place.ts";
import { HOUR_MS } from "#app/lib/duration.ts";

import type { SeedData } from "./seed-data.ts";
import { digestSeedFiles, readSeedData } from "./seed-files.server.ts";
import { guidePicturePages, placePicturePages } from "./picture-pages.ts";

/** Characters of the digest in the audit log: enough to tell versions apart. */
const DIGEST_SHOWN = 12;

/** Fewer new or changed entries leave the planner's figures about right. A first load has thousands. */
const ANALYZED_ENTRIES_MIN = 100;

export type SeedLoadReport = { places: number; guides: number; neighborhoods: number };

/**
 * Loads a folder's seed files in one transaction. Idempotent.
 *
 * @returns The number of new or changed entries; null if this seed data was loaded before.
 * @throws SeedDataError if a file is invalid.
 */
export async function loadSeedData(
  db: Database,
  input: { folder: string; now: Date; force: boolean },
): Promise<SeedLoadReport | null> {
  const digest = digestSeedFiles(input.folder);
  const [loaded] = await db.select().from(seedLoads).where(eq(seedLoads.digest, digest));
  if (loaded !== undefined && !input.force) return null;
  const seedData = readSeedData(input.folder);
  return db.transaction(async (tx) => {
    const report = await writeSeedData(tx, seedData, input.now);
    const row = { digest, loadedAt: input.now };
    await tx.insert(seedLoads).values(row).onConflictDoUpdate({ target: seedLoads.digest, set: row });
    const written = report.places + report.guides + report.neighborhoods;
    if (written === 0) return report;
    // Without ANALYZE, PostgreSQL would plan for empty tables until autovacuum runs minutes later.
    if (written >= ANALYZED_ENTRIES_MIN) await tx.execute(sql`analyze`);
    await recordChange(tx, {
      actor: { kind: "command", id: "seed" },
      action: "seed-data.load",
      subject: { kind: "seed-data", id: digest.slice(0, DIGEST_SHOWN) },
      before: null,
      after: report,
      now: input.now,
    });
    return report;
  });
}

async function writeSeedData(db: Database, seedData: SeedData, now: Date): Promise<SeedLoadReport> {
  await loadReferenceData(db, {
    categories: seedData.categories,
    stations: seedData.stations.map(({ position: [lat, lng], source: _source, checkedOn: _on, ...row }) => ({
      ...row,
      lat,
      lng,
    })),
    sources: seedData.sources.map((source) => ({ ...source, register: source.register ?? null })),
  });
  const neighborhoods = await loadNeighborhoods(db, { neighborhoods: seededNeighborhoods(seedData), now });
  const places = await loadPlaces(db, { places: [...seededPlaces(seedData), ...listedPlaces(seedData)], now });
  const guides = await loadSeedGuides(db, { authors: seedData.authors, guides: seededGuides(seedData, now) });
  return { places: places.length, guides: guides.length, neighborhoods: neighborhoods.length };
}

function seededNeighborhoods(seedData: SeedData) {
  return seedData.neighborhoods.map(({ metro, center, rank, ...entry }) => {
    const shape = seedData.shapes[entry.slug];
    const streetPlan = seedData.streetPlans[entry.slug];
    if (shape === undefined || streetPlan === undefined)
      throw new Error(`${entry.slug} passed the checks without a shape`);
    const row = { ...entry, centerLat: center[0], centerLng: center[1], rank: rank ?? null, shape, streetPlan };
    return {
      row: { ...row, seedDigest: digestOf([row, metro]) },
      stations: metro.map(({ station, inside }) => ({ slug: station, inside })),
    };
  });
}

function seededPlaces(seedData: SeedData): SeededPlace[] {
  const facts = new Map(seedData.places.map((place) => [place.slug, factsOf(place)]));
  const pictures = assignDistinctSalts(
    seedData.places.map((place) =>
      placePictureInput({ ...place, street: null, isDescribed: true, salt: 0, crop: "card" }),
    ),
    placePicturePages(seedData, new Map([...facts].map(([slug, known]) => [slug, countKnown(known)]))),
  );
  return seedData.places.map(({ slug }, index) => ({
    slug,
    facts: facts.get(slug) ?? [],
    pictureSalt: pictures[index]?.salt ?? 0,
  }));
}

/** As `known_facts` of place_search. */
function countKnown(facts: readonly Fact[]): number {
  const known = facts.filter(({ field, value }) => COUNTED_FIELDS.has(field) && value !== null);
  return new Set(known.map(({ field }) => field)).size;
}

const COUNTED_FIELDS = new Set<FactField>(["address", "zip", "position", "phone", "website", "hours", "priceRange"]);

/** Listed places share their pictures, so they need no salt. */
function listedPlaces({ listed }: SeedData): SeededPlace[] {
  return listed.map((row) => ({ slug: row.slug, facts: listedFacts(row), pictureSalt: 0 }));
}

function listedFacts(row: SeedData["listed"][number]): Fact[] {
  const { name, category, type, basis, neighborhood, source, sourceId, checkedOn } = row;
  const typeFact = editorFact("type", type);
  return [
    { ...editorFact("name", name), sourceId: source, sourceRecord: sourceId, checkedOn },
    editorFact("category", category),
    basis === "known" ? { ...typeFact, sourceId: "general-knowledge" } : typeFact,
    editorFact("neighborhood", neighborhood),
    ...row.facts.flatMap((block) => sourcedFacts(block)),
  ];
}

function editorFact(field: FactField, value: unknown): Fact {
  return { field, value, sourceId: "rowhouse", sourceRecord: null, checkedOn: null, origin: "seed" };
}

function factsOf(place: SeedData["places"][number]): Fact[] {
  return [
    editorFact("name", place.name),
    ...(place.otherNames.length === 0 ? [] : [editorFact("otherNames", place.otherNames)]),
    editorFact("category", place.category),
    editorFact("type", place.type),
    editorFact("neighborhood", place.neighborhood),
    editorFact("summary", place.summary),
    editorFact("description", place.description),
    editorFact("ranks", { featured: place.featured ?? null, hub: place.hub ?? null }),
    ...place.facts.flatMap((block) => sourcedFacts(block)),
  ];
}

function sourcedFacts(block: SeedData["places"][number]["facts"][number]): Fact[] {
  const quadrant = QUADRANTS.find((each) => block.address?.endsWith(` ${each}`));
  const hours = block.hours === undefined ? null : parseOpeningHours(block.hours);
  const values: [FactField, unknown][] = [
    ["address", block.address === undefined ? undefined : { street: block.address.slice(0, -3), quadrant }],
    ["zip", block.zip],
    ["position", block.position === undefined ? undefined : { lat: block.position[0], lng: block.position[1] }],
    ["priceRange", block.priceRange],
    ["phone", block.phone],
    ["website", block.website],
    ["hours", hours?.ok === true ? hours.hours : undefined],
    ["hoursText", block.hoursText],
    ["attributes", block.attributes],
    ["licensed", block.licensed],
    ["closedForWorks", block.closedForWorks],
  ];
  return values
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => ({
      field,
      value,
      sourceId: block.source,
      sourceRecord: block.sourceId ?? null,
      checkedOn: block.checkedOn ?? null,
      origin: "seed" as const,
    }));
}

function seededGuides(seedData: SeedData, now: Date): SeedGuide[] {
  const pictures = assignDistinctSalts(
    seedData.guides.map((guide) =>
      guidePictureInput({
        slug: guide.slug,
        category: guide.category,
        neighborhood: guide.neighborhood ?? null,
        picture: guide.picture ?? null,
        keywords: guide.keywords,
        salt: 0,
        crop: "card",
      }),
    ),
    guidePicturePages(seedData),
  );
  return seedData.guides.map((guide, index) => {
    const row = {
      slug: guide.slug,
      title: guide.title,
      excerpt: guide.excerpt,
      body: guide.body,
      categorySlug: guide.category,
      neighborhoodSlug: guide.neighborhood ?? null,
      authorSlug: guide.author,
      keywords: guide.keywords,
      picture: guide.picture ?? null,
      pictureSalt: pictures[index]?.salt ?? 0,
      featuredRank: guide.featured ?? null,
      status: "published" as const,
      readMinutes: estimateReadMinutes(countGuideWords(guide)),
      access: guide.access,
      isEarly: guide.early,
    };
    const { publishedAt: publishedAtText, hoursAfterFirstLoad = 0, places, coauthors } = guide;
    const publishedAt =
      publishedAtText === undefined
        ? new Date(now.getTime() + hoursAfterFirstLoad * HOUR_MS)
        : new Date(publishedAtText);
    const seedDigest = digestOf([
      row,
      publishedAtText ?? hoursAfterFirstLoad,
      places,
      ...(coauthors.length === 0 ? [] : [coauthors]),
    ]);
    const isDatedByFirstLoad = publishedAtText === undefined;
    return { row: { ...row, publishedAt, updatedAt: publishedAt, seedDigest }, places, coauthors, isDatedByFirstLoad };
  });
}

function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}
