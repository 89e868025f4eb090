import { and, asc, eq, gt, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { sourceRecords } from "#app/db/schema/importing.ts";
import { places } from "#app/db/schema/places.ts";
import { getList, getPath, getText } from "#app/desk/imports/readers/parse-fields.ts";
import { slugify } from "#app/lib/slug.ts";

/** A file each. */
const SPIDERS_MAX = 120;
/** About 1 KB each: the run stays below a gigabyte. */
const RUN_FEATURES_MAX = 800_000;
/** Larger ones have the whole world, such as all letter boxes of a country. */
const SPIDER_FEATURES_MAX = 150_000;
/** Places whose names are read at once. */
const PLACES_PER_BATCH = 10_000;
/** Words of a name that may be a brand: in "The Container Store Georgetown" three. */
const BRAND_WORDS_MAX = 8;
/** A place with only the brand's name says more than one that begins with it. */
const WHOLE_NAME_POINTS = 5;

/** `leftOut`: spiders that brought places before and can't be read in this run, so that their places aren't missing. */
export type ChosenSpiders = { spiders: string[]; leftOut: number };

/**
 * The spiders whose brands occur in the guide, those with most places first. A spider that has brought places before is always
 * one of them.
 *
 * @param input.results The run's list of spiders (`stats/_results.json`).
 * @param input.insights The run's list of brands (`stats/_insights.json`); null: only the spiders' own names are compared.
 */
export async function chooseSpiders(
  db: Database,
  { sourceId, results, insights }: { sourceId: string; results: unknown; insights: unknown },
): Promise<ChosenSpiders> {
  const featureCounts = countFeatures(results);
  const points = await scoreSpiders(db, spidersByName([...featureCounts.keys()], insights));
  const earlier = await listEarlierSpiders(db, sourceId);
  const wanted = [...new Set([...earlier, ...points.keys()])]
    .filter((spider) => featureCounts.has(spider))
    .sort(
      (one, other) =>
        Number(earlier.has(other)) - Number(earlier.has(one)) ||
        (points.get(other) ?? 0) - (points.get(one) ?? 0) ||
        one.localeCompare(other),
    );
  const spiders: string[] = [];
  let total = 0;
  for (const spider of wanted) {
    const count = featureCounts.get(spider) ?? 0;
    if (count === 0 || count > SPIDER_FEATURES_MAX || total + count > RUN_FEATURES_MAX) continue;
    if (spiders.length === SPIDERS_MAX) break;
    spiders.push(spider);
    total += count;
  }
  const read = new Set(spiders);
  return { spiders, leftOut: wanted.filter((spider) => earlier.has(spider) && !read.has(spider)).length };
}

/** How many features each spider of the run has. A name that can't be part of an address is left out. */
function countFeatures(results: unknown): Map<string, number> {
  return new Map(
    getList(results, "results").flatMap((result): [string, number][] => {
      const [spider, features] = [getText(result, "spider"), getPath(result, "features")];
      if (!/^[a-z0-9_]{1,100}$/.test(spider)) return [];
      return [[spider, typeof features === "number" && features > 0 ? features : 0]];
    }),
  );
}

/** Spiders by a name as a slug. `byBrand`: what the run counted in the United States. `byOwnName`: what they are called. */
type NamedSpiders = Record<"byBrand" | "byOwnName", Map<string, Set<string>>>;

function spidersByName(spiders: readonly string[], insights: unknown): NamedSpiders {
  const named: NamedSpiders = { byBrand: new Map(), byOwnName: new Map() };
  const add = (spidersOf: Map<string, Set<string>>, name: string, spider: string) => {
    if (name.length < 2) return;
    spidersOf.set(name, (spidersOf.get(name) ?? new Set()).add(spider));
  };
  const [domestic, foreign] = [new Set<string>(), new Set<string>()];
  for (const record of getList(insights, "data")) {
    const brands = new Set(["atp_brand", "nsi_brand", "q_title"].map((key) => slugify(getText(record, key))));
    for (const [country, spider] of countedSpiders(getPath(record, "atp_splits"))) {
      // Many spiders of one country leave it out.
      const isDomestic = country === "US" || country === "null";
      (isDomestic ? domestic : foreign).add(spider);
      if (isDomestic) for (const brand of brands) add(named.byBrand, brand, spider);
    }
  }
  for (const spider of spiders) {
    const isForeign = foreign.has(spider) && !domestic.has(spider);
    if (!isForeign) add(named.byOwnName, slugify(spider.replace(/_usa?$/, "").replaceAll("_", " ")), spider);
  }
  return named;
}

/** The spiders of `{US: {a_us: 13}, FR: {a_fr: 2}}`, with their countries. */
function countedSpiders(splits: unknown): [country: string, spider: string][] {
  if (typeof splits !== "object" || splits === null) return [];
  return Object.entries(splits).flatMap(([country, counts]: [string, unknown]) =>
    typeof counts === "object" && counts !== null
      ? Object.keys(counts).map((spider): [string, string] => [country, spider])
      : [],
  );
}

/** Points by the names of published places that are a brand's, or begin with it: "Starbucks Dupont Circle". */
async function scoreSpiders(db: Database, { byBrand, byOwnName }: NamedSpiders): Promise<Map<string, number>> {
  const points = new Map<string, number>();
  for (let afterId = 0; ;) {
    const batch = await db
      .select({ id: places.id, name: places.name })
      .from(places)
      .where(and(gt(places.id, afterId), eq(places.status, "published")))
      .orderBy(asc(places.id))
      .limit(PLACES_PER_BATCH);
    for (const { name } of batch) {
      const words = slugify(name).split("-");
      for (let length = 1; length <= Math.min(words.length, BRAND_WORDS_MAX); length += 1) {
        const beginning = words.slice(0, length).join("-");
        // A spider's own name may be any word: "other" isn't the brand of Other Half Brewing.
        const own = length > 1 || words.length === 1 ? byOwnName.get(beginning) : undefined;
        for (const spider of new Set([...(byBrand.get(beginning) ?? []), ...(own ?? [])])) {
          points.set(spider, (points.get(spider) ?? 0) + (length === words.length ? WHOLE_NAME_POINTS : 1));
        }
      }
    }
    const last = batch.at(-1);
    if (last === undefined || batch.length < PLACES_PER_BATCH) return points;
    afterId = last.id;
  }
}

/** Served by the primary key of source_records. */
async function listEarlierSpiders(db: Database, sourceId: string): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ spider: sql<string>`split_part(${sourceRecords.recordId}, '/', 1)` })
    .from(sourceRecords)
    .where(eq(sourceRecords.sourceId, sourceId));
  return new Set(rows.map(({ spider }) => spider));
}
