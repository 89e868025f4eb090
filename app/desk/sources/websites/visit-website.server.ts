import type { SiteFacts } from "#app/db/columns/source-columns.ts";
import { ConnectionError } from "#app/platform/public-connection.server.ts";
import { registrableDomain } from "#app/platform/registrable-domain.ts";

import { SourceFault } from "../http/source-fault.ts";
import type { SourceAnswer, SourceHttp } from "../http/source-http.server.ts";
import { isParkedPage, isParkingUrl } from "./parked-site.ts";
import { parsePage, type SitePage } from "./parse-page.ts";
import { readSiteFacts, type SitePlace } from "./site-facts.ts";
import { findContactPage } from "./site-links.ts";
import { ALL_ALLOWED, readRobots, ROBOTS_BYTES_MAX, type SiteRules } from "./site-robots.ts";

/** Pages of site builders have about one megabyte. */
const PAGE_BYTES_MAX = 3_000_000;
const PAGE_MS_MAX = 30_000;
const SILENCE_MS_MAX = 15_000;
const REDIRECTS_MAX = 5;
const REDIRECT_STATUSES = [301, 302, 303, 307, 308];
const GONE_STATUSES = [404, 410];
/** A website that wants longer pauses isn't read. */
const INTERVAL_MS_MAX = 30_000;

/**
 * What reading a website came to. "unread": nothing can be said, as when it is down for a moment or doesn't allow us.
 * `detail`: why, as a sentence; for "moved" its new address. `isUnreachable`: there was no answer at all.
 */
export type Visit =
  | { outcome: "read"; facts: SiteFacts }
  | { outcome: "unread" | "gone" | "parked" | "moved"; detail: string; isUnreachable?: boolean };

/** Reads websites of places, each by its robots.txt, which is read once. Make one for each run. */
export class WebsiteVisitor {
  readonly #http: SourceHttp;
  readonly #rules = new Map<string, Promise<SiteRules>>();

  constructor(http: SourceHttp) {
    this.#http = http;
  }

  /**
   * Reads the home page of a place's website, and another page if the first lacks hours or a phone.
   *
   * @throws SourceFault only when the run was stopped.
   */
  async visit(place: SitePlace): Promise<Visit> {
    try {
      const home = await this.#readPage(place.website);
      if (!("lines" in home)) return home;
      if (isParkedPage(home)) return { outcome: "parked", detail: "The domain is for sale or unused." };
      const facts = readSiteFacts([home], place);
      const isComplete = facts?.hours !== undefined && facts.phone !== undefined;
      const next = isComplete ? null : findContactPage(home);
      const more = next === null ? null : await this.#readMore(next);
      const all = more === null ? facts : readSiteFacts([home, more], place);
      return all === null
        ? { outcome: "unread", detail: "No page that was read names the place." }
        : { outcome: "read", facts: all };
    } catch (error) {
      if (!(error instanceof SourceFault) || error.kind === "stopped") throw error;
      const isUnreachable = error.kind === "unreachable" || error.kind === "too-slow";
      return { outcome: isNameGone(error) ? "gone" : "unread", detail: error.message, isUnreachable };
    }
  }

  /** The second page is an extra: without it the first counts. */
  async #readMore(address: string): Promise<SitePage | null> {
    try {
      const page = await this.#readPage(address);
      return "lines" in page ? page : null;
    } catch (error) {
      if (error instanceof SourceFault && error.kind !== "stopped") return null;
      throw error;
    }
  }

  /** Follows redirects by itself: each address needs the leave of its robots.txt, and another domain isn't asked. */
  async #readPage(address: string): Promise<SitePage | Visit> {
    let url = URL.parse(address);
    const domain = url === null ? null : registrableDomain(url.hostname);
    if (url === null || domain === null) return unread(`${address} isn’t the address of a website.`);
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      const rules = await this.#rulesOf(url);
      if (!rules.isAllowed(url.href)) return unread(`${url.host} doesn’t allow it in its robots.txt.`);
      if (rules.intervalMs > INTERVAL_MS_MAX) return unread(`${url.host} wants longer pauses than we make.`);
      const answer = await this.#http.read({
        url: url.href,
        headers: { accept: "text/html,application/xhtml+xml" },
        bytesMax: PAGE_BYTES_MAX,
        msMax: PAGE_MS_MAX,
        silenceMsMax: SILENCE_MS_MAX,
        triesMax: 1,
        statuses: [...REDIRECT_STATUSES, ...GONE_STATUSES],
        intervalMsMin: rules.intervalMs,
      });
      if (GONE_STATUSES.includes(answer.status)) {
        return { outcome: "gone", detail: `${url.host} says that there is no such page (status ${answer.status}).` };
      }
      if (!REDIRECT_STATUSES.includes(answer.status)) return readAnswer(answer);
      const next = URL.parse(answer.headers.location ?? "", url.href);
      if (next === null || (url.protocol === "https:" && next.protocol !== "https:")) {
        return unread(`${url.host} redirects to an address that isn’t read.`);
      }
      if (isParkingUrl(next)) return { outcome: "parked", detail: `${url.host} redirects to ${next.host}.` };
      const nextDomain = registrableDomain(next.hostname);
      if (nextDomain === null) return unread(`${url.host} redirects to an address that isn’t read.`);
      if (nextDomain !== domain) return { outcome: "moved", detail: next.href };
      url = next;
    }
    return unread(`${url.host} redirects more than ${REDIRECTS_MAX} times.`);
  }

  async #rulesOf({ origin }: URL): Promise<SiteRules> {
    const known = this.#rules.get(origin) ?? this.#readRules(`${origin}/robots.txt`);
    this.#rules.set(origin, known);
    return known;
  }

  /**
   * A robots.txt that isn't there (status 4xx) allows everything. Without an answer, or with an error of the server, nothing
   * is allowed: that is thrown.
   */
  async #readRules(url: string): Promise<SiteRules> {
    const request = {
      url,
      bytesMax: 2 * ROBOTS_BYTES_MAX,
      msMax: PAGE_MS_MAX,
      silenceMsMax: SILENCE_MS_MAX,
      triesMax: 1,
    };
    const parts: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const chunk of this.#http.stream(request)) {
        parts.push(chunk);
        length += chunk.length;
        if (length >= ROBOTS_BYTES_MAX) break;
      }
    } catch (error) {
      const isMissing = error instanceof SourceFault && error.kind === "refused" && (error.status ?? 500) < 500;
      if (isMissing) return ALL_ALLOWED;
      throw error;
    }
    return readRobots(url, new TextDecoder().decode(Buffer.concat(parts).subarray(0, ROBOTS_BYTES_MAX)));
  }
}

function unread(detail: string): Visit {
  return { outcome: "unread", detail };
}

function readAnswer({ url, headers, bytes }: SourceAnswer): SitePage | Visit {
  const { host } = new URL(url);
  const type = headers["content-type"] ?? "text/html";
  if (!/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) return unread(`${host} didn’t send a page.`);
  return parsePage(decodePage(bytes, type), url) ?? unread(`${host} sent a page that can’t be read.`);
}

/** How far into a page its encoding is named. */
const HEAD_BYTES = 2_048;

function decodePage(bytes: Uint8Array, type: string): string {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD_BYTES));
  const [, label = "utf-8"] =
    /charset\s*=\s*["']?([\w-]{1,40})/i.exec(type) ??
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(head) ??
    [];
  try {
    return new TextDecoder(label).decode(bytes);
  } catch (error) {
    // There is no such encoding.
    if (error instanceof RangeError) return new TextDecoder().decode(bytes);
    throw error;
  }
}

/** Whether the DNS says that there is no such name. If it can't say anything, that is not known. */
function isNameGone({ cause }: SourceFault): boolean {
  if (cause instanceof ConnectionError) return cause.kind === "no-address";
  return cause instanceof Error && "code" in cause && (cause.code === "ENOTFOUND" || cause.code === "ENODATA");
}
