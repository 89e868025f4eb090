import {
  concatChunks,
  ConnectionError,
  type ConnectionRules,
  parsePublicUrl,
  readBody,
  resolvePublic,
  sendRequest,
} from "./public-connection.server.ts";
import { registrableDomain } from "./registrable-domain.ts";

/** Limit of one read with its redirects: longer than a working website takes, shorter than people wait. */
const READ_MS_MAX = 5_000;
const BODY_BYTES_MAX = 1_000_000;
/** To https, to www., to a language. */
const REDIRECTS_MAX = 3;
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

const UNREAD_BY_KIND: Record<ConnectionError["kind"], WebsiteReadFailure> = {
  private: "not-public",
  "no-address": "not-public",
  silent: "too-slow",
  "too-large": "too-big",
  encoding: "no-answer",
};

/**
 * Reads a page of any public website, and nothing in the internal network (SSRF): all addresses of a host must be
 * public, and each redirect is checked. At most a megabyte of text and five seconds.
 */
export class WebsiteReader {
  readonly #rules: ConnectionRules;
  #readingCount = 0;

  constructor(rules: Pick<ConnectionRules, "lookup" | "loopbackPort"> = {}) {
    this.#rules = rules;
  }

  /** Never throws for errors of a website or its DNS. */
  async read(address: string, msMax: number = READ_MS_MAX): Promise<WebsiteReadResult> {
    if (this.#readingCount >= READINGS_MAX) return unread("busy");
    this.#readingCount += 1;
    const signal = AbortSignal.timeout(msMax);
    try {
      return await this.#follow(address, { signal, silenceMsMax: msMax });
    } catch (error) {
      if (error instanceof ConnectionError) return unread(UNREAD_BY_KIND[error.kind]);
      if (!isNetworkError(error)) throw error;
      return unread(signal.aborted ? "too-slow" : "no-answer");
    } finally {
      this.#readingCount -= 1;
    }
  }

  async #follow(address: string, time: { signal: AbortSignal; silenceMsMax: number }): Promise<WebsiteReadResult> {
    let url = websiteUrl(address);
    if (url === null) return unread("not-a-website");
    const site = registrableDomain(url.hostname);
    for (let redirects = 0; ; redirects += 1) {
      const connection = await resolvePublic(url, this.#rules, time.signal);
      const response = await sendRequest(url, connection, { ...time, headers: HEADERS });
      try {
        const { statusCode: status = 0, headers } = response;
        if (status < 300 || status >= 400 || headers.location === undefined) {
          const body = await concatChunks(readBody(response, { ...time, bytesMax: BODY_BYTES_MAX }));
          return { kind: "read", status, body: body.toString("utf8") };
        }
        if (redirects === REDIRECTS_MAX) return unread("redirects");
        const next: URL | null = websiteUrl(headers.location, url);
        if (next === null) return unread("not-a-website");
        if (registrableDomain(next.hostname) !== site) return unread("other-site");
        url = next;
      } finally {
        response.destroy();
      }
    }
  }
}

const HEADERS = {
  accept: "text/html, text/plain;q=0.9",
  "accept-encoding": "identity",
  "user-agent": "Rowhouse (checks for a code that a business owner has put on their site)",
};

function unread(why: WebsiteReadFailure): WebsiteReadResult {
  return { kind: "unread", why };
}

/** A URL that may be requested, with a registrable domain. */
function websiteUrl(address: string, base?: URL): URL | null {
  const url = parsePublicUrl(address, {}, base);
  return typeof url === "string" || registrableDomain(url.hostname) === null ? null : url;
}

/** Whether an error is a network error or a timeout: codes of the system, certificates and the HTTP parser. */
function isNetworkError(error: unknown): boolean {
  if (error instanceof DOMException) return error.name === "TimeoutError" || error.name === "AbortError";
  if (!(error instanceof Error)) return false;
  return error.name === "AbortError" || ("code" in error && typeof error.code === "string");
}
