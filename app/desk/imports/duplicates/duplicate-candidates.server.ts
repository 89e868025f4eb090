import { setImmediate as yieldToEventLoop } from "node:timers/promises";

import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { ImportedFacts } from "#app/db/columns/import-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import { websiteHost } from "#app/business/submissions/form/place-similarity.ts";
import { chunks } from "#app/lib/chunks.ts";
import type { Point } from "#app/lib/geo.ts";
import { slugify } from "#app/lib/slug.ts";

import {
  CELL_METERS,
  DuplicateIndex,
  countNameParts,
  type NamePartCounts,
  type SearchReach,
} from "./duplicate-index.ts";
import { type ComparablePlace, matchTraits } from "./duplicate-score.ts";

/** Candidates per entry with the same phone or website; chains have more. */
const CANDIDATES_MAX = 12;

/** Places read into memory per query; the process serves pages in between. */
const PLACES_PER_BATCH = 1_000;

/** Searches in memory before yielding to other requests: a few milliseconds in the worst case. */
const SEARCHES_PER_TURN = 10;

/** Ids are assigned before their rows become visible, so this many recent ids are read again. */
const ID_OVERLAP = 1_000;

/** `at` identifies the entry in the result: its number in the file, or its id. */
export type CandidateQuery = { at: number; facts: ImportedFacts & { name: string } };

const CandidateRow = z.object({
  at: z.coerce.number(),
  id: z.coerce.number(),
  name: z.string(),
  otherNames: z.array(z.string()),
  category: z.enum(CATEGORY_SLUGS).nullable(),
  street: z.string().nullable(),
  quadrant: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  isClosed: z.boolean(),
});

export type Candidate = { id: number; comparable: ComparablePlace; isClosed: boolean };

/** A place that left the lists unconfirmed is compared too: a source that has it brings it back, instead of a second listing. */
const IS_PRESUMED_OPEN = sql`(p.status = 'published' or p.closure = 'unlisted')`;

/** Names sampled to estimate how frequent words and trigrams are. */
const NAMES_SAMPLED = 2_000;

const Names = z.object({ rows: z.array(z.object({ name: z.string() })) });

/** Counts the name parts of listed places. */
export async function loadNamePartCounts(db: Database): Promise<NamePartCounts> {
  const names = await db.execute(sql`
    select p.name from places p where p.status = 'published' order by p.id limit ${NAMES_SAMPLED}`);
  return countNameParts(Names.parse(names).rows.map(({ name }) => toComparablePlace({ name })));
}

type IndexOptions = { counts?: NamePartCounts; reach?: SearchReach };

/** The index of listed places, keyed by place id. */
export async function buildPlaceIndex(db: Database, options: IndexOptions = {}): Promise<DuplicateIndex> {
  const index = new DuplicateIndex(options);
  await readPlaces(db, { after: 0, where: sql`true` }, (id, compared) => index.add(id, compared));
  return index;
}

/** Places read at once for a few entries; the center of the city has some hundred around a point. */
const NEARBY_MAX = 5_000;

/**
 * The index of what a few entries with positions can be compared with: the listed places around them, and those without
 * a position. Null when these are so many that they are better read in turns, by `buildPlaceIndex`.
 */
export async function buildNearbyIndex(db: Database, points: Point[]): Promise<DuplicateIndex | null> {
  const index = new DuplicateIndex({ reach: "unplaced" });
  const { rows } = CandidateRows.parse(await db.execute(nearbyPlacesSql(points)));
  if (rows.length > NEARBY_MAX) return null;
  for (const row of rows) for (const { comparable } of candidatesOf(row)) index.add(row.id, comparable);
  return index;
}

/**
 * Served by places_by_point, which has the places without a position too, and places_unconfirmed. Exported for tests of
 * its query plan.
 */
export function nearbyPlacesSql(points: Point[]): SQL {
  return sql`
    with s as materialized (select * from jsonb_to_recordset(${JSON.stringify(points)}::jsonb) as s (lat float8, lng float8)),
    near as materialized (
      select a.id from s cross join lateral (
        select p.id from places p
        where p.status = 'published' and ${isNearby({ lat: sql`s.lat`, lng: sql`s.lng` })} limit ${NEARBY_MAX}) a
      union select p.id from places p where p.status = 'published' and point(p.lng * 0.778, p.lat) is null
      union select p.id from places p where p.closure = 'unlisted'
      limit ${NEARBY_MAX + 1})
    select near.id as at, c.* from near cross join lateral (
      -- One row each, as in placeCandidatesSql.
      select ${PLACE_COLUMNS} from places p where p.id = near.id limit 1) c
    order by c.id`;
}

/** Places listed since an import began, except by the import itself. `lastId` is the newest place read so far. */
export type RecentListings = { index: DuplicateIndex; importId: string; lastId: number; ids: Set<number> };

export async function loadRecentListings(
  db: Database,
  { importId, createdAt }: { importId: string; createdAt: Date },
): Promise<RecentListings> {
  const since = { index: new DuplicateIndex(), importId, lastId: await lastPlaceId(db), ids: new Set<number>() };
  const isRecent = sql`p.created_at > ${createdAt.toISOString()}::timestamptz and ${isNotFromImport(importId)}`;
  await readPlaces(db, { after: 0, where: isRecent }, (id, compared) => addOnce(since, id, compared));
  return since;
}

/** Adds places listed since the last call. Served by the primary key. */
export async function addNewListings(db: Database, since: RecentListings): Promise<void> {
  const lastId = await lastPlaceId(db);
  const after = Math.max(0, since.lastId - ID_OVERLAP);
  await readPlaces(db, { after, where: isNotFromImport(since.importId) }, (id, compared) =>
    addOnce(since, id, compared),
  );
  since.lastId = lastId;
}

function isNotFromImport(importId: string): SQL {
  return sql`not exists (select from import_records r where r.place_id = p.id and r.import_id = ${importId})`;
}

function addOnce({ index, ids }: RecentListings, id: number, compared: ComparablePlace): void {
  if (ids.has(id)) return;
  ids.add(id);
  index.add(id, compared);
}

/** Places of a similar name or nearby that are compared with an entry when an editor lists it. */
const RECENT_MAX = 500;

/** In degrees of latitude, as the places_by_point index has it; longitudes are scaled. */
const NEARBY_DEGREES = CELL_METERS / 111_195;

/** Possible duplicates listed after `since` by anything but this import. Served by places_by_point. */
export async function findRecentCandidates(
  db: Database,
  { importId, facts, since }: { importId: string; facts: CandidateQuery["facts"]; since: Date },
): Promise<Candidate[]> {
  const isRecent = sql`p.created_at > ${since.toISOString()}::timestamptz and ${isNotFromImport(importId)}`;
  const hasSimilarName = sql`p.slug % ${slugify(facts.name)}`;
  const where = facts.position === undefined ? hasSimilarName : sql`(${hasSimilarName} or ${isNearby(facts.position)})`;
  const nearby = CandidateRows.parse(
    await db.execute(sql`
      select 0 as at, ${PLACE_COLUMNS} from places p
      where p.status = 'published' and ${where} and ${isRecent} order by p.id desc limit ${RECENT_MAX}`),
  );
  const index = new DuplicateIndex();
  for (const row of nearby.rows) for (const { comparable } of candidatesOf(row)) index.add(row.id, comparable);
  const found = (await findPlaceCandidates(db, { index, sought: [{ at: 0, facts }] })).get(0) ?? [];
  const recent = Ids.parse(
    await db.execute(sql`
      select p.id from places p
      where p.id = any(${sql.param(found.map(({ id }) => id))}::bigint[]) and ${isRecent}`),
  );
  const recentIds = new Set(recent.rows.map(({ id }) => id));
  return found.filter(({ id }) => recentIds.has(id));
}

const Ids = z.object({ rows: z.array(z.object({ id: z.coerce.number() })) });

function isNearby({ lat, lng }: Record<keyof Point, number | SQL>): SQL {
  const [x, y, reach] = [sql`${lng}::float8 * 0.778`, sql`${lat}::float8`, sql`${NEARBY_DEGREES}::float8`];
  return sql`point(p.lng * 0.778, p.lat) <@ box(point(${x} - ${reach}, ${y} - ${reach}), point(${x} + ${reach}, ${y} + ${reach}))`;
}

const LastId = z.object({ rows: z.tuple([z.object({ id: z.coerce.number() })]) });

async function lastPlaceId(db: Database): Promise<number> {
  return LastId.parse(await db.execute(sql`select coalesce(max(id), 0) as id from places`)).rows[0].id;
}

async function readPlaces(
  db: Database,
  { after, where }: { after: number; where: SQL },
  add: (id: number, compared: ComparablePlace) => void,
): Promise<void> {
  await readInBatches(
    async (last) =>
      db.execute(sql`
        select p.id as at, ${PLACE_COLUMNS} from places p
        where p.id > ${last} and ${IS_PRESUMED_OPEN} and ${where} order by p.id limit ${PLACES_PER_BATCH}`),
    { after, add },
  );
}

/** The index of new entries this file has brought so far, keyed by record id. */
export async function buildTwinIndex(
  db: Database,
  importId: string,
  options: IndexOptions = {},
): Promise<DuplicateIndex> {
  const index = new DuplicateIndex(options);
  // Served by the index on import id and number.
  await readInBatches(
    async (last) =>
      db.execute(sql`
        select r.number as at, r.id, ${TWIN_COLUMNS} from import_records r
        where r.import_id = ${importId} and r.number > ${last} and r.outcome = 'new'
        order by r.number limit ${PLACES_PER_BATCH}`),
    { after: 0, add: (id, compared) => index.add(id, compared) },
  );
  return index;
}

async function readInBatches(
  read: (after: number) => Promise<unknown>,
  { after, add }: { after: number; add: (id: number, compared: ComparablePlace) => void },
): Promise<void> {
  for (let last = after; ;) {
    const { rows } = CandidateRows.parse(await read(last));
    for (const row of rows) for (const { comparable } of candidatesOf(row)) add(row.id, comparable);
    last = rows.at(-1)?.at ?? last;
    if (rows.length < PLACES_PER_BATCH) return;
  }
}

/**
 * Possible duplicates of entries, by `at`: from the index and, by phone, website or equal name, from the database.
 * Served by places_by_phone, places_by_site_host and the keys of ids and slugs.
 */
export async function findPlaceCandidates(
  db: Database,
  { index, sought }: { index: DuplicateIndex; sought: CandidateQuery[] },
): Promise<Map<number, Candidate[]>> {
  if (sought.length === 0) return new Map();
  return groupByEntry(await db.execute(await placeCandidatesSql(index, sought)));
}

/** Exported for tests of its query plan. */
export async function placeCandidatesSql(index: DuplicateIndex, sought: CandidateQuery[]): Promise<SQL> {
  return sql`
    with s as materialized (${queryRows(sought)}), found as (
      ${await indexMatches(index, sought)}
      union select s.at, b.id from s cross join lateral (
        select p.id from places p where p.phone = s.phone order by p.id + 0 limit ${CANDIDATES_MAX}) b
      union select s.at, c.id from s cross join lateral (
        select p.id from places p
        where p.website is not null and substring(p.website from '^https?://(?:www\\.)?([^/:?#]+)') = s.host
        order by similarity(p.slug, s.slug) desc, p.id limit ${CANDIDATES_MAX}) c
      union select s.at, d.id from s cross join lateral (select p.id from places p where p.slug = s.slug limit 1) d)
    select found.at, c.* from found cross join lateral (
      -- One row each: the planner can't know how many are found, and for a few thousand it would read the whole table.
      select ${PLACE_COLUMNS} from places p where p.id = found.id and p.status <> 'removed' limit 1) c
    order by found.at, c.id`;
}

/**
 * The same among new entries earlier in the file. Served by import_records_new_by_phone, import_records_new_by_name and
 * the primary key.
 */
export async function findTwinCandidates(
  db: Database,
  { importId, index, sought }: { importId: string; index: DuplicateIndex; sought: CandidateQuery[] },
): Promise<Map<number, Candidate[]>> {
  if (index.size === 0 || sought.length === 0) return new Map();
  return groupByEntry(await db.execute(await twinCandidatesSql(importId, index, sought)));
}

/** Exported for tests of its query plan. */
export async function twinCandidatesSql(
  importId: string,
  index: DuplicateIndex,
  sought: CandidateQuery[],
): Promise<SQL> {
  // `is true` keeps other indexes out: on a table without statistics the planner may expect to find twelve matches soon
  // by reading all of a file's entries in order, once per query.
  const isNew = sql`(r.import_id = ${importId}) is true and r.outcome = 'new'`;
  return sql`
    with s as materialized (${queryRows(sought)}), found as (
      ${await indexMatches(index, sought)}
      union select s.at, b.id from s cross join lateral (
        select r.id from import_records r where ${isNew} and r.phone = s.phone order by r.id + 0 limit ${CANDIDATES_MAX}) b
      union select s.at, c.id from s cross join lateral (
        select r.id from import_records r where ${isNew} and r.name_slug = s.slug order by r.id + 0 limit ${CANDIDATES_MAX}) c)
    select found.at, c.* from found cross join lateral (
      select r.id, ${TWIN_COLUMNS} from import_records r where r.id = found.id limit 1) c
    order by found.at, c.id`;
}

const PLACE_COLUMNS = sql`p.id, p.name, p.other_names as "otherNames", p.category_slug as category, p.street, p.quadrant, p.lat, p.lng, p.phone, p.website,
  not ${IS_PRESUMED_OPEN} as "isClosed"`;

const TWIN_COLUMNS = sql`r.name, '{}'::text[] as "otherNames", r.facts ->> 'category' as category, r.facts #>> '{address,street}' as street,
  r.facts #>> '{address,quadrant}' as quadrant, r.lat, r.lng, r.phone, r.facts ->> 'website' as website, false as "isClosed"`;

function queryRows(sought: CandidateQuery[]): SQL {
  return sql`select * from jsonb_to_recordset(${JSON.stringify(sought.map(toQueryRow))}::jsonb)
    as s (at integer, slug text, phone text, host text)`;
}

async function indexMatches(index: DuplicateIndex, sought: CandidateQuery[]): Promise<SQL> {
  const pairs: { at: number; id: number }[] = [];
  for (const part of chunks(sought, SEARCHES_PER_TURN)) {
    pairs.push(...part.flatMap(({ at, facts }) => index.find(toComparablePlace(facts)).map((id) => ({ at, id }))));
    await yieldToEventLoop();
  }
  return sql`select n.at, n.id from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as n (at integer, id bigint)`;
}

const comparableCache = new WeakMap<ImportedFacts, ComparablePlace>();

export function toComparablePlace(facts: ImportedFacts & { name: string }): ComparablePlace {
  const cached = comparableCache.get(facts);
  if (cached !== undefined) return cached;
  const compared = {
    name: facts.name,
    category: facts.category ?? null,
    street: facts.address?.street ?? null,
    quadrant: facts.address?.quadrant ?? null,
    position: facts.position ?? null,
    phone: facts.phone ?? null,
    website: facts.website ?? null,
  };
  comparableCache.set(facts, compared);
  return compared;
}

/** The host in the form the database indexes. */
export function optionalWebsiteHost(website: string | undefined): string | null {
  return website === undefined ? null : websiteHost(website);
}

function toQueryRow({ at, facts }: CandidateQuery) {
  const { name, phone = null } = facts;
  // Hosts shared by thousands of places prove nothing, so they are left out.
  return { at, slug: slugify(name), phone, host: matchTraits(toComparablePlace(facts)).host };
}

const CandidateRows = z.object({ rows: z.array(CandidateRow) });

function groupByEntry(result: unknown): Map<number, Candidate[]> {
  const byEntry = new Map<number, Candidate[]>();
  const byId = new Map<number, Candidate[]>();
  for (const row of CandidateRows.parse(result).rows) {
    const candidates = byId.get(row.id) ?? candidatesOf(row);
    byId.set(row.id, candidates);
    byEntry.set(row.at, [...(byEntry.get(row.at) ?? []), ...candidates]);
  }
  return byEntry;
}

/** A candidate for each of the place's names. */
function candidatesOf({
  at: _at,
  id,
  isClosed,
  lat,
  lng,
  name,
  otherNames,
  ...rest
}: z.infer<typeof CandidateRow>): Candidate[] {
  const position = lat === null || lng === null ? null : { lat, lng };
  return [name, ...otherNames].map((each) => ({ id, isClosed, comparable: { ...rest, name: each, position } }));
}
