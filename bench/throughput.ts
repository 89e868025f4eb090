import { fork } from "node:child_process";
import { createServer } from "node:http";

import { startBuiltSite } from "./built-site.ts";
import { requestsPerSecond } from "./load.ts";

const SECONDS = 3;
const ROUNDS = 5;
const CONNECTIONS = 16;

/** Node adds these itself, and the request's id is each answer's own. */
const NOT_COPIED = ["date", "connection", "keep-alive", "x-request-id"];

/**
 * Cached pages a second against a bare `node:http` server that sends the same bytes, headers and body, round by round in
 * one run. What is left between them is our own work: addresses checked, page found, encoding chosen, view counted.
 */
export async function throughput(): Promise<void> {
  const site = await startBuiltSite();
  const headers = { "accept-encoding": "br" };
  const answer = await fetch(`${site.url}/`, { headers });
  const bytes = Number(answer.headers.get("content-length"));
  await answer.arrayBuffer();
  const bare = await startBare([...answer.headers].filter(([name]) => !NOT_COPIED.includes(name)).flat());
  const rounds: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await requestsPerSecond(`${site.url}/`, { connections: CONNECTIONS, seconds: SECONDS, headers });
    const theirs = await requestsPerSecond(bare.url, { connections: CONNECTIONS, seconds: SECONDS, headers });
    rounds.push({ ours, theirs });
  }
  const ratios = rounds.map(({ ours, theirs }) => ours / theirs).toSorted((a, b) => a - b);
  const middle = rounds[Math.floor(ROUNDS / 2)];
  console.log(
    `home page, ${bytes} bytes compressed, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each way`,
  );
  console.log(
    `ratio to bare node:http: median ${ratios[Math.floor(ROUNDS / 2)]?.toFixed(2)}, from ${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`,
  );
  console.log(
    `for scale, one round: ${Math.round(middle?.ours ?? 0)} against ${Math.round(middle?.theirs ?? 0)} requests a second`,
  );
  bare.stop();
  await site.stop();
}

/** In a process of its own, as the site is. */
async function startBare(headers: string[]): Promise<{ url: string; stop: () => void }> {
  const child = fork(import.meta.filename, ["bare", ...headers], { stdio: "inherit" });
  const port = await new Promise<number>((resolve) => child.once("message", (message) => resolve(Number(message))));
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
}

if (process.argv[2] === "bare") {
  const headers = process.argv.slice(3);
  const body = Buffer.alloc(Number(headers[headers.indexOf("content-length") + 1]), "x");
  const server = createServer((_request, response) => {
    response.writeHead(200, headers).end(body);
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.(typeof address === "object" ? address?.port : 0);
  });
}
