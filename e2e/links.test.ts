import { createHash } from "node:crypto";

import { describe, expect } from "vitest";

import { filterParameters } from "#app/guide/seo/files/robots.ts";

import { siteUrl, test as plainTest } from "./browser.ts";
import { headProblems } from "./head-problems.ts";
import { inParallel } from "./in-parallel.ts";
import { everyPath } from "./page-kinds.ts";
import { type HtmlFacts, readHtml } from "./read-html.ts";
import { builtSite } from "./site.ts";

/** PROVE=1 requests everything; otherwise a fixed sample. */
const IS_PROVING = process.env["PROVE"] === "1";
const ADDRESSES_MAX = IS_PROVING ? 100_000 : 1_000;
const CRAWL_MS_MAX = IS_PROVING ? 3_600_000 : 300_000;
/** Of many similar URLs, one in so many is in the fixed sample. */
const SAMPLE = 16;
const ANSWERED_MIN = IS_PROVING ? 2_500 : 250;
/** Requested in one go before the order is checked again. */
const BATCH = 64;
const REDIRECTS_MAX = 3;

/** Filters combine endlessly: a URL with one of these parameters is requested, but its links aren't followed. */
const FILTER_NAMES = [...filterParameters((await builtSite()).routes.all), "q"];

/** Parameters of a form's URL that say which place it is for; such forms come last too. */
const FORM_NAMES = ["place"];

/** The forms of each place and each review are similar: they are requested last, like filtered lists. */
const FORMS = /^\/(?:places\/[^/]+\/.+|reviews\/.+)$/;

/** There are hundreds of URLs below each of these. */
const ONES_OF_MANY = /^\/(?:places|pictures|photos|map\/still|reviews)\//;

const promised = everyPath(new Date()).filter(isWanted);

// One crawl serves the whole file, and Vitest supports such fixtures only at the top level.
const test = plainTest.extend("crawl", { scope: "file" }, async ({ sharedSite: _site }) => {
  const crawl = new Crawl(new Set(promised));
  await crawl.run("/");
  return crawl;
});

describe("starting at the home page", { timeout: CRAWL_MS_MAX }, () => {
  test("everything that a page links, shows or loads exists, in one spelling", ({ crawl }) => {
    expect(crawl.problems).toEqual([]);
    expect(crawl.answered.size).toBeGreaterThan(ANSWERED_MIN);
    expect(mixedSpellings([...crawl.answered.keys()])).toEqual([]);
    expect(crawl.deadFragments()).toEqual([]);
  });

  test("every page of the seed data is reachable, and its head is complete", ({ crawl }) => {
    expect(promised.length).toBeGreaterThan(800 / (IS_PROVING ? 1 : SAMPLE));
    expect(promised.filter((path) => !crawl.answered.has(path))).toEqual([]);
    expect(crawl.headProblems).toEqual([]);
  });
});

type Reference = { address: string; on: string };

/** Crawls everything wanted, starting at one page: pages before files, and filtered lists last. */
class Crawl {
  readonly problems: string[] = [];
  readonly headProblems: string[] = [];
  /** Ids on each page, by its path and query; files have none. */
  readonly answered = new Map<string, ReadonlySet<string>>();
  readonly #promised: ReadonlySet<string>;
  readonly #seen = new Set<string>();
  readonly #waiting: Record<"page" | "file" | "filtered", Reference[]> = { page: [], file: [], filtered: [] };
  readonly #fragments: Reference[] = [];

  /** `promised`: the pages whose heads are checked. */
  constructor(promised: ReadonlySet<string>) {
    this.#promised = promised;
  }

  async run(start: string): Promise<void> {
    this.#add({ address: start, on: start }, "a");
    for (let batch = this.#nextBatch(); batch.length > 0; batch = this.#nextBatch()) {
      await inParallel(batch, (reference) => this.#visit(reference));
    }
  }

  /** Links to a fragment that the page doesn't have. */
  deadFragments(): string[] {
    return this.#fragments.flatMap(({ address, on }) => {
      const [path = "", fragment = ""] = address.split("#");
      const ids = this.answered.get(path);
      return ids === undefined || fragment === "" || ids.has(decodeURIComponent(fragment))
        ? []
        : [`${address} on ${on}`];
    });
  }

  #nextBatch(): Reference[] {
    const { page, file, filtered } = this.#waiting;
    const queue = [page, file, filtered].find(({ length }) => length > 0) ?? [];
    return queue.splice(0, Math.min(BATCH, ADDRESSES_MAX - this.answered.size));
  }

  async #visit({ address, on }: Reference): Promise<void> {
    const response = await followed(address);
    if (response.status !== 200) this.problems.push(`${response.status} for ${address}, named on ${on}`);
    const type = response.headers.get("content-type") ?? "";
    if (type.startsWith("text/html")) {
      const facts = readHtml(await response.text());
      this.answered.set(address, new Set(facts.ids));
      if (this.#promised.has(address)) {
        this.headProblems.push(...headProblems(address, facts).map((problem) => `${address}: ${problem}`));
      }
      if (!isFiltered(address)) this.#addAll(facts, address);
      return;
    }
    this.answered.set(address, new Set());
    if (!type.startsWith("text/css")) return void (await response.arrayBuffer());
    for (const [, quoted = ""] of (await response.text()).matchAll(/url\(([^)]+)\)/g)) {
      this.#add({ address: quoted.replaceAll(/["']/g, ""), on: address }, "img");
    }
  }

  #addAll(facts: HtmlFacts, on: string): void {
    for (const { from, address } of facts.references) this.#add({ address, on }, from);
  }

  #add({ address, on }: Reference, from: HtmlFacts["references"][number]["from"]): void {
    if (!URL.canParse(address, siteUrl + on)) return void this.problems.push(`${address} on ${on} is no address`);
    const url = new URL(address, siteUrl + on);
    if (url.origin !== siteUrl) return this.#noteForeign(url, from, on);
    // Each page links to the one page for signing in, with itself as the return path.
    const target = url.pathname === "/auth/login" ? url.pathname : url.pathname + url.search;
    // The fragment of a picture selects how it is drawn.
    if (url.hash !== "" && from === "a") this.#fragments.push({ address: target + url.hash, on });
    if (this.#seen.has(target) || !isWanted(target)) return;
    this.#seen.add(target);
    const isPage = from === "a" || from === "form";
    this.#waiting[isFiltered(target) ? "filtered" : isPage ? "page" : "file"].push({ address: target, on });
  }

  /** Other sites may be linked, never loaded. */
  #noteForeign(url: URL, from: HtmlFacts["references"][number]["from"], on: string): void {
    const isFine = from === "a" && ["http:", "https:", "tel:", "mailto:"].includes(url.protocol);
    if (!isFine) this.problems.push(`${url.href} on ${on} is loaded from another site`);
  }
}

/** An old URL may redirect to the new one, on this site and in a few steps. */
async function followed(address: string): Promise<Response> {
  let target = siteUrl + address;
  for (let step = 0; ; step += 1) {
    const response = await fetch(target, { redirect: "manual" });
    const location = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || location === null || step === REDIRECTS_MAX) return response;
    await response.arrayBuffer();
    target = new URL(location, target).href;
    if (!target.startsWith(`${siteUrl}/`)) return response;
  }
}

/** Lists and unique pages are always wanted; of places, pictures and filters there are many similar ones. */
function isWanted(target: string): boolean {
  if (IS_PROVING || !(isFiltered(target) || ONES_OF_MANY.test(target))) return true;
  return (createHash("sha256").update(target).digest()[0] ?? 0) % SAMPLE === 0;
}

function isFiltered(target: string): boolean {
  const at = target.indexOf("?");
  if (at === -1) return FORMS.test(target);
  return [...new URLSearchParams(target.slice(at)).keys()].some(
    (name) => FILTER_NAMES.includes(name) || FORM_NAMES.includes(name),
  );
}

/** URLs that differ only in case, a trailing slash, or the encoding of a character. */
function mixedSpellings(targets: string[]): string[] {
  const byMeaning = Map.groupBy(targets, (target) =>
    decodeURIComponent(target)
      .toLowerCase()
      .replace(/\/(?=$|\?)/, ""),
  );
  return [...byMeaning.values()]
    .filter((spellings) => spellings.length > 1)
    .map((spellings) => spellings.join(" and "));
}
