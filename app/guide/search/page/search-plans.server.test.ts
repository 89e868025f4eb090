import { type SQL, sql } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { buildRequestContext } from "#tests/builders.ts";
import { queryRows } from "#tests/query-rows.ts";
import { test } from "#tests/test-database.ts";

import { CANDIDATE_LIMITS } from "../candidates/candidate-stages.server.ts";
import { loadDirectory } from "../candidates/directory.server.ts";
import { canBeUnknown } from "../candidates/condition-fit.ts";
import { selectCandidates } from "../candidates/select-candidates.server.ts";
import { parseQuery } from "../query/parse-query.ts";
import { similarNamesQuery } from "../spelling/suggest-similar-names.server.ts";
import { suggestionsQuery } from "../suggest/suggest.server.ts";

const METRO_CENTER = { lat: 38.8983, lng: -77.0281 };

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Subplan Name"?: string;
  "Actual Rows": number;
  Plans?: Plan[];
};

const Plan: z.ZodType<Plan> = z.lazy(() =>
  z.object({
    "Node Type": z.string(),
    "Relation Name": z.string().optional(),
    "Index Name": z.string().optional(),
    "Subplan Name": z.string().optional(),
    "Actual Rows": z.number(),
    Plans: z.array(Plan).optional(),
  }),
);

test.for([
  ["street food", "place_search_doc"],
  ["torinley oyster house", "place_search_doc"],
  ["restaurants in georgetown", "place_search_doc"],
  ["cheap coffee with wifi near metro center", "place_search_doc"],
  ["near metro center", "place_search_near"],
  ["restaurants near metro center", "place_search_near"],
] as const)("the candidates for “%s” come from %s, and are limited", async ([query, index], { db }) => {
  const directory = await loadDirectory(db);
  const parsed = parseQuery(query, directory.vocabulary);
  const isNear = parsed.conditions.some(({ condition }) => condition.kind === "station");

  const from = isNear ? METRO_CENTER : null;
  const input = {
    ...directory,
    query: parsed,
    canDoubt: canBeUnknown(parsed),
    words: "all",
    from,
    guide: null,
    countsHours: false,
  } as const;
  const nodes = await explain(db, selectCandidates(db, input).getSQL());

  const answers = nodes.filter((node) => node["Subplan Name"]?.startsWith("CTE answer_"));
  expect(answers.length).toBeGreaterThan(0);
  for (const node of answers) expect(node["Actual Rows"]).toBeLessThanOrEqual(CANDIDATE_LIMITS.countedMax);
  expect(answers.flatMap(nodesOf).map((node) => node["Index Name"])).toContain(index);
  expect(scannedTables(nodes)).not.toContain("place_search");
  // Ranking reads only the place's one row.
  const tables = new Set(nodes.flatMap((node) => node["Relation Name"] ?? []));
  for (const other of ["places", "place_ratings", "saved_places"]) expect(tables).not.toContain(other);
});

test.for(["r", "th", "geo", "georgetown w"])("names that begin with “%s” come from an index", async (text, { db }) => {
  const nodes = await explain(db, suggestionsQuery({ text, limit: 8 }));

  expect(scannedTables(nodes)).not.toContain("search_suggestions");
  const index = text.length > 3 ? "search_suggestions_words" : `search_suggestions_${text.length}`;
  expect(nodes.map((node) => node["Index Name"])).toContain(index);
  for (const node of nodes) expect(node["Actual Rows"]).toBeLessThanOrEqual(400);
});

test("names that begin with many letters are read from the index alone", async ({ db }) => {
  await db.execute(sql`set local enable_indexscan = off`);
  await db.execute(sql`set local enable_bitmapscan = off`);

  const nodes = await explain(db, suggestionsQuery({ text: "georgetown w", limit: 8 }));

  const ofWords = nodes.filter((node) => node["Index Name"] === "search_suggestions_words");
  expect(new Set(ofWords.map((node) => node["Node Type"]))).toEqual(new Set(["Index Only Scan"]));
});

test("names spelled like the typed letters come from indexes, and are limited", async ({ db }) => {
  const nodes = await explain(
    db,
    similarNamesQuery({ word: "gerogetown", isAlone: true, moment: buildRequestContext() }),
  );

  expect(scannedTables(nodes)).toEqual([]);
  expect(nodes.map((node) => node["Index Name"])).toContain("search_suggestions_words");
  for (const node of nodes) expect(node["Actual Rows"]).toBeLessThanOrEqual(12 * 60);
});

test("no GIN index has a pending list, which every lookup would have to read", async ({ db }) => {
  const indexes = await queryRows(
    db,
    sql`select c.relname as name, coalesce(c.reloptions, '{}') as options from pg_class c
      join pg_am a on a.oid = c.relam join pg_namespace n on n.oid = c.relnamespace
      where a.amname = 'gin' and n.nspname = 'public' order by c.relname`,
  );

  expect(indexes.map(({ name }) => name)).toContain("search_terms_similar");
  for (const { name, options } of indexes) expect(options, String(name)).toContain("fastupdate=off");
});

/**
 * Runs the statement and returns its plan nodes, with fresh statistics. Sequential scans are disabled, because the
 * planner prefers them for small tables.
 */
async function explain(db: Database, query: SQL): Promise<Plan[]> {
  for (const table of ["place_search", "search_suggestions", "places"])
    await db.execute(sql`analyze ${sql.identifier(table)}`);
  await db.execute(sql`set local enable_seqscan = off`);
  const [row] = await queryRows(db, sql`explain (analyze, format json) ${query}`);
  const plans = z.array(z.object({ Plan })).parse(row?.["QUERY PLAN"]);
  return plans.flatMap((each) => nodesOf(each.Plan));
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** The tables read by a sequential scan. */
function scannedTables(nodes: Plan[]): string[] {
  return nodes.filter((node) => node["Node Type"] === "Seq Scan").flatMap((node) => node["Relation Name"] ?? []);
}
