import { Agent, type ClientRequest, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

type Sent = {
  path: string;
  headers: Record<string, string>;
  /** Pieces are sent one after the other, as over a slow connection. */
  body: string | string[];
};

type Answered = { status: number; isReused: boolean };

/** The pause between two pieces on a slow connection. */
const PIECE_MS = 250;

/** Sends a form and, `pauseMs` after its response, requests a page over the same keep-alive connection. */
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

/** Doesn't wait for "drain": Node's client doesn't emit it after the whole response has arrived. */
async function sendPaced(asked: ClientRequest, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    asked.write(piece);
    await pause(PIECE_MS);
  }
  asked.end();
}
