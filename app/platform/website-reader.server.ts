import { lookup as resolve } from "node:dns/promises";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";

import { isPublicAddress } from "./public-address.ts";
import { registrableDomain } from "./registrable-domain.ts";

/** Limit of one read with its redirects: longer than a working website takes, shorter than people wait. */
const READ_MS_MAX = 5_000;
const BODY_BYTES_MAX = 1_000_000;
/** To https, to www., to a language. */
const REDIRECTS_MAX = 3;
const PORTS: Record<string, number> = { "http:": 80, "https:": 443 };
/** Concurrent reads in this process, each with a socket and up to a megabyte. */
const READINGS_MAX = 16;

/** Why a website was not read, as far as the requester may know. */
export type WebsiteReadFailure =
  | "not-a-website"
  | "not-public"
  | "other-site"
  | "redirects"
  | "too-big"
  | "too-slow"
  | "no-answer"
  | "busy";

export type WebsiteReadResult =
  | { kind: "read"; status: number; body: string }
  | { kind: "unread"; why: WebsiteReadFailure };

type ResolvedAddress = { address: string; family: number };

type ReaderOptions = {
  lookup?: (host: string) => Promise<ResolvedAddress[]>;
  /** For tests only: a local port that answers for every name that resolves to 127.0.0.1. */
  loopbackPort?: number | null;
};

/**
 * Reads a page of any public website, and nothing in the internal network (SSRF): all addresses of a host must be
 * public, and each redirect is checked. At most a megabyte of text and five seconds.
 */
export class WebsiteReader {
  readonly #lookup: (host: string) => Promise<ResolvedAddress[]>;
  readonly #loopbackPort: number | null;
  #readingCount = 0;

  constructor({ lookup = resolveAll, loopbackPort = null }: ReaderOptions = {}) {
    this.#lookup = lookup;
    this.#loopbackPort = loopbackPort;
  }

  /** Never throws for errors of a website or its DNS. */
  async read(address: string, msMax: number = READ_MS_MAX): Promise<WebsiteReadResult> {
    if (this.#readingCount >= READINGS_MAX) return unread("busy");
    this.#readingCount += 1;
    const signal = AbortSignal.timeout(msMax);
    try {
      return await this.#follow(address, signal);
    } catch (error) {
      if (!isNetworkError(error)) throw error;
      return unread(signal.aborted ? "too-slow" : "no-answer");
    } finally {
      this.#readingCount -= 1;
    }
  }

  async #follow(address: string, signal: AbortSignal): Promise<WebsiteReadResult> {
    let url = websiteUrl(address);
    if (url === null) return unread("not-a-website");
    const site = registrableDomain(url.hostname);
    for (let redirects = 0; ; redirects += 1) {
      const connection = await this.#checkedConnection(url, signal);
      if (connection === null) return unread("not-public");
      const answer = await ask(url, connection, signal);
      if (!("location" in answer)) return answer;
      if (redirects === REDIRECTS_MAX) return unread("redirects");
      const next: URL | null = websiteUrl(answer.location, url);
      if (next === null) return unread("not-a-website");
      if (registrableDomain(next.hostname) !== site) return unread("other-site");
      url = next;
    }
  }

  /** Where to connect; null when any address of the name is not public. */
  async #checkedConnection({ hostname, protocol, port }: URL, signal: AbortSignal): Promise<Connection | null> {
    const found = await untilAborted(this.#lookup(hostname), signal);
    const [first] = found;
    if (first === undefined) return null;
    if (this.#loopbackPort !== null && found.every(({ address }) => address === "127.0.0.1")) {
      return { host: first.address, port: this.#loopbackPort };
    }
    if (!found.every(({ address }) => isPublicAddress(address))) return null;
    return { host: first.address, port: port === "" ? (PORTS[protocol] ?? 443) : Number(port) };
  }
}

type Connection = { host: string; port: number };

function unread(why: WebsiteReadFailure): WebsiteReadResult {
  return { kind: "unread", why };
}

/** A URL that may be resolved: http(s), a registrable domain, standard ports, no credentials. */
function websiteUrl(address: string, base?: URL): URL | null {
  const url = URL.parse(address, base?.href);
  if (url === null || PORTS[url.protocol] === undefined) return null;
  if (url.username !== "" || url.password !== "" || !["", "80", "443"].includes(url.port)) return null;
  return registrableDomain(url.hostname) === null ? null : url;
}

async function resolveAll(host: string): Promise<ResolvedAddress[]> {
  return resolve(host, { all: true, order: "ipv4first" });
}

/** One request to exactly this IP address, with the requested host name. */
async function ask(
  url: URL,
  { host, port }: Connection,
  signal: AbortSignal,
): Promise<WebsiteReadResult | { location: string }> {
  const options = {
    host,
    port,
    path: url.pathname + url.search,
    // The certificate must be for this name.
    ...(url.protocol === "https:" && { servername: url.hostname.replace(/\.$/, "") }),
    headers: {
      host: url.host,
      accept: "text/html, text/plain;q=0.9",
      // No compression, which could expand far beyond the limit.
      "accept-encoding": "identity",
      "user-agent": "Rowhouse (checks for a code that a business owner has put on their site)",
    },
    agent: false,
    signal,
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const send = url.protocol === "https:" ? requestSecure : requestPlain;
    send(options, resolve).on("error", reject).end();
  });
  try {
    const { statusCode: status = 0, headers } = response;
    if (status >= 300 && status < 400 && headers.location !== undefined) return { location: headers.location };
    return await readBody(response, status);
  } finally {
    response.destroy();
  }
}

async function readBody(response: IncomingMessage, status: number): Promise<WebsiteReadResult> {
  if ((response.headers["content-encoding"] ?? "identity") !== "identity") return unread("no-answer");
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response) {
    if (!Buffer.isBuffer(part)) continue;
    length += part.byteLength;
    if (length > BODY_BYTES_MAX) return unread("too-big");
    parts.push(part);
  }
  return { kind: "read", status, body: Buffer.concat(parts).toString("utf8") };
}

/** Rejects on abort, because a DNS lookup can't be canceled. */
function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

/** Whether an error is a network error or a timeout: codes of the system, certificates and the HTTP parser. */
function isNetworkError(error: unknown): boolean {
  if (error instanceof DOMException) return error.name === "TimeoutError" || error.name === "AbortError";
  if (!(error instanceof Error)) return false;
  return error.name === "AbortError" || ("code" in error && typeof error.code === "string");
}
