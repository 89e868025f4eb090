import { createServer, type Server } from "node:http";

import type { SiteServer } from "#app/server.ts";

const HEADER_BYTES_MAX = 16 * 1024;
const HEADERS_MS_MAX = 10_000;
/** A photo of 10 MB over a slow phone line (1 Mbit/s) takes 80 s; headers have a limit of their own. */
const REQUEST_MS_MAX = 120_000;
const KEEP_ALIVE_MS = 65_000;

/** The http server of a site, with the limits that every site has. It listens nowhere yet. */
export function createHttpServer(site: Pick<SiteServer, "listener" | "plain">): Server {
  const limits = {
    maxHeaderSize: HEADER_BYTES_MAX,
    headersTimeout: HEADERS_MS_MAX,
    requestTimeout: REQUEST_MS_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The site itself refuses a request without Host, in words and with its headers.
    requireHostHeader: false,
  };
  const server = createServer(limits, site.listener);
  // Node would answer an unknown `Expect` with a bare 417; it asks for nothing that a page couldn't give.
  server.on("checkExpectation", site.listener);
  answerUnreadable(server, site.plain);
  return server;
}

/** Node gives up on headers that are too large or broken before any listener sees them. */
function answerUnreadable(server: Server, plain: SiteServer["plain"]): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === "ECONNRESET") return;
    const status = error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
    const reasons = { 400: "Bad Request", 408: "Request Timeout", 431: "Request Header Fields Too Large" } as const;
    const { headers, body } = plain(status);
    const all = { ...headers, "content-length": String(Buffer.byteLength(body)), connection: "close" };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  });
}
