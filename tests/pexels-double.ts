import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** The smallest bytes that start like a JPEG. Browsers can draw `DRAWABLE_PNG`. */
export const JPEG_BYTES = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46, 0x00, 0xff, 0xd9]);

/** One pixel. */
export const DRAWABLE_PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export type PexelsDouble = {
  /** For PHOTOS_API_URL. */
  apiUrl: string;
  origin: string;
  /** Every request so far: "GET /v1/search?query=...". */
  requests: string[];
  /** The Authorization header of the last lookup. */
  lastKey: () => string | undefined;
  answerLookup: (answer: Answer) => void;
  answerPhoto: (answer: Answer) => void;
  close: () => Promise<void>;
};

/** Stands in for the photo provider on this machine. It finds nothing until it is given an answer. */
export async function startPexelsDouble(port = 0): Promise<PexelsDouble> {
  const requests: string[] = [];
  let key: string | undefined;
  let lookup: Answer = (_request, response) => sendJson(response, { photos: [] });
  let photo: Answer = (_request, response) => sendBytes(response, JPEG_BYTES, "image/jpeg");
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const isLookup = request.url?.startsWith("/v1/search?") === true;
    if (isLookup) key = request.headers.authorization;
    (isLookup ? lookup : photo)(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The double has no port");
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    apiUrl: `${origin}/v1`,
    origin,
    requests,
    lastKey: () => key,
    answerLookup: (answer) => {
      lookup = answer;
    },
    answerPhoto: (answer) => {
      photo = answer;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function sendJson(response: ServerResponse, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

export function sendBytes(response: ServerResponse, bytes: Uint8Array, type: string): void {
  response.writeHead(200, { "content-type": type }).end(bytes);
}

/** A photo as the provider describes it, by default with its bytes at `origin`. */
export function pexelsPhoto(
  origin: string,
  { id = 1001, ...given }: { id?: number; [field: string]: unknown } = {},
): Record<string, unknown> {
  return {
    id,
    width: 4000,
    height: 3000,
    url: `https://www.pexels.com/photo/a-row-of-houses-${id}/`,
    photographer: "Ada Example",
    photographer_url: "https://www.pexels.com/@ada-example",
    alt: "A row of brick houses",
    src: { landscape: `${origin}/photos/${id}/photo.jpeg?fit=crop&h=627&w=1200` },
    ...given,
  };
}
