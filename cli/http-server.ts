import { createServer, type Server } from "node:http";

import type { SiteServer } from "#app/server.ts";

const HEADER_BYTES_MAX = 16 * 1024;
const HEADERS_MS_MAX = 10_000;
/** A photo of 10 MB over a slow mobile connection (1 Mbit/s) takes 80 s. Headers have a limit of their own. */
const REQUEST_MS_MAX = 120_000;
const KEEP_ALIVE_MS = 65_000;

/** Creates the HTTP server of a site with its limits. It doesn't listen yet. */
export function createHttpServer(site: Pick<SiteServer, "listener" | "plainAnswer">): Server {
  const limits = {
    maxHeaderSize: HEADER_BYTES_MAX,
    headersTimeout: HEADERS_MS_MAX,
    requestTimeout: REQUEST_MS_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The site refuses requests without Host itself, with a proper error page and headers.
    requireHostHeader: false,
  };
  const server = createServer(limits, site.listener);
  // Node would answer an unknown `Expect` with an empty 417, although the site can answer normally.
  server.on("checkExpectation", site.listener);
  answerUnreadable(server, site.plainAnswer);
  return server;
}

/** Answers requests with oversized or broken headers, which Node rejects before any listener. */
function answerUnreadable(server: Server, plainAnswer: SiteServer["plainAnswer"]): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === "ECONNRESET") return;
    const status = error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
    const reasons = { 400: "Bad Request", 408: "Request Timeout", 431: "Request Header Fields Too Large" } as const;
    const { headers, body } = plainAnswer(status);
    const all = { ...headers, "content-length": String(Buffer.byteLength(body)), connection: "close" };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  });
}
