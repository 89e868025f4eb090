import { Agent, type ClientRequest, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

type Sent = {
  path: string;
  headers: Record<string, string>;
  /** In pieces it comes one piece after the other, as over a slow line. */
  body: string | string[];
};

type Answered = { status: number; isReused: boolean };

/** Between two pieces that come over a slow line. */
const PIECE_MS = 250;

/** Sends a form and, `pauseMs` after its answer, asks for a page, as a browser does over a connection that stays open. */
export async function askTwice(
  site: string,
  { first, pauseMs = 0, thenPath }: { first: Sent; pauseMs?: number; thenPath: string },
): Promise<[Answered, Answered]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answered = await ask(site, agent, { method: "POST", ...first });
  await pause(pauseMs);
  const next = await ask(site, agent, { method: "GET", path: thenPath, headers: {}, body: "" });
  agent.destroy();
  return [answered, next];
}

function ask(site: string, agent: Agent, { body, ...sent }: Sent & { method: string }): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(site, { agent, ...sent }, (answer) => {
      const status = answer.statusCode ?? 0;
      answer.resume();
      asked.on("close", () => resolve({ status, isReused: asked.reusedSocket }));
    });
    asked.on("error", reject);
    if (typeof body === "string") asked.end(body);
    else void sendPaced(asked, body);
  });
}

/** Waits for no drain: once it has the whole answer, Node's client tells of none. */
async function sendPaced(asked: ClientRequest, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    asked.write(piece);
    await pause(PIECE_MS);
  }
  asked.end();
}
