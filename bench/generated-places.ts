import { sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { type Random, seededRandom } from "#illustrations/drawing/seeded-random.ts";
import { rebuildSearchIndex, refreshSearchIndex } from "#app/guide/search/candidates/search-index.server.ts";
import { chunks } from "#app/lib/chunks.ts";

const PLACES_PER_STATEMENT = 5_000;

/** One to three blocks: generated places are as dense as the real places around them. */
const SPREAD_DEGREES = 0.004;

type RealPlace = typeof places.$inferSelect;

/**
 * Fills a bench's database up to `count` places, recombined from the seed data, with generated owners for rare names.
 * The same seed gives the same places.
 */
export async function generatePlaces(db: Database, input: { count: number; seed: string; now: Date }): Promise<void> {
  const real = await db.select().from(places).orderBy(places.id);
  const byType = Map.groupBy(real, ({ type }) => type);
  const random = seededRandom(input.seed);
  const numbers = Array.from({ length: Math.max(0, input.count - real.length) }, (_, index) => index);
  await withoutTriggers(db, async () => {
    for (const some of chunks(numbers, PLACES_PER_STATEMENT)) {
      const generated = some.map((number) => madePlace(number, { random, real, byType }));
      await insertPlaces(db, generated, input.now);
    }
    await db.execute(sql`
      insert into place_ratings (place_id, is_demo, stars_1, stars_2, stars_3, stars_4, stars_5)
      select id, false, n / 20, n / 20, n / 10, n * 3 / 10, n / 2
      -- A few places have most of the reviews, and most have none.
      from places cross join lateral (select floor(60.0 / (1 + id * 7919 % 1009))::integer as n) as reviews
      where n > 0 and slug like 'made-%'`);
  });
  await indexAll(db, input.now);
}

/** Like an operator's bulk load: triggers off, one rebuild at the end. */
async function withoutTriggers(db: Database, work: () => Promise<void>): Promise<void> {
  await db.execute(sql`alter table places disable trigger user`);
  await work();
  await db.execute(sql`alter table places enable trigger user`);
}

/** Building an inverted index at once is ten times faster than row by row. */
async function indexAll(db: Database, now: Date): Promise<void> {
  await db.execute(sql`drop index place_search_doc`);
  await db.execute(sql`drop index place_search_near`);
  await db.execute(sql`
    update popularity_buckets set above = coalesce((
      select popularity from search_place_scores(array(select id from places)) order by 1 desc offset size limit 1), -1)
    where bucket > 0`);
  await rebuildSearchIndex(db, now);
  await db.execute(sql`create index place_search_doc on place_search using gin (doc) with (fastupdate = off)`);
  await db.execute(sql`create index place_search_near on place_search using gist (category_slug, location)`);
  await refreshSearchIndex(db, now);
}

type MadePlace = Pick<
  RealPlace,
  | "name"
  | "categorySlug"
  | "type"
  | "neighborhoodSlug"
  | "description"
  | "street"
  | "quadrant"
  | "lat"
  | "lng"
  | "priceRange"
  | "hours"
  | "attributes"
> & { slug: string };

function madePlace(
  number: number,
  { random, real, byType }: { random: Random; real: RealPlace[]; byType: Map<string, RealPlace[]> },
): MadePlace {
  const kind = random.pick(real);
  const sameType = byType.get(kind.type) ?? [kind];
  const location = random.pick(real);
  const jitter = () => (random.next() + random.next() + random.next() - 1.5) * SPREAD_DEGREES;
  return {
    slug: `made-${number}`,
    name: madeName(random, { kind, other: random.pick(real) }),
    categorySlug: kind.categorySlug,
    type: kind.type,
    neighborhoodSlug: location.neighborhoodSlug,
    description: random.pick(sameType).description,
    street: location.street === null ? null : `${random.integer(1, 5_200)} ${location.street.replace(/^\d+\s+/, "")}`,
    quadrant: location.quadrant,
    lat: location.lat === null ? null : location.lat + jitter(),
    lng: location.lng === null ? null : location.lng + jitter(),
    priceRange: random.chance(0.6) ? kind.priceRange : null,
    hours: random.pick(sameType).hours,
    attributes: random.pick(sameType).attributes,
  };
}

const NAME_STARTS =
  "Al Ber Cas Dor El Fen Gar Hol Il Jas Kel Lor Mar Nor Or Pel Quin Ros Sal Tor Ul Ver Wil Yor Zam".split(" ");
const NAME_MIDDLES = "a e i o u an en in on ar er or al el il am em".split(" ");
const NAME_ENDS = "berg ston ley man ini ez ova ski dale worth by ton more field son well".split(" ");

/** "Torinley's Oyster House", "Shaw Coffee", "Dupont Lantern Books": mostly words of the seed data, some unique. */
function madeName(random: Random, { kind, other }: { kind: RealPlace; other: RealPlace }): string {
  const last = kind.name.split(" ").slice(-random.integer(1, 2)).join(" ");
  const first = other.name.split(" ").slice(0, random.integer(1, 2)).join(" ");
  const owner = `${random.pick(NAME_STARTS)}${random.pick(NAME_MIDDLES)}${random.pick(NAME_ENDS)}`;
  const begin = random.chance(0.4) ? `${owner}’s` : first;
  return `${begin} ${random.chance(0.3) ? kind.type : last}`.slice(0, 120);
}

async function insertPlaces(db: Database, generated: MadePlace[], now: Date): Promise<void> {
  await db.execute(sql`
    insert into places (slug, name, category_slug, type, neighborhood_slug, description, street, quadrant, lat, lng,
      price_range, hours, attributes, status, created_at, updated_at)
    select m.slug, m.name, m."categorySlug", m.type, m."neighborhoodSlug", m.description, m.street, m.quadrant,
      greatest(38.71, least(39.09, m.lat)), greatest(-77.19, least(-76.81, m.lng)), m."priceRange",
      m.hours, m.attributes, 'published', ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(generated)}::jsonb) as m (slug text, name text, "categorySlug" text, type text,
      "neighborhoodSlug" text, description text, street text, quadrant text, lat float8, lng float8, "priceRange" text,
      hours jsonb, attributes jsonb)`);
}
