import fc from "fast-check";
import { expect } from "vitest";

import { hostileSearches } from "#tests/hostile-searches.ts";

import { siteUrl, test } from "./browser.ts";
import { seedData } from "./page-kinds.ts";

const IS_PROVING = process.env["PROVE"] === "1";
const RUNS = IS_PROVING ? 10_000 : 15;
const SEED = 20_261_122;

/** The JSON is the page's result in another form, so the long run requests it for one in so many searches. */
const SEARCHES_A_JSON = IS_PROVING ? 8 : 1;

test(
  `none of ${RUNS} random and hostile searches, nor their suggestions, gets an error`,
  { timeout: 60_000 + RUNS * 500 },
  async () => {
    const { places, neighborhoods } = seedData();
    const names = [...places.flatMap(({ name, type }) => [name, type]), ...neighborhoods.map(({ name }) => name)];
    const slowest = { ms: 0, path: "" };
    const statuses = new Set<number>();
    // From many visitors, since one may search only so often.
    let requestCount = 0;

    await fc.assert(
      fc.asyncProperty(hostileSearches(names.map((name) => name.toLowerCase())), async (search) => {
        const page = `/search?${new URLSearchParams(search)}`;
        const suggestions = `/search/suggestions?${new URLSearchParams({ q: search["q"] ?? "" })}`;
        // By the search alone, so that a failure can be repeated and shrunk.
        const json = page.length % SEARCHES_A_JSON === 0 ? [page.replace("/search", "/search.json")] : [];
        for (const path of [page, suggestions, ...json]) {
          const startedAt = performance.now();
          // Follows redirects to the canonical URL, if any: a loop would be an error.
          const response = await fetch(siteUrl + path, {
            headers: { "x-forwarded-for": `198.18.0.${requestCount % 200}` },
          });
          requestCount += 1;
          await response.arrayBuffer();
          const ms = performance.now() - startedAt;
          if (ms > slowest.ms) Object.assign(slowest, { ms, path });
          statuses.add(response.status);
          expect(response.status, path).toBeLessThan(500);
        }
      }),
      { numRuns: RUNS, seed: SEED, includeErrorInReport: true },
    );

    expect(statuses).toContain(200);
    if (IS_PROVING) {
      console.info(`figure: slowest of ${RUNS} searches ${Math.round(slowest.ms)} ms, ${slowest.path}`);
    }
  },
);
