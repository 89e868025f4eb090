import { chromium, type Page } from "playwright-core";
import { expect, inject, test as plainTest } from "vitest";

import type { Role } from "#app/db/schema/accounts.ts";

import { count } from "./start-counts.ts";
import { belongsToEndedSite } from "./ended-sites.ts";
import {
  type TestClient,
  createTestClient,
  uniqueAddress,
  userIdOf,
  type SignedInClient,
  signInNewUser,
} from "./test-client.ts";
import { type OpenOptions, openSite, type Site, takeLoggedProblems } from "./site.ts";
import { type WindowKind, WindowPool } from "./window-pool.ts";

export type VisitOptions = {
  /** CSS pixels; default 1280. */
  width?: number;
  height?: number;
  /** The visitor's preferred color scheme; default light. */
  system?: "light" | "dark";
  /** A phone's screen: touch, no pointer. */
  touch?: boolean;
  /** False: the browser runs no JavaScript. */
  script?: boolean;
  /**
   * True: draws live maps. The CPU draws them at the cost of ten pages, so without this option they remain static
   * pictures, as without WebGL.
   */
  webgl?: boolean;
  /** The expected status of the first page; default 200. */
  status?: number;
  /** URLs that may return an error during the visit; a trailing star matches any ending. */
  expectedErrors?: string[];
  /** The origin of a site other than the test's. */
  site?: string;
  /** The visitor: their session and network address. */
  by?: Pick<TestClient, "cookie" | "address">;
  /** The origin of another host that the site may send requests to. */
  allowedOrigin?: string;
  /** Runs before the page's own scripts, in a new window for this visit. */
  before?: (page: Page) => Promise<void>;
  /** True: opens a new window for this visit, for a test that changes how the browser treats every page. */
  ownWindow?: boolean;
};

/** Opens a page as a new visitor with an empty profile. */
export type Visit = (path: string, options?: VisitOptions) => Promise<Page>;

export type LookOptions = Pick<VisitOptions, "width" | "height" | "status">;

/** Opens a page for tests that only look at it. */
export type Look = (path: string, options?: LookOptions) => Promise<Page>;

/** A signed-in user of the test's site, unknown to other tests. */
export type Person = SignedInClient & {
  id: string;
  /** Opens a page with this user's session, each time in another browser. */
  visit: (path: string, options?: Omit<VisitOptions, "by" | "site">) => Promise<Page>;
};

/** Creates a user for this test alone, with a unique name by default. */
export type SignInAs = (role: Role, given?: { name?: string }) => Promise<Person>;

/** This worker's site, for files whose tests change nothing that others see. */
const shared = await openSite();

export const siteUrl = shared.url;

/**
 * Vitest's test with a site and a browser. It fails if a page logs an error, throws, violates the content security
 * policy, requests another host or gets an error status, or if a site logs a warning.
 */
export const test = plainTest
  .extend("endpoints", { scope: "worker" }, () => ({
    whole: inject("browserEndpoint"),
    plain: inject("plainBrowserEndpoint"),
  }))
  .extend("browser", { scope: "worker" }, async ({ endpoints }, { onCleanup }) => {
    const browser = await chromium.connect(endpoints.whole);
    onCleanup(() => browser.close());
    return browser;
  })
  .extend("plainBrowser", { scope: "worker" }, async ({ endpoints }, { onCleanup }) => {
    const browser = await chromium.connect(endpoints.plain);
    onCleanup(() => browser.close());
    return browser;
  })
  // Images take a sixth of a test's time. A file whose tests look at them sets this to true.
  .extend("pictures", { scope: "file" }, () => false)
  .extend("sharedSite", { scope: "worker" }, ({ browser: _browser }, { onCleanup }) => {
    onCleanup(() => shared.close());
    return shared;
  })
  .extend("site", { scope: "file" }, ({ sharedSite }): Site => sharedSite)
  .extend("complaints", { auto: true }, ({ task: _task }, { onCleanup }) => {
    onCleanup(() => {
      const complaints = takeLoggedProblems();
      expect(complaints, `a site complained during this test:\n${complaints.join("\n")}`).toEqual([]);
    });
  })
  // An empty page that parses HTML and XML for tests that only fetch.
  .extend("parser", { scope: "worker" }, async ({ browser }) => browser.newPage())
  .extend(
    "windows",
    { scope: "worker" },
    ({ browser, plainBrowser }) => new WindowPool({ whole: browser, plain: plainBrowser }),
  )
  .extend("look", async ({ windows, site, pictures }, { onCleanup }) => {
    const problems: string[] = [];
    const kind: WindowKind = { site: site.url, touch: false, script: true, pictures, webgl: false };
    const used: Page[] = [];
    onCleanup(async () => {
      await Promise.all(used.map((page) => windows.release(kind, page)));
      expect(problems, `the pages of this test complained:\n${problems.join("\n")}`).toEqual([]);
    });
    const look: Look = async (path, { width = 1280, height = 800, status = 200 } = {}) => {
      const page = await windows.acquire(kind);
      used.push(page);
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: "light" });
      watch(page, problems, { own: [site.url], refused: refusedBy(path, status, site.url) });
      await openAs(page, path, status);
      return page;
    };
    return look;
  })
  .extend("visit", async ({ windows, site: { url }, pictures }, { onCleanup }) => {
    const problems: string[] = [];
    const leave: (() => Promise<void>)[] = [];
    onCleanup(async () => {
      await Promise.all(leave.map((each) => each()));
      expect(problems, `the pages of this test complained:\n${problems.join("\n")}`).toEqual([]);
    });
    const guest = { cookie: "", address: uniqueAddress() };
    const visit: Visit = async (path, options = {}) => {
      const { site = url, by = guest, touch = false, script = true, webgl = false, status = 200 } = options;
      const kind: WindowKind = { site, touch, script, pictures: pictures || webgl, webgl };
      const isAlone = options.ownWindow === true || options.before !== undefined;
      const page = isAlone ? await windows.open(kind) : await windows.acquire(kind);
      leave.push(() => (isAlone ? page.context().close() : windows.release(kind, page)));
      await page.setViewportSize({ width: options.width ?? 1280, height: options.height ?? 800 });
      await page.emulateMedia({ colorScheme: options.system ?? "light", reducedMotion: null, media: null });
      await become(page, site, by);
      const refused = (options.expectedErrors ?? []).map((address) => new URL(address, site).href);
      watch(page, problems, {
        own: [site, options.allowedOrigin ?? site],
        refused: [...refusedBy(path, status, site), ...refused],
      });
      await options.before?.(page);
      await openAs(page, path, status);
      return page;
    };
    return visit;
  })
  .extend("guest", ({ site }) => createTestClient(site.url))
  .extend("as", ({ site, visit }): SignInAs => {
    return async (role, { name } = {}) => {
      const person = await signInNewUser(site.url, role, name);
      const id = await userIdOf(site.db, person.cookie);
      return { ...person, id, visit: (path, options = {}) => visit(path, { ...options, by: person }) };
    };
  });

/** For files whose tests look at images: all other tests use a browser that loads none. */
export const testWithPictures = test.extend("pictures", { scope: "file" }, () => true);

/**
 * For files that need other settings than the shared site, or whose tests change what others see: with its own site.
 */
export function testWithSite(options: OpenOptions = {}, prepare: (site: Site) => Promise<void> = async () => {}) {
  return test.extend("site", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
    const site = await openSite(options);
    onCleanup(() => site.close());
    await prepare(site);
    return site;
  });
}

/** Gives a window its visitor's session, as if they had signed in before, and their network address. */
async function become(
  page: Page,
  site: string,
  { cookie, address }: Pick<TestClient, "cookie" | "address">,
): Promise<void> {
  await page.setExtraHTTPHeaders({ "x-forwarded-for": address });
  const [name, value] = cookie.split("=");
  if (name === undefined || value === undefined) return;
  await page.context().addCookies([{ name, value, url: site, httpOnly: true, sameSite: "Lax" }]);
}

async function openAs(page: Page, path: string, status: number): Promise<void> {
  count("pages");
  const response = await page.goto(path);
  expect(response?.status(), `status of ${path}`).toBe(status);
}

/** The URL that is expected to return an error, if any. */
function refusedBy(path: string, status: number, site: string): string[] {
  return status < 400 ? [] : [new URL(path, site).href];
}

/** Collects a page's errors. `refused` are URLs that are expected to return an error. */
function watch(page: Page, problems: string[], { own, refused }: { own: string[]; refused: string[] }): void {
  const isRefused = (url: string) =>
    refused.some((address) => (address.endsWith("*") ? url.startsWith(address.slice(0, -1)) : url === address));
  const note = (problem: string) => problems.push(`${page.url()}: ${problem}`);
  page.on("pageerror", (error) => note(`threw ${error.message}`));
  page.on("console", (message) => {
    // Violations of the content security policy also appear as errors.
    const { url } = message.location();
    if (message.type() !== "error" || isRefused(url)) return;
    // A page hydrates late, perhaps after the test has ended its site.
    if (message.text().startsWith("Failed to load resource: net::") && belongsToEndedSite(url)) return;
    note(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && !own.includes(origin)) note(`asked another host: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() < 400 || isRefused(response.url())) return;
    note(`${response.status()} for ${response.url()}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Leaving a page aborts what it was still loading.
    if (reason === "net::ERR_ABORTED" || belongsToEndedSite(request.url())) return;
    note(`${reason} for ${request.url()}`);
  });
}

/** Resolves when the page is hydrated, which is delayed on purpose. */
export async function waitForHydration(page: Page): Promise<void> {
  // A visitor's first input triggers hydration; otherwise it would wait some seconds.
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
}

/**
 * Loads and decodes every image of the page, also those below the first screen, as if a visitor had scrolled to the
 * end.
 */
export async function loadAllImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A list may grow while its images load.
    for (let seen = -1; seen < document.images.length;) {
      seen = document.images.length;
      const shown = [...document.images].filter((image) => image.checkVisibility());
      for (const image of shown) image.loading = "eager";
      // `brokenPictures` reports broken images.
      await Promise.all(shown.map((image) => image.decode().catch(() => {})));
    }
  });
}

/** URLs of visible images that were loaded but can't be drawn. An image that is still loading isn't broken. */
export function brokenPictures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => image.checkVisibility() && image.complete && image.naturalWidth === 0)
      .map((image) => image.currentSrc),
  );
}
