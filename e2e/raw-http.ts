import { connect } from "node:net";

/** An answer as it came over the wire. */
export type RawAnswer = {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: string;
};

const ANSWER_MS_MAX = 15_000;

/**
 * Sends bytes that no decent client would and reads what comes back until the other side closes.
 *
 * @param whenAsked What follows once the other side says that it waits for it, after `Expect: 100-continue`.
 * @returns Null when the connection was closed without an answer.
 */
export function askRaw(siteUrl: string, request: string, whenAsked?: () => Promise<string>): Promise<RawAnswer | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(siteUrl).port), "127.0.0.1");
    let received = "";
    socket.setEncoding("latin1");
    socket.setTimeout(ANSWER_MS_MAX, () =>
      socket.destroy(new Error(`No answer to ${JSON.stringify(request.slice(0, 300))}`)),
    );
    let isAsked = false;
    socket.on("data", (text) => {
      received += text;
      if (isAsked || whenAsked === undefined || !received.startsWith("HTTP/1.1 100 ")) return;
      isAsked = true;
      whenAsked().then((rest) => socket.write(Buffer.from(rest, "latin1")), reject);
    });
    // A server may hang up on a request it refuses while we are still sending: what it said first still counts.
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error);
    });
    socket.on("close", () => resolve(readAnswer(received)));
    // Written, not ended: a server takes half a connection for a visitor who has left.
    socket.write(Buffer.from(request, "latin1"));
  });
}

/** A request line with the headers of a polite client, the given ones instead of theirs, and `Connection: close`. */
export function rawRequest(input: {
  method?: string;
  target: string;
  host: string;
  headers?: Record<string, string>;
  body?: string;
}): string {
  const { method = "GET", target, host, headers = {}, body = "" } = input;
  const all: Record<string, string> = {
    Host: host,
    Connection: "close",
    ...(body === "" ? {} : { "Content-Length": String(body.length) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

function readAnswer(text: string): RawAnswer | null {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const [statusLine = "", ...lines] = text.slice(0, end).split("\r\n");
  const status = Number(statusLine.split(" ")[1]);
  const rest = text.slice(end + 4);
  // "100 Continue" goes before the answer.
  if (status < 200) return readAnswer(rest);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  return { status, headers, body: headers["transfer-encoding"] === "chunked" ? joinChunks(rest) : rest };
}

function joinChunks(text: string): string {
  const at = text.indexOf("\r\n");
  const length = Number.parseInt(text, 16);
  if (at === -1 || !(length > 0)) return "";
  return text.slice(at + 2, at + 2 + length) + joinChunks(text.slice(at + 2 + length + 2));
}
