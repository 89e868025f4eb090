import fc from "fast-check";
import { expect } from "vitest";

import { buildMoment } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { currentVocabulary } from "./find-places.server.ts";
import { search } from "./search.server.ts";
import { readSearchRequest, SEARCH_RESULTS_PER_PAGE } from "./search.ts";
import { suggest } from "./suggest.server.ts";

const RUNS = process.env["PROVE"] === "1" ? 10_000 : 100;
const SEED = 20_261_122;

/** What means something to PostgreSQL, to the query language, to a browser, or nothing to anybody. */
const HOSTILE =
  `' " \\ % _ & | ! ( ) : * <-> :* ' ;--/*\u0000 \uD800 \u202E 🍕 ﷺ İ ß _t1 _c:food $1 \${} {} [] <b> null undefined NaN
-- - "" '' or and not in near under $$ $$$ 24/7 9:30 4.5 stars open until 25:99 é café  1e309 -1 0x1F`.split(/\s/);

test(
  `none of ${RUNS} random and hostile requests is answered with an error, and no answer is longer than a page`,
  { timeout: 60_000 + RUNS * 500 },
  async ({ db }) => {
    const vocabulary = await currentVocabulary(db);
    const slowest = { ms: 0, asked: "" };

    await fc.assert(
      fc.asyncProperty(requests([...vocabulary.phrases.keys()]), async (asked) => {
        const address = new URLSearchParams(asked);
        const request = readSearchRequest(address);
        const startedAt = performance.now();

        const found = await search(db, request, buildMoment());
        const suggestions = await suggest(db, { text: request.query, limit: 8 }, buildMoment());

        const ms = performance.now() - startedAt;
        if (ms > slowest.ms) Object.assign(slowest, { ms, asked: address.toString() });
        expect(found.places.items.length).toBeLessThanOrEqual(SEARCH_RESULTS_PER_PAGE);
        expect(found.places.total).toBeGreaterThanOrEqual(found.places.items.length);
        expect(suggestions.length).toBeLessThanOrEqual(8);
      }),
      { numRuns: RUNS, seed: SEED },
    );

    if (process.env["PROVE"] === "1")
      console.info(`slowest of ${RUNS}: ${Math.round(slowest.ms)} ms, ${slowest.asked}`);
  },
);

function requests(phrases: string[]): fc.Arbitrary<Record<string, string>> {
  const word = fc.oneof(
    fc.constantFrom(...phrases),
    fc.constantFrom(...phrases).map((phrase) => `${phrase.slice(0, 2)}${phrase.slice(3)}`),
    fc.constantFrom(...HOSTILE),
    fc.string({ maxLength: 8, unit: "binary" }),
  );
  const query = fc.oneof(
    fc.array(word, { maxLength: 8 }).map((words) => words.join(" ")),
    fc.string({ maxLength: 300, unit: "binary" }),
  );
  const value = fc.oneof(fc.constantFrom("1", "2", "-1", "1e9", "places", "guides", "neighborhoods"), fc.string());
  return fc.record(
    { q: query, kind: value, page: value, verbatim: value, category: value, near: value, sort: value },
    { requiredKeys: ["q"] },
  );
}
