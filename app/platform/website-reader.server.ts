import { lookup as resolve } from "node:dns/promises";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";

import { isPublicAddress } from "./public-address.ts";
import { registrableDomain } from "./registrable-domain.ts";

/** Of one reading with all that it follows. Longer than a website that works takes, shorter than anybody waits. */
const READ_MS_MAX = 5_000;
const BODY_BYTES_MAX = 1_000_000;
/** To https, to www., to a language: nobody needs more. */
const REDIRECTS_MAX = 3;
const PORTS: Record<string, number> = { "http:": 80, "https:": 443 };
/** At once in this process: so many sockets and a megabyte each. */
const READINGS_MAX = 16;

/** Why a website was not read, as far as whoever asked may know. */
export type UnreadReason =
  | "not-a-website"
  | "not-public"
  | "other-site"
  | "redirects"
  | "too-big"
  | "too-slow"
  | "no-answer"
  | "busy";

export type Reading = { kind: "read"; status: number; body: string } | { kind: "unread"; why: UnreadReason };

type ResolvedAddress = { address: string; family: number };

type ReaderOptions = {
  lookup?: (host: string) => Promise<ResolvedAddress[]>;
  /** For tests alone, and no setting: a port of this machine that answers for every name that is looked up to 127.0.0.1. */
  loopbackPort?: number | null;
};

/**
 * Reads a page of a stranger's website for a stranger, and nothing else that this machine can reach: names only, looked up
 * once, every address that they have public, and the connection made to exactly the address that was checked. Each redirect
 * is checked like the first address. What answers is text of at most a megabyte, and comes within five seconds, or not at all.
 */
export class WebsiteReader {
  readonly #lookup: (host: string) => Promise<ResolvedAddress[]>;
  readonly #loopbackPort: number | null;
  #readingCount = 0;

  constructor({ lookup = lookUpAll, loopbackPort = null }: ReaderOptions = {}) {
    this.#lookup = lookup;
    this.#loopbackPort = loopbackPort;
  }

  /** Never throws for what a website or its name does. */
  async read(address: string, msMax: number = READ_MS_MAX): Promise<Reading> {
    if (this.#readingCount >= READINGS_MAX) return unread("busy");
    this.#readingCount += 1;
    const signal = AbortSignal.timeout(msMax);
    try {
      return await this.#follow(address, signal);
    } catch (error) {
      if (!isFailure(error)) throw error;
      return unread(signal.aborted ? "too-slow" : "no-answer");
    } finally {
      this.#readingCount -= 1;
    }
  }

  async #follow(address: string, signal: AbortSignal): Promise<Reading> {
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

  /** Where to connect; null when any address of the name is none of the open internet. */
  async #checkedConnection({ hostname, protocol, port }: URL, signal: AbortSignal): Promise<Connection | null> {
    const found = await inTime(this.#lookup(hostname), signal);
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

function unread(why: UnreadReason): Reading {
  return { kind: "unread", why };
}

/** An address that may be looked up: http(s), a name that somebody registered, the usual ports, no name and password. */
function websiteUrl(address: string, base?: URL): URL | null {
  const url = URL.parse(address, base?.href);
  if (url === null || PORTS[url.protocol] === undefined) return null;
  if (url.username !== "" || url.password !== "" || !["", "80", "443"].includes(url.port)) return null;
  return registrableDomain(url.hostname) === null ? null : url;
}

async function lookUpAll(host: string): Promise<ResolvedAddress[]> {
  return resolve(host, { all: true, order: "ipv4first" });
}

/** One request to exactly this address, under the name that was asked for. */
async function ask(url: URL, { host, port }: Connection, signal: AbortSignal): Promise<Reading | { location: string }> {
  const options = {
    host,
    port,
    path: url.pathname + url.search,
    // The name that the certificate must be for.
    ...(url.protocol === "https:" && { servername: url.hostname.replace(/\.$/, "") }),
    headers: {
      host: url.host,
      accept: "text/html, text/plain;q=0.9",
      // Nothing packed, which might be far more than it seems.
      "accept-encoding": "identity",
      "user-agent": "Rowhouse (looks for a code that whoever runs a business has put on its site)",
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

async function readBody(response: IncomingMessage, status: number): Promise<Reading> {
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

/** A look-up can't be called off, but nobody needs to wait for it. */
function inTime<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

/** Whether an error is the network's or the clock's: codes of the system, of the certificate and of the HTTP parser. */
function isFailure(error: unknown): boolean {
  if (error instanceof DOMException) return error.name === "TimeoutError" || error.name === "AbortError";
  if (!(error instanceof Error)) return false;
  return error.name === "AbortError" || ("code" in error && typeof error.code === "string");
}
