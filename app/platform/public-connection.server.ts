import { lookup as resolve } from "node:dns/promises";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";

import { isLoopbackHost } from "#app/lib/loopback-host.ts";

import { isPublicAddress } from "./public-address.ts";

const PORTS: Record<string, number> = { "http:": 80, "https:": 443 };

/** Why a connection to a public server wasn't made, or its answer not read to the end. */
export class ConnectionError extends Error {
  readonly kind: "private" | "no-address" | "silent" | "too-large" | "encoding";

  constructor(kind: ConnectionError["kind"]) {
    super(`The connection was given up: ${kind}`);
    this.kind = kind;
  }
}

/** Who may be asked besides public servers. */
export type ConnectionRules = {
  lookup?: typeof resolveAll | undefined;
  /** Origins of settings on this machine. */
  trustedOrigins?: ReadonlySet<string> | undefined;
  /** For tests only: a local port that answers for every name that resolves to 127.0.0.1. */
  loopbackPort?: number | null | undefined;
};

type Connection = { host: string; port: number };

/**
 * A URL that may be resolved: http(s), no credentials, and one of the usual ports unless its origin is trusted.
 *
 * @returns What is wrong with it otherwise.
 */
export function parsePublicUrl(
  address: string,
  { trustedOrigins }: Pick<ConnectionRules, "trustedOrigins"> = {},
  base?: URL,
): URL | "not-a-url" | "credentials" | "port" {
  const url = URL.parse(address, base?.href);
  if (url === null || PORTS[url.protocol] === undefined) return "not-a-url";
  if (url.username !== "" || url.password !== "") return "credentials";
  return ["", "80", "443"].includes(url.port) || trustedOrigins?.has(url.origin) === true ? url : "port";
}

/**
 * Where to connect for a URL from `parsePublicUrl` (SSRF): its name is resolved once, so that a second answer can't point
 * elsewhere, and all its addresses must be public.
 *
 * @throws ConnectionError "private" or "no-address", or the error of the DNS.
 */
export async function resolvePublic(url: URL, rules: ConnectionRules, signal: AbortSignal): Promise<Connection> {
  const { lookup = resolveAll, trustedOrigins, loopbackPort = null } = rules;
  const found = await untilAborted(lookup(url.hostname.replace(/^\[(.*)\]$/, "$1")), signal);
  const [first] = found;
  if (first === undefined) throw new ConnectionError("no-address");
  const host = first.address;
  if (loopbackPort !== null && found.every(({ address }) => address === "127.0.0.1")) {
    return { host, port: loopbackPort };
  }
  const isTrusted = isLoopbackHost(url.hostname) && trustedOrigins?.has(url.origin) === true;
  if (!isTrusted && !found.every(({ address }) => isPublicAddress(address))) throw new ConnectionError("private");
  return { host, port: url.port === "" ? (PORTS[url.protocol] ?? 443) : Number(url.port) };
}

async function resolveAll(host: string): Promise<{ address: string; family: number }[]> {
  return resolve(host, { all: true, order: "ipv4first" });
}

type ConnectionRequest = {
  headers: Record<string, string>;
  /** Sent by POST; without it the request is a GET. */
  body?: string | undefined;
  signal: AbortSignal;
  /** Longest wait for the answer to begin. */
  silenceMsMax: number;
};

/**
 * One request to exactly this address, with the name of the URL. Redirects are answers as others.
 *
 * @throws ConnectionError "silent", or the error of the network.
 */
export async function sendRequest(
  url: URL,
  { host, port }: Connection,
  { headers, body, signal, silenceMsMax }: ConnectionRequest,
): Promise<IncomingMessage> {
  const options = {
    host,
    port,
    path: url.pathname + url.search,
    method: body === undefined ? "GET" : "POST",
    // The certificate must be for this name.
    ...(url.protocol === "https:" && { servername: url.hostname.replace(/\.$/, "") }),
    headers: {
      host: url.host,
      ...headers,
      ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
    },
    agent: false,
    signal,
  };
  return new Promise((received, reject) => {
    const outgoing = (url.protocol === "https:" ? requestSecure : requestPlain)(options);
    const timer = setTimeout(() => outgoing.destroy(new ConnectionError("silent")), silenceMsMax);
    outgoing.on("response", (response) => {
      clearTimeout(timer);
      received(response);
    });
    outgoing.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    outgoing.end(body);
  });
}

type BodyLimits = {
  /** Of the body as it was sent, and again of what it unpacks to. */
  bytesMax: number;
  /** Longest wait for the next byte. The time that the reader takes doesn't count. */
  silenceMsMax: number;
  /** Whether a gzip body is unpacked. */
  unpacks?: boolean;
  onBytes?: (count: number) => void;
};

/**
 * The body of an answer as it arrives.
 *
 * @throws ConnectionError "silent", "too-large" or "encoding", or the error of the network.
 */
export async function* readBody(response: IncomingMessage, limits: BodyLimits): AsyncGenerator<Uint8Array> {
  const encoding = response.headers["content-encoding"] ?? "identity";
  const chunks = limited(readChunks(response, limits), limits.bytesMax);
  if (encoding === "identity") yield* chunks;
  else if (encoding !== "gzip" || limits.unpacks !== true) throw new ConnectionError("encoding");
  // The callback is required; errors arrive at the loop.
  else
    yield* limited(
      pipeline(Readable.from(chunks), createGunzip(), () => {}),
      limits.bytesMax,
    );
}

/** All bytes of a small body. */
export async function concatChunks(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

async function* readChunks(
  response: IncomingMessage,
  { silenceMsMax, onBytes }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<unknown> = response[Symbol.asyncIterator]();
  for (;;) {
    const timer = setTimeout(() => response.destroy(new ConnectionError("silent")), silenceMsMax);
    const next = await chunks.next().finally(() => clearTimeout(timer));
    if (next.done === true) return;
    if (!(next.value instanceof Uint8Array)) continue;
    onBytes?.(next.value.length);
    yield next.value;
  }
}

async function* limited(chunks: AsyncIterable<unknown>, bytesMax: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) continue;
    length += chunk.length;
    if (length > bytesMax) throw new ConnectionError("too-large");
    yield chunk;
  }
}

/** Rejects on abort, because a DNS lookup can't be canceled. */
export function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((received, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    promise.then(received, reject);
  });
}
