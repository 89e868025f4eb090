import { readCatalogue } from "#app/features/catalogue/catalogue-files.server.ts";
import { NO_SEARCH_FILTERS, SEARCH_SORTS } from "#app/features/search/search-filters.ts";
import { searchPath } from "#app/features/search/search.ts";

import { CATALOGUE_FOLDER } from "../cli/prepare-database.ts";
import { startBare } from "./bare-server.ts";
import { startBuiltSite } from "./built-site.ts";
import { requestsPerSecond } from "./load.ts";

/** From the issue. */
const GOAL = 0.02;

const SECONDS = 3;
const ROUNDS = 5;
const CONNECTIONS = 16;

/** Of the order of a page of twenty places. */
const SAMPLE = "/search?q=museum";

/**
 * Search pages a second that nobody has asked for before, against a bare `node:http` server that sends as many bytes, round
 * by round in one run: parsing, finding, rendering and compressing are all in it.
 */
export async function searchThroughput(): Promise<void> {
  const site = await startBuiltSite();
  const headers = { "accept-encoding": "br" };
  const answer = await fetch(site.url + SAMPLE, { headers });
  await answer.arrayBuffer();
  const bare = await startBare(answer);
  const paths = searchesNeverAsked();
  const ratios: number[] = [];
  let scale = "";
  for (let round = 0; round < ROUNDS; round += 1) {
    const load = { connections: CONNECTIONS, seconds: SECONDS, headers };
    const ours = await requestsPerSecond(site.url, { ...load, nextPath: () => nextOf(paths) });
    const theirs = await requestsPerSecond(bare.url, load);
    ratios.push(ours / theirs);
    scale = `${ours.toFixed(1)} against ${Math.round(theirs)} requests a second`;
  }
  ratios.sort((a, b) => a - b);
  console.log(
    `search pages never asked for before, ${answer.headers.get("content-length")} bytes compressed for “museum”, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each way`,
  );
  console.log(
    `ratio to bare node:http: median ${ratios[Math.floor(ROUNDS / 2)]?.toFixed(4)} (goal ${GOAL}), from ${ratios[0]?.toFixed(4)} to ${ratios.at(-1)?.toFixed(4)}`,
  );
  console.log(`for scale, the last round: ${scale}`);
  bare.stop();
  await site.stop();
}

/** "Thai in Shaw", every kind of place where there is one: thousands of searches as people write them, each address once. */
function* searchesNeverAsked(): Generator<string> {
  const { places, neighborhoods } = readCatalogue(CATALOGUE_FOLDER);
  const names = new Map(neighborhoods.map(({ slug, name }) => [slug, name]));
  const queries = new Set(places.map(({ type, neighborhood }) => `${type} in ${names.get(neighborhood)}`));
  for (const sort of SEARCH_SORTS.filter((each) => each !== "nearest")) {
    for (const query of queries) yield searchPath({ query, filters: { ...NO_SEARCH_FILTERS, sort } });
  }
}

function nextOf(paths: Generator<string>): string {
  const { done, value } = paths.next();
  if (done === true) throw new Error("Every search has been asked: there must be more of them");
  return value;
}
