import { sql } from "drizzle-orm";
import { z } from "zod";

import type { TermKind, ViewSubject } from "#app/db/columns/analytics-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { dailyEventCounts, searchTermCounts, dailyTerms } from "#app/db/schema/analytics.ts";
import { chunks } from "#app/lib/chunks.ts";
import type { ListedPlaces } from "#app/platform/page-cache-info.ts";

import { type Arrival, REDACTED_SEARCH } from "../visitors/arrival.ts";
import { TERM_VISITORS_MIN, normalizeTerm } from "./counted-terms.ts";
import type { DailyEventCount } from "./day-counts.ts";
import { deviceOf } from "../visitors/device.ts";
import type { Visitor, VisitorKeys } from "../visitors/visitor-keys.server.ts";
import { addVisitorHashes, compareBigInts, keyedHash } from "../visitors/visitor-hashes.server.ts";

const ROWS_PER_STATEMENT = 1_000;

/** Terms stored per kind and day: fifty pages of them, of which few are ever read. */
export const TERMS_PER_DAY_MAX = 1_000;

type CountedView = Visitor & {
  subject: ViewSubject;
  key: string;
  shown?: ListedPlaces | null;
  arrival?: Arrival | null;
  withoutTerms?: boolean;
  times: number;
};

type WriteInput = { views: readonly CountedView[]; salts: ReadonlyMap<string, Uint8Array>; keys: VisitorKeys };

/**
 * Writes where views came from and the results of searches. Skips views without an arrival: browsers that opted out,
 * and views whose origin is unknown. Runs in the transaction that counts the views.
 */
export async function writeArrivals(db: Database, { views, salts, keys }: WriteInput): Promise<void> {
  for (const [day, salt] of [...salts].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const tallies = new Map<string, Tally>();
    const terms = new Map<bigint, TermCount>();
    for (const view of views) {
      if (view.day !== day || view.arrival === undefined || view.arrival === null) continue;
      const key = keys.forVisitor(view);
      for (const count of countsOf(view, view.arrival)) addToTally(tallies, count, { times: view.times, key });
      if (view.withoutTerms === true) continue;
      for (const term of termsOf(view, view.arrival)) terms.set(termHash(keys.forNetwork(view), term), term);
    }
    await writeCounts(db, day, [...tallies.values()]);
    await writeTerms(db, { day, salt, terms });
  }
}

type Tally = DailyEventCount & { count: number; hashes: Set<bigint> };

function addToTally(
  tallies: Map<string, Tally>,
  event: DailyEventCount,
  { times, key }: { times: number; key: Uint8Array },
): void {
  const name = `${event.kind} ${event.name}`;
  const tally = tallies.get(name) ?? { ...event, count: 0, hashes: new Set() };
  tallies.set(name, tally);
  tally.count += times;
  tally.hashes.add(keyedHash(key, ["count", event.kind, event.name]));
}

function countsOf({ subject, key, shown, userAgent }: CountedView, arrival: Arrival): DailyEventCount[] {
  const counts: DailyEventCount[] = [
    { kind: "source", name: arrival.source },
    { kind: "device", name: deviceOf(userAgent) },
  ];
  const found = shown?.resultCount ?? null;
  if (found !== null) counts.push({ kind: "search", name: "asked" });
  if (found === 0) counts.push({ kind: "search", name: "nothing" });
  if (arrival.searched !== null && isResult(subject)) counts.push({ kind: "search", name: "followed" });
  if (subject === "page" && key === "subscription") {
    counts.push({ kind: "premium-from", name: arrival.from ?? arrival.source });
  }
  return counts;
}

/** The pages that a search can lead to. */
function isResult(subject: ViewSubject): boolean {
  return subject === "place" || subject === "guide" || subject === "neighborhood";
}

/** A term and which of its row's three counters it adds to. */
type TermCount = { kind: TermKind; term: string; as: "visitors" | "without-result" | "followers" };

function termsOf({ subject, shown }: CountedView, { host, searched, utmSource, utmCampaign }: Arrival): TermCount[] {
  const terms: TermCount[] = [];
  const found = shown?.resultCount ?? null;
  const term = found === null ? null : normalizeTerm(shown?.term ?? "");
  if (term !== null) terms.push({ kind: "search", term, as: "visitors" });
  if (term !== null && found === 0) terms.push({ kind: "search", term, as: "without-result" });
  if (searched !== null && searched !== REDACTED_SEARCH && isResult(subject)) {
    terms.push({ kind: "search", term: searched, as: "followers" });
  }
  if (host !== null) terms.push({ kind: "host", term: host, as: "visitors" });
  if (utmSource !== null) terms.push({ kind: "utm-source", term: utmSource, as: "visitors" });
  if (utmCampaign !== null) terms.push({ kind: "utm-campaign", term: utmCampaign, as: "visitors" });
  return terms;
}

function termHash(key: Uint8Array, { kind, term, as }: TermCount): bigint {
  return keyedHash(key, ["term", kind, as, term]);
}

async function writeCounts(db: Database, day: string, tallies: Tally[]): Promise<void> {
  if (tallies.length === 0) return;
  const inserted = await addVisitorHashes(db, day, new Set(tallies.flatMap(({ hashes }) => [...hashes])));
  const rows = tallies
    .map(({ kind, name, count, hashes }) => ({
      day,
      kind,
      name,
      count,
      visitors: [...hashes].filter((hash) => inserted.has(String(hash))).length,
    }))
    // A fixed order, because two instances writing in opposite orders would deadlock.
    .toSorted((a, b) => (`${a.kind} ${a.name}` < `${b.kind} ${b.name}` ? -1 : 1));
  await addDayCounts(db, rows);
}

/** Adds to the daily counts; each day, kind and name may occur once in `rows`. */
export async function addDayCounts(db: Database, rows: (typeof dailyEventCounts.$inferInsert)[]): Promise<void> {
  await db
    .insert(dailyEventCounts)
    .values(rows)
    .onConflictDoUpdate({
      target: [dailyEventCounts.day, dailyEventCounts.kind, dailyEventCounts.name],
      set: {
        count: sql`${dailyEventCounts.count} + excluded.count`,
        visitors: sql`${dailyEventCounts.visitors} + excluded.visitors`,
      },
    });
}

type TermsInput = { day: string; salt: Uint8Array; terms: ReadonlyMap<bigint, TermCount> };

/**
 * A term is stored once five visitors of a day used it. Until then only numbers under hashed keys are stored, and the
 * term itself is dropped from memory after this write.
 */
async function writeTerms(db: Database, { day, salt, terms }: TermsInput): Promise<void> {
  if (terms.size === 0) return;
  const inserted = await addVisitorHashes(db, day, terms.keys());
  const touched = new Map<string, Pick<TermCount, "kind" | "term">>();
  const added = new Map<bigint, number>();
  for (const [hash, term] of terms) {
    if (!inserted.has(String(hash))) continue;
    touched.set(`${term.kind} ${term.term}`, { kind: term.kind, term: term.term });
    const key = tallyKey(salt, term);
    added.set(key, (added.get(key) ?? 0) + 1);
  }
  const sorted = [...added].toSorted(([a], [b]) => compareBigInts(a, b));
  for (const chunk of chunks(sorted, ROWS_PER_STATEMENT)) await addTallies(db, day, chunk);
  const sortedTerms = [...touched].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
  for (const chunk of chunks(sortedTerms, ROWS_PER_STATEMENT))
    await storeFrequentTerms(db, { day, salt, touched: chunk });
}

function tallyKey(salt: Uint8Array, { kind, term, as }: TermCount): bigint {
  return keyedHash(salt, ["said", kind, as, term]);
}

async function addTallies(db: Database, day: string, added: [bigint, number][]): Promise<void> {
  await db.execute(sql`
    insert into ${searchTermCounts} as known (day, key, visitors)
    select ${day}::date, * from unnest(
      ${sql.param(added.map(([key]) => String(key)))}::bigint[],
      ${sql.param(added.map(([, visitors]) => visitors))}::integer[])
    on conflict (day, key) do update set visitors = known.visitors + excluded.visitors`);
}

const TallyRows = z.object({ rows: z.array(z.object({ key: z.string(), visitors: z.number() })) });

/** Served by the key of search_term_counts. */
async function storeFrequentTerms(
  db: Database,
  { day, salt, touched }: { day: string; salt: Uint8Array; touched: Pick<TermCount, "kind" | "term">[] },
): Promise<void> {
  const keyed = touched.map((each) => ({
    ...each,
    visitors: tallyKey(salt, { ...each, as: "visitors" }),
    withoutResult: tallyKey(salt, { ...each, as: "without-result" }),
    followers: tallyKey(salt, { ...each, as: "followers" }),
  }));
  const hashedKeys = keyed.flatMap((each) => [each.visitors, each.withoutResult, each.followers].map(String));
  const result = await db.execute(sql`
    select key::text, visitors from ${searchTermCounts}
    where day = ${day}::date and key = any(${sql.param(hashedKeys)}::bigint[])`);
  const tallies = new Map(TallyRows.parse(result).rows.map(({ key, visitors }) => [key, visitors]));
  const of = (key: bigint) => tallies.get(String(key)) ?? 0;
  const rows = keyed
    .map(({ kind, term, ...keys }) => ({
      kind,
      term,
      visitors: of(keys.visitors),
      withoutResult: of(keys.withoutResult),
      followers: of(keys.followers),
    }))
    .filter(({ visitors }) => visitors >= TERM_VISITORS_MIN);
  if (rows.length > 0) await upsertTerms(db, day, rows);
}

type TermRow = { kind: TermKind; term: string; visitors: number; withoutResult: number; followers: number };

/** Stored terms keep counting; new ones are added up to the day's limit. */
async function upsertTerms(db: Database, day: string, rows: TermRow[]): Promise<void> {
  const column = (name: keyof TermRow) => sql.param(rows.map((row) => row[name]));
  await db.execute(sql`
    insert into ${dailyTerms} as known (day, kind, term, visitors, without_result, followers)
    select ${day}::date, said.* from unnest(${column("kind")}::text[], ${column("term")}::text[],
      ${column("visitors")}::integer[], ${column("withoutResult")}::integer[], ${column("followers")}::integer[])
      as said (kind, term, visitors, without_result, followers)
    where exists (select 1 from ${dailyTerms} w where w.day = ${day}::date and w.kind = said.kind and w.term = said.term)
      or (select count(*) from ${dailyTerms} w where w.day = ${day}::date and w.kind = said.kind) < ${TERMS_PER_DAY_MAX}
    on conflict (day, kind, term) do update set
      visitors = greatest(known.visitors, excluded.visitors),
      without_result = greatest(known.without_result, excluded.without_result),
      followers = greatest(known.followers, excluded.followers)`);
}
