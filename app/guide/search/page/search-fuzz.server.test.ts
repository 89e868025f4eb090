import { readFileSync } from "node:fs";

import fc from "fast-check";
import { expect } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

import { buildRequestContext } from "#tests/builders.ts";
import { countStatements } from "#tests/count-statements.ts";
import { hostileSearches } from "#tests/hostile-searches.ts";
import { test } from "#tests/test-database.ts";

import { loadDirectory } from "../candidates/directory.server.ts";
import { search } from "./search.server.ts";
import { parseSearch, SEARCH_RESULTS_PER_PAGE } from "./search-request.ts";
import { suggest } from "../suggest/suggest.server.ts";

const RUNS = process.env["PROVE"] === "1" ? 1_000 : 25;
const SEED = 20_261_122;

const STATEMENTS_MAX = 8;
const SUGGESTION_STATEMENTS_MAX = 4;

const Judged = z.object({ searches: z.record(z.string(), z.array(z.object({ query: z.string() }))) });

test(
  `${RUNS} random and hostile searches cause no error, and no result list exceeds a page`,
  { timeout: 60_000 + RUNS * 500 },
  async ({ db }) => {
    const { vocabulary } = await loadDirectory(db);
    const slowest = { ms: 0, url: "" };
    const { db: counting, statements } = countStatements(db);
    const maxStatements = { count: 0, url: "" };

    await fc.assert(
      fc.asyncProperty(hostileSearches([...vocabulary.phrases.keys()]), async (params) => {
        const address = new URLSearchParams(params);
        const request = parseSearch(address);
        const startedAt = performance.now();

        statements.count = 0;
        const found = await search(counting, request, buildRequestContext());
        const searchStatements = statements.count;
        const suggestions = await suggest(counting, { text: request.query, limit: 8 }, buildRequestContext());

        const ms = performance.now() - startedAt;
        if (searchStatements > maxStatements.count)
          Object.assign(maxStatements, { count: searchStatements, url: address.toString() });
        if (ms > slowest.ms) Object.assign(slowest, { ms, url: address.toString() });
        expect(found.places.items.length).toBeLessThanOrEqual(SEARCH_RESULTS_PER_PAGE);
        expect(found.places.total).toBeGreaterThanOrEqual(found.places.items.length);
        expect(suggestions.length).toBeLessThanOrEqual(8);
        expect(searchStatements, address.toString()).toBeLessThanOrEqual(STATEMENTS_MAX);
        const suggestionStatements = statements.count - searchStatements;
        expect(suggestionStatements, address.toString()).toBeLessThanOrEqual(SUGGESTION_STATEMENTS_MAX);
      }),
      { numRuns: RUNS, seed: SEED },
    );

    if (process.env["PROVE"] === "1") {
      console.info(`figure: slowest of ${RUNS} searches below HTTP ${Math.round(slowest.ms)} ms, ${slowest.url}`);
      console.info(`figure: most statements of a search ${maxStatements.count}, ${maxStatements.url}`);
    }
  },
);

test.for([
  ["as judged", (q: string) => ({ q })],
  ["with a word that no place has, open now", (q: string) => ({ q: `${q} xyzzy`, open: "now" })],
  ["with conditions that few places meet", (q: string) => ({ q: `${q} in anacostia rated 4.5`, price: "$$$$" })],
] as const)("a judged search, %s, runs at most 8 statements", async ([, paramsOf], { db }) => {
  const { searches } = Judged.parse(parse(readFileSync("bench/judged-queries.yaml", "utf8")));
  const judged = Object.values(searches).flat();
  const step = process.env["PROVE"] === "1" ? 1 : 20;
  const { db: counting, statements } = countStatements(db);

  for (const { query } of judged.filter((_, at) => at % step === 0)) {
    statements.count = 0;
    await search(counting, parseSearch(new URLSearchParams(paramsOf(query))), buildRequestContext());
    expect(statements.count, query).toBeLessThanOrEqual(STATEMENTS_MAX);
  }
});
