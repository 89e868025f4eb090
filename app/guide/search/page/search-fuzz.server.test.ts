import fc from "fast-check";
import { expect } from "vitest";

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

/** The maximum in 1,000 runs was 15. */
const STATEMENTS_MAX = 15;

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
        if (statements.count > maxStatements.count)
          Object.assign(maxStatements, { count: statements.count, url: address.toString() });
        const suggestions = await suggest(db, { text: request.query, limit: 8 }, buildRequestContext());

        const ms = performance.now() - startedAt;
        if (ms > slowest.ms) Object.assign(slowest, { ms, url: address.toString() });
        expect(found.places.items.length).toBeLessThanOrEqual(SEARCH_RESULTS_PER_PAGE);
        expect(found.places.total).toBeGreaterThanOrEqual(found.places.items.length);
        expect(suggestions.length).toBeLessThanOrEqual(8);
        expect(statements.count, address.toString()).toBeLessThanOrEqual(STATEMENTS_MAX);
      }),
      { numRuns: RUNS, seed: SEED },
    );

    if (process.env["PROVE"] === "1") {
      console.info(`figure: slowest of ${RUNS} searches below HTTP ${Math.round(slowest.ms)} ms, ${slowest.url}`);
      console.info(`figure: most statements of a search ${maxStatements.count}, ${maxStatements.url}`);
    }
  },
);
