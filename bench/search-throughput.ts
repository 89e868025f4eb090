import { readSeedData } from "#app/guide/seed-data/seed-files.server.ts";
import { NO_SEARCH_FILTERS, SEARCH_SORTS } from "#app/guide/search/query/search-filters.ts";
import { searchPath } from "#app/guide/search/page/search-request.ts";

import { SEED_DATA_FOLDER } from "../cli/prepare-database.ts";
import { startBareServer } from "./bare-server.ts";
import { startBuiltSite } from "./built-site.ts";
import { requestsPerSecond, visitorAddress } from "./load.ts";
import { quantile } from "./quantile.ts";

/** From the issue. */
const GOAL = 0.02;

const SECONDS = 3;
const ROUNDS = 5;
const CONNECTIONS = 16;

/** About as large as a page of twenty places. */
const SAMPLE = "/search?q=museum";

/** For the 95th percentile of suggestions over loopback, from the issue. */
const SUGGESTIONS_GOAL_MS = 50;

const SUGGESTION_REQUESTS = 1_000;

/** At this length almost every name is unique. */
const TYPED_LETTERS_MAX = 12;

/**
 * Uncached search pages per second (parsing to compressing), compared in alternating rounds with a bare `node:http`
 * server that sends as many bytes. Then the time that suggestions take.
 */
export async function searchThroughput(): Promise<void> {
  const site = await startBuiltSite();
  const headers = { "accept-encoding": "br" };
  const answer = await fetch(site.url + SAMPLE, { headers });
  await answer.arrayBuffer();
  const bare = await startBareServer(answer);
  const paths = uncachedSearches();
  const ratios: number[] = [];
  let scale = "";
  for (let round = 0; round < ROUNDS; round += 1) {
    const load = { connections: CONNECTIONS, seconds: SECONDS, headers };
    const siteRate = await requestsPerSecond(site.url, { ...load, nextPath: () => nextOf(paths) });
    const bareRate = await requestsPerSecond(bare.url, load);
    ratios.push(siteRate / bareRate);
    scale = `${siteRate.toFixed(1)} vs. ${Math.round(bareRate)} requests per second`;
  }
  console.log(
    `uncached search pages, ${answer.headers.get("content-length")} bytes compressed for “museum”, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each`,
  );
  console.log(
    `ratio to bare node:http: median ${quantile(ratios, 0.5).toFixed(4)} (goal ${GOAL}), from ${quantile(ratios, 0).toFixed(4)} to ${quantile(ratios, 1).toFixed(4)}`,
  );
  console.log(`for scale, the last round: ${scale}`);
  bare.stop();
  await timeSuggestions(site.url, headers);
  await site.stop();
}

/** How long uncached suggestions take, one after the other as one person types. */
async function timeSuggestions(url: string, headers: Record<string, string>): Promise<void> {
  const times: number[] = [];
  for (const [index, typed] of typedNames().entries()) {
    const startedAt = performance.now();
    const answer = await fetch(`${url}/search/suggestions?${new URLSearchParams({ q: typed })}`, {
      headers: { ...headers, "x-forwarded-for": visitorAddress(index) },
    });
    await answer.arrayBuffer();
    times.push(performance.now() - startedAt);
    if (!answer.ok) throw new Error(`Suggestions for “${typed}” answered ${answer.status}`);
  }
  const at = (part: number) => `${quantile(times, part).toFixed(1)} ms`;
  console.log(
    `uncached suggestions over loopback: p50 ${at(0.5)}, p95 ${at(0.95)} (goal ${SUGGESTIONS_GOAL_MS} ms), slowest ${at(1)} of ${times.length}`,
  );
}

/** "b", "be", "ben" and so on: names as they are typed, an even sample of all, each prefix once. */
function typedNames(): string[] {
  const { places } = readSeedData(SEED_DATA_FOLDER);
  const typed = new Set(
    places.flatMap(({ name }) =>
      Array.from({ length: Math.min(name.length, TYPED_LETTERS_MAX) }, (_, end) =>
        name
          .slice(0, end + 1)
          .toLowerCase()
          .trimEnd(),
      ),
    ),
  );
  const every = Math.max(1, Math.floor(typed.size / SUGGESTION_REQUESTS));
  return [...typed].filter((_, index) => index % every === 0).slice(0, SUGGESTION_REQUESTS);
}

/**
 * "Thai in Shaw", for every type of place in every neighborhood that has it: thousands of realistic searches, each URL
 * once.
 */
function* uncachedSearches(): Generator<string> {
  const { places, neighborhoods } = readSeedData(SEED_DATA_FOLDER);
  const names = new Map(neighborhoods.map(({ slug, name }) => [slug, name]));
  const queries = new Set(places.map(({ type, neighborhood }) => `${type} in ${names.get(neighborhood)}`));
  for (const sort of SEARCH_SORTS.filter((each) => each !== "nearest")) {
    for (const query of queries) yield searchPath({ query, filters: { ...NO_SEARCH_FILTERS, sort } });
  }
}

function nextOf(paths: Generator<string>): string {
  const { done, value } = paths.next();
  if (done === true) throw new Error("Every search has been used: add more");
  return value;
}
