import { startBareServer } from "./bare-server.ts";
import { startBuiltSite } from "./built-site.ts";
import { requestsPerSecond } from "./load.ts";

const SECONDS = 3;
const ROUNDS = 5;
const CONNECTIONS = 16;

/**
 * Cached pages per second, compared in alternating rounds with a bare `node:http` server that sends the same bytes. The
 * rest is the site's own work: URL check, cache lookup, encoding, counting.
 */
export async function throughput(): Promise<void> {
  const site = await startBuiltSite();
  const headers = { "accept-encoding": "br" };
  const answer = await fetch(`${site.url}/`, { headers });
  const bytes = Number(answer.headers.get("content-length"));
  await answer.arrayBuffer();
  const bare = await startBareServer(answer);
  const rounds: { siteRate: number; bareRate: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const siteRate = await requestsPerSecond(`${site.url}/`, { connections: CONNECTIONS, seconds: SECONDS, headers });
    const bareRate = await requestsPerSecond(bare.url, { connections: CONNECTIONS, seconds: SECONDS, headers });
    rounds.push({ siteRate, bareRate });
  }
  const ratios = rounds.map(({ siteRate, bareRate }) => siteRate / bareRate).toSorted((a, b) => a - b);
  const middle = rounds[Math.floor(ROUNDS / 2)];
  console.log(
    `home page, ${bytes} bytes compressed, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each`,
  );
  console.log(
    `ratio to bare node:http: median ${ratios[Math.floor(ROUNDS / 2)]?.toFixed(2)}, from ${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`,
  );
  console.log(
    `for scale, one round: ${Math.round(middle?.siteRate ?? 0)} vs. ${Math.round(middle?.bareRate ?? 0)} requests per second`,
  );
  bare.stop();
  await site.stop();
}
