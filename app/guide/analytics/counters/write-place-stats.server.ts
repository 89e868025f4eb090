import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { z } from "zod";

import type { ClickKind, PlaceMetric } from "#app/db/columns/analytics-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { dailyPlaceStats, dailyPlaceTerms, searchTermCounts } from "#app/db/schema/analytics.ts";
import { places } from "#app/db/schema/places.ts";
import { chunks } from "#app/lib/chunks.ts";
import type { ListedPlaces } from "#app/platform/page-cache-info.ts";

import { TERM_VISITORS_MIN, normalizeTerm } from "./counted-terms.ts";
import { addVisitorHashes, compareBigInts, keyedHash } from "../visitors/visitor-hashes.server.ts";
import { visitorCacheKey, type Visitor, type VisitorKeys } from "../visitors/visitor-keys.server.ts";

const ROWS_PER_STATEMENT = 5_000;

type ListView = Visitor & { shown?: ListedPlaces | null; withoutTerms?: boolean; times: number };
type Click = Visitor & { place: string; kind: ClickKind; times: number };
type WriteInput = {
  views: readonly ListView[];
  clicks: readonly Click[];
  salts: ReadonlyMap<string, Uint8Array>;
  keys: VisitorKeys;
};

/**
 * Writes the stats of places: clicks on their links, and lists that showed them. Runs in the transaction with all other
 * counts, so that a failure leaves nothing behind.
 */
export async function writePlaceStats(db: Database, { views, clicks, salts, keys }: WriteInput): Promise<void> {
  const lists = groupSentLists(views);
  const ids = await placeIds(db, [
    ...new Set([...clicks.map(({ place }) => place), ...lists.flatMap(({ shown }) => shown.slugs)]),
  ]);
  if (ids.size === 0) return;
  for (const day of [...salts.keys()].toSorted()) {
    const ofDay = {
      lists: lists.filter((list) => list.day === day),
      clicks: clicks.filter((each) => each.day === day),
    };
    await writeDay(db, { day, tallies: tallyDay(ofDay, { ids, keys }) });
    await writeTerms(db, { day, lists: ofDay.lists, salt: salts.get(day), ids, keys });
  }
}

/** A list shown to one visitor, with a count. */
type SentList = { day: string; shown: ListedPlaces; visitor: Visitor & { withoutTerms?: boolean }; times: number };

/**
 * A cached list is the same object for every visitor, so a list sent a thousand times costs a thousand steps here
 * instead of a thousand times its length.
 */
function groupSentLists(views: readonly ListView[]): SentList[] {
  const byList = new Map<ListedPlaces, Map<string, SentList>>();
  for (const visitor of views) {
    const { shown, day, times } = visitor;
    // A search without a result lists nothing.
    if (shown === undefined || shown === null || shown.slugs.length === 0) continue;
    const sent = byList.get(shown) ?? new Map<string, SentList>();
    byList.set(shown, sent);
    const name = visitorCacheKey(visitor);
    const known = sent.get(name);
    if (known === undefined) sent.set(name, { day, shown, visitor, times });
    else known.times += times;
  }
  return [...byList.values()].flatMap((sent) => [...sent.values()]);
}

/** Whether the place has a page with links to click. Served by the unique index of places (slug). */
export async function isCountedPlace(db: Database, slug: string): Promise<boolean> {
  const rows = await db
    .select({ id: places.id })
    .from(places)
    .where(and(eq(places.slug, slug), ne(places.status, "removed")));
  return rows.length > 0;
}

/** Served by the same index. */
async function placeIds(db: Database, slugs: string[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const chunk of chunks(slugs, ROWS_PER_STATEMENT)) {
    const rows = await db
      .select({ id: places.id, slug: places.slug })
      .from(places)
      .where(and(inArray(places.slug, chunk), ne(places.status, "removed")));
    for (const { id, slug } of rows) ids.set(slug, id);
  }
  return ids;
}

type CountContext = { ids: ReadonlyMap<string, number>; keys: VisitorKeys };
type Tally = { placeId: number; metric: PlaceMetric; count: number; hashes: Set<bigint> };

function tallyDay({ lists, clicks }: { lists: SentList[]; clicks: Click[] }, { ids, keys }: CountContext): Tally[] {
  const tallies = new Map<string, Tally>();
  const add = (slug: string, metric: PlaceMetric, { visitor, times }: { visitor: Visitor; times: number }) => {
    const placeId = ids.get(slug);
    if (placeId === undefined) return;
    const name = `${placeId} ${metric}`;
    const tally = tallies.get(name) ?? { placeId, metric, count: 0, hashes: new Set() };
    tallies.set(name, tally);
    tally.count += times;
    tally.hashes.add(keyedHash(keys.forVisitor(visitor), [metric, placeId]));
  };
  for (const click of clicks) add(click.place, click.kind, { visitor: click, times: click.times });
  for (const list of lists) for (const slug of list.shown.slugs) add(slug, list.shown.surface, list);
  // A fixed order, because two instances writing in opposite orders would deadlock.
  return [...tallies.values()].toSorted(
    (a, b) => a.placeId - b.placeId || (a.metric < b.metric ? -1 : Number(a.metric > b.metric)),
  );
}

async function writeDay(db: Database, { day, tallies }: { day: string; tallies: Tally[] }): Promise<void> {
  const hashes = new Set(tallies.flatMap((tally) => [...tally.hashes]));
  const inserted = await addVisitorHashes(db, day, hashes);
  const rows = tallies.map(({ placeId, metric, count, hashes: own }) => ({
    placeId,
    day,
    metric,
    count,
    visitors: [...own].filter((hash) => inserted.has(String(hash))).length,
  }));
  for (const chunk of chunks(rows, ROWS_PER_STATEMENT)) {
    await db
      .insert(dailyPlaceStats)
      .values(chunk)
      .onConflictDoUpdate({
        target: [dailyPlaceStats.placeId, dailyPlaceStats.day, dailyPlaceStats.metric],
        set: {
          count: sql`${dailyPlaceStats.count} + excluded.count`,
          visitors: sql`${dailyPlaceStats.visitors} + excluded.visitors`,
        },
      });
  }
}

type TermCount = { placeId: number; term: string; key: bigint; visitors: number };

/**
 * A term is stored once five visitors of a day were shown the place for it; until then only a number under a hashed
 * key. A network counts once a day per search, by the first list it was shown.
 */
async function writeTerms(
  db: Database,
  { day, lists, salt, ids, keys }: CountContext & { day: string; lists: SentList[]; salt: Uint8Array | undefined },
): Promise<void> {
  const searches = searchesOf(lists, keys);
  if (searches.size === 0 || salt === undefined) return;
  const inserted = await addVisitorHashes(db, day, searches.keys());
  const counts = new Map<bigint, TermCount>();
  for (const [hash, { term, slugs }] of searches) {
    if (!inserted.has(String(hash))) continue;
    for (const slug of slugs) {
      const placeId = ids.get(slug);
      if (placeId === undefined) continue;
      const key = keyedHash(salt, ["term", term, placeId]);
      const count = counts.get(key) ?? { placeId, term, key, visitors: 0 };
      counts.set(key, { ...count, visitors: count.visitors + 1 });
    }
  }
  const sorted = [...counts.values()].toSorted((a, b) => compareBigInts(a.key, b.key));
  for (const chunk of chunks(sorted, ROWS_PER_STATEMENT)) await addTerms(db, day, chunk);
}

/** Each network's searches by hash, with every place that they showed. */
function searchesOf(lists: SentList[], keys: VisitorKeys): Map<bigint, { term: string; slugs: Set<string> }> {
  const searches = new Map<bigint, { term: string; slugs: Set<string> }>();
  for (const { shown, visitor } of lists) {
    const term = shown.term === null || visitor.withoutTerms === true ? null : normalizeTerm(shown.term);
    if (term === null) continue;
    const hash = keyedHash(keys.forNetwork(visitor), ["term", term]);
    const search = searches.get(hash) ?? { term, slugs: new Set() };
    searches.set(hash, search);
    for (const slug of shown.slugs) search.slugs.add(slug);
  }
  return searches;
}

const TallyRows = z.object({ rows: z.array(z.object({ key: z.string(), visitors: z.number() })) });

async function addTerms(db: Database, day: string, counts: TermCount[]): Promise<void> {
  const result = await db.execute(sql`
    insert into ${searchTermCounts} as known (day, key, visitors)
    select ${day}::date, * from unnest(
      ${sql.param(counts.map(({ key }) => String(key)))}::bigint[],
      ${sql.param(counts.map(({ visitors }) => visitors))}::integer[])
    on conflict (day, key) do update set visitors = known.visitors + excluded.visitors
    returning key::text, visitors`);
  const visitors = new Map(TallyRows.parse(result).rows.map((row) => [row.key, row.visitors]));
  const known = counts
    .map(({ placeId, term, key }) => ({ placeId, day, term, visitors: visitors.get(String(key)) ?? 0 }))
    .filter((row) => row.visitors >= TERM_VISITORS_MIN);
  if (known.length === 0) return;
  await db
    .insert(dailyPlaceTerms)
    .values(known)
    .onConflictDoUpdate({
      target: [dailyPlaceTerms.placeId, dailyPlaceTerms.day, dailyPlaceTerms.term],
      set: { visitors: sql`greatest(${dailyPlaceTerms.visitors}, excluded.visitors)` },
    });
}
