import { Agent, type ClientRequest, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

type RequestInput = {
  path: string;
  headers: Record<string, string>;
  /** Pieces are sent one after the other, as over a slow connection. */
  body: string | string[];
};

type ResponseInfo = { status: number; isReused: boolean };

/** The pause between two pieces on a slow connection. */
const PIECE_MS = 250;

/** Sends a form and, `pauseMs` after its response, requests a page over the same keep-alive connection. */
export async function requestTwice(
  site: string,
  { first, pauseMs = 0, thenPath }: { first: RequestInput; pauseMs?: number; thenPath: string },
): Promise<[ResponseInfo, ResponseInfo]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answered = await sendRequest(site, agent, { method: "POST", ...first });
  await pause(pauseMs);
  const next = await sendRequest(site, agent, { method: "GET", path: thenPath, headers: {}, body: "" });
  agent.destroy();
  return [answered, next];
}

function sendRequest(
  site: string,
  agent: Agent,
  { body, ...sent }: RequestInput & { method: string },
): Promise<ResponseInfo> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(site, { agent, ...sent }, (answer) => {
      const status = answer.statusCode ?? 0;
      answer.resume();
      clientRequest.on("close", () => resolve({ status, isReused: clientRequest.reusedSocket }));
    });
    clientRequest.on("error", reject);
    if (typeof body === "string") clientRequest.end(body);
    else void sendPaced(clientRequest, body);
  });
}

/** Doesn't wait for "drain": Node's client doesn't emit it after the whole response has arrived. */
async function sendPaced(clientRequest: ClientRequest, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    clientRequest.write(piece);
    await pause(PIECE_MS);
  }
  clientRequest.end();
}
