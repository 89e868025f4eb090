import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";

type OverpassQuery = { query: string; userAgent: string };
type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export type OverpassDouble = {
  /** For OVERPASS_URL. */
  url: string;
  /** Every query so far. */
  queries: OverpassQuery[];
  /** What the next answers have, in the order of Overpass. */
  setElements: (elements: OverpassElement[]) => void;
  /** Answers the next `count` queries in another way. */
  answerNext: (answer: Answer, count?: number) => void;
  close: () => Promise<void>;
};

export type OverpassElement = {
  type: "node" | "way" | "relation";
  id: number;
  tags?: Record<string, string>;
  [field: string]: unknown;
};

/** The state of the double's data. */
export const OVERPASS_BASE = "2026-11-20T06:00:00Z";

/**
 * Stands in for an Overpass server on this machine, in the shape of its documentation. As the public server does, it refuses
 * requests without a User-Agent of their own.
 */
export async function startOverpassDouble(port = 0): Promise<OverpassDouble> {
  const queries: OverpassQuery[] = [];
  const faults: Answer[] = [];
  let elements: OverpassElement[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const query = new URLSearchParams(body).get("data") ?? "";
      const userAgent = request.headers["user-agent"] ?? "";
      queries.push({ query, userAgent });
      const fault = faults.shift();
      if (fault !== undefined) fault(response, request);
      else if (!userAgent.startsWith("Rowhouse/")) response.writeHead(406).end("Not Acceptable");
      else if (!query.startsWith("[out:json]")) response.writeHead(400).end("parse error");
      else sendOverpass(response, elements);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The double has no port");
  return {
    url: `http://127.0.0.1:${address.port}/api/interpreter`,
    queries,
    setElements: (given) => {
      elements = given;
    },
    answerNext: (answer, count = 1) => faults.push(...Array.from({ length: count }, () => answer)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sends elements in the form in which Overpass does, compressed. */
export function sendOverpass(
  response: ServerResponse,
  elements: OverpassElement[],
  more: { remark?: string } = {},
): void {
  const body = overpassText(elements, more);
  response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(gzipSync(body));
}

export function overpassText(elements: OverpassElement[], more: { remark?: string } = {}): string {
  const answer = {
    version: 0.6,
    generator: "Overpass API 0.7.62 of the double",
    osm3s: { timestamp_osm_base: OVERPASS_BASE, copyright: "The data included in this document is a double's." },
    elements: elements.map((element) => ({
      timestamp: "2026-03-01T12:00:00Z",
      version: 3,
      changeset: 1_234,
      user: "a mapper",
      uid: 42,
      ...element,
    })),
    ...more,
  };
  return JSON.stringify(answer, null, 2);
}
