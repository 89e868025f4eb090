import { Client } from "pg";

import type { Database, OpenedDatabase } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { openPostgres } from "#app/db/postgres.server.ts";
import { loadSeedData } from "#app/guide/seed-data/load-seed-data.server.ts";
import { loadDirectory } from "#app/guide/search/candidates/directory.server.ts";
import { matchPlaces } from "#app/guide/search/candidates/match-places.server.ts";
import { parseQuery } from "#app/guide/search/query/parse-query.ts";
import { rank } from "#app/guide/search/ranking/rank.ts";
import { findCorrections } from "#app/guide/search/spelling/query-spelling.server.ts";
import { search } from "#app/guide/search/page/search.server.ts";
import { parseSearch } from "#app/guide/search/page/search-request.ts";
import { suggest } from "#app/guide/search/suggest/suggest.server.ts";
import { newPageCacheInfo } from "#app/platform/page-cache-info.ts";
import { createLogger } from "#app/platform/log.server.ts";

import { SEED_DATA_FOLDER, MIGRATIONS_FOLDER } from "../cli/prepare-database.ts";
import { startPostgres } from "../tests/real-postgres.ts";
import { generatePlaces } from "./generated-places.ts";

/** A Friday evening. */
const NOW = new Date("2026-11-20T23:00:00Z");
const ROUNDS = 12;

/** Numbers of places, separated by commas. `SEARCH_SCALE` overrides them. */
const SIZES = "10000,100000,1000000";

/** Queries, by what makes them expensive. */
const QUERIES = {
  "common text": ["house", "street food", "live", "old washington", "new american", "local"],
  "specific text": ["torinston", "smithsonian american art", "zamarley oyster", "ben's chili bowl", "yorelski books"],
  misspelt: ["gerogetown", "restaraunt in shaw", "smithsonain american art", "cofee dupont", "libary", "etheopian"],
  faceted: [
    "restaurants in georgetown",
    "cheap coffee open now in shaw",
    "museum free",
    "bars with live music open late",
    "pizza with outdoor seating",
    "$$ italian nw",
  ],
  near: [
    "near metro center",
    "coffee near dupont circle metro",
    "restaurants 5 min from u street metro",
    "open now near eastern market metro",
    "books near gallery place metro",
  ],
} as const;

const LETTERS = ["r", "c", "th", "sha", "geor", "coffe", "tavern", "national m", "martins", "torins", "zam", "res"];

/** Times of the search functions on databases of ten thousand to a million places. */
export async function searchScale(): Promise<void> {
  const existingUrl = process.env["SEARCH_SCALE_URL"];
  if (existingUrl !== undefined) return onExistingDatabase(existingUrl);
  for (const count of (process.env["SEARCH_SCALE"] ?? SIZES).split(",")) await onPostgres(Number(count));
}

async function onPostgres(count: number): Promise<void> {
  const server = await startPostgres();
  const opened = openPostgres(server.url, createLogger({ level: "warn" }));
  // The pool's connections have a statement timeout of a few seconds.
  const client = new Client({ connectionString: server.url });
  await client.connect();
  const runSql = async (text: string) => void (await client.query(text));
  try {
    await measure(opened, { count, runSql });
  } finally {
    await client.end();
    await opened.close();
    await server.stop();
  }
}

/** `SEARCH_SCALE_URL`: an existing database with places; generating a million takes nine minutes. */
async function onExistingDatabase(url: string): Promise<void> {
  const opened = openPostgres(url, createLogger({ level: "warn" }));
  console.log(`\nan existing database, ${await opened.db.$count(places)} places`);
  await reportAll(opened.db);
  await opened.close();
}

type MeasureInput = { count: number; runSql: (text: string) => Promise<void> };

async function measure(opened: OpenedDatabase, { count, runSql }: MeasureInput): Promise<void> {
  const startedAt = performance.now();
  await migrate(opened, MIGRATIONS_FOLDER);
  await loadSeedData(opened.db, { folder: SEED_DATA_FOLDER, now: NOW, force: false });
  await opened.runExclusively((db) => generatePlaces(db, { count, seed: "rowhouse", now: NOW }));
  // What autovacuum does eventually.
  for (const table of ["places", "place_search", "place_ratings", "search_suggestions", "search_terms"])
    await runSql(`vacuum (analyze) ${table}`);
  console.log(`\n${count} places, generated and indexed in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  await reportAll(opened.db);
}

async function reportAll(db: Database): Promise<void> {
  for (const [kind, queries] of Object.entries(QUERIES)) await report(kind, queries, (query) => find(db, query));
  await report("type-ahead", LETTERS, (text) =>
    suggest(db, { text, limit: 8 }, { now: NOW, page: newPageCacheInfo() }),
  );
  await report("whole answer", Object.values(QUERIES).flat(), (query) =>
    search(db, parseSearch(new URLSearchParams({ q: query })), { now: NOW, page: newPageCacheInfo() }),
  );
}

/** What every search does: parse the query, look for misspellings, find and rank the places. */
async function find(db: Database, query: string): Promise<void> {
  const directory = await loadDirectory(db, { query });
  const { vocabulary, queryContext, wordLookup } = directory;
  const [reading] = findCorrections(query, vocabulary, wordLookup);
  const parsed = parseQuery(reading?.query ?? query, vocabulary, queryContext);
  const { places: matches } = await matchPlaces(db, { directory, query: parsed, near: null, now: NOW });
  rank(matches, { sort: "best", near: null, now: NOW });
}

async function report<Input>(kind: string, inputs: readonly Input[], work: (input: Input) => Promise<unknown>) {
  const times: number[] = [];
  const slowest = { ms: 0, input: inputs[0] };
  for (const input of inputs) await work(input);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const input of inputs) {
      const startedAt = performance.now();
      await work(input);
      const ms = performance.now() - startedAt;
      times.push(ms);
      if (ms > slowest.ms) Object.assign(slowest, { ms, input });
    }
  }
  const at = (share: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]?.toFixed(1);
  console.log(
    `${kind.padEnd(14)} p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${slowest.ms.toFixed(1)} ms (${String(slowest.input)})`,
  );
}
