import { connect } from "node:net";

/** A response as it came over the wire. */
export type RawResponse = {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: string;
};

const ANSWER_MS_MAX = 15_000;

/**
 * Sends bytes that no well-behaved client would send, and reads until the other side closes.
 *
 * @param whenContinued Returns what to send after the server's `100 Continue`.
 * @returns Null when the connection was closed without a response.
 */
export function sendRawRequest(
  siteUrl: string,
  request: string,
  whenContinued?: () => Promise<string>,
): Promise<RawResponse | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(siteUrl).port), "127.0.0.1");
    let received = "";
    socket.setEncoding("latin1");
    socket.setTimeout(ANSWER_MS_MAX, () =>
      socket.destroy(new Error(`No answer to ${JSON.stringify(request.slice(0, 300))}`)),
    );
    let isContinued = false;
    socket.on("data", (text) => {
      received += text;
      if (isContinued || whenContinued === undefined || !received.startsWith("HTTP/1.1 100 ")) return;
      isContinued = true;
      whenContinued().then((rest) => socket.write(Buffer.from(rest, "latin1")), reject);
    });
    // A server may hang up on a refused request while the client is still sending; its response still counts.
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error);
    });
    socket.on("close", () => resolve(readAnswer(received)));
    // Written without ending the socket: a server takes a half-closed connection for a visitor who has left.
    socket.write(Buffer.from(request, "latin1"));
  });
}

/** A request line with the headers of a polite client, overridden by the given ones, and `Connection: close`. */
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

function readAnswer(text: string): RawResponse | null {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const [statusLine = "", ...lines] = text.slice(0, end).split("\r\n");
  const status = Number(statusLine.split(" ")[1]);
  const rest = text.slice(end + 4);
  // "100 Continue" precedes the response.
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
