import { createHash } from "node:crypto";

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { clearDemo } from "#app/desk/demo/load-demo.server.ts";
import { gzipBytesSent } from "#tests/gzip-sent.ts";

import { COLOR_CHECKS, NON_COLOR_CHECKS, findViolations } from "./axe-violations.ts";
import { brokenPictures, waitForHydration, loadAllImages, testWithPictures as journey } from "./browser.ts";
import { htmlProblems } from "./html-problems.ts";
import { PAGE_KINDS } from "./page-kinds.ts";
import { parsePolicy, REQUEST_ID, SECURITY_HEADERS } from "./security-headers.ts";
import { openSite } from "./site.ts";
import { styleSheetPaths, styleSheetsOf, unstyledClasses } from "./style-sheets.ts";

/** React and React Router alone are 107 KB of it; the route manifest is 9. */
const SCRIPT_GZIP_BYTES_MAX = 145_000;

/** For reading and for forms, see vite.config.ts. */
const PUBLIC_STYLE_SHEETS = ["root", "guide", "everyone"];
const STYLE_GZIP_BYTES_MAX = 28_000;

/** A site with the same seed data, after its demo data was cleared. */
const test = journey.extend("cleared", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
  const site = await openSite();
  onCleanup(() => site.close());
  await site.opened.runExclusively((db) => clearDemo(db));
  return site;
});

/**
 * Opens each kind of page once on a desktop and once on a phone, and reports everything that is wrong, not only the
 * first problem.
 */
describe("a page of each kind", { timeout: 120_000 }, () => {
  const requestIds = new Set<string>();

  test.for(PAGE_KINDS)("as it is sent: $name", async ({ path, status = 200 }, { guest, cleared, site, parser }) => {
    const response = await guest.fetch(path);
    const html = await response.text();

    expect.soft(response.status, "status").toBe(status);
    expectNone(await htmlProblems(html), "invalid HTML");
    expectNone(unstyledClasses(html), "classes without their style sheet");
    expectNone(
      styleSheetsOf(html).filter((name) => !PUBLIC_STYLE_SHEETS.includes(name)),
      "style sheets of accounts, owners or staff",
    );
    expect.soft(await styleGzipBytes(html, site.url), "bytes of styles").toBeLessThanOrEqual(STYLE_GZIP_BYTES_MAX);
    expect.soft(Object.fromEntries(response.headers), "security headers").toMatchObject(SECURITY_HEADERS);
    await expectStrictPolicy(parser, response.headers.get("content-security-policy"), html);
    const requestId = response.headers.get("x-request-id") ?? "";
    expect.soft(requestId).toMatch(REQUEST_ID);
    expect.soft(requestIds, "ids of other answers").not.toContain(requestId);
    requestIds.add(requestId);
    const withCookies = await guest.fetch(path, { headers: { cookie: "a=b; theme=dark" } });
    expect.soft([...response.headers.getSetCookie(), ...withCookies.headers.getSetCookie()], "cookies").toEqual([]);

    const withoutDemo = await (await fetch(cleared.url + path)).text();
    expect
      .soft(publishedDataOf(html).replaceAll(site.url, cleared.url), "what its head tells")
      .toBe(publishedDataOf(withoutDemo));
    expect.soft(showsFigures(html) && !isMarked(html), "demo figures without a mark").toBe(false);
    expect.soft(isMarked(withoutDemo), "a mark of demo data where there is none").toBe(false);
  });

  test.for(PAGE_KINDS)("at 1280 px: $name", async ({ path, status }, { look }) => {
    const page = await look(path, { status });
    await waitForHydration(page);

    for (const width of [768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expectNone(await overflowing(page, width), `sticks out at ${width} px`);
    }
    expectNone(await findViolations(page), "axe");
    await page.emulateMedia({ colorScheme: "dark" });
    expectNone(await findViolations(page, COLOR_CHECKS), "axe, dark");
    await expectPicturesAndLittleScript(page);
  });

  test.for(PAGE_KINDS)("at 360 px, by touch: $name", async ({ path, status }, { visit }) => {
    const page = await visit(path, { status, width: 360, touch: true });
    // Before hydration; the hydrated page is checked at 1280 px.
    expectNone(await findViolations(page, NON_COLOR_CHECKS), "axe");
    await waitForHydration(page);

    expectNone(await overflowing(page, 360), "sticks out");
    await expectPicturesAndLittleScript(page);
  });
});

test("pictures below the first screen load when a visitor scrolls to them, and not before", async ({ visit }) => {
  // Chromium loads up to 3,000 px ahead of the window.
  const page = await visit("/posts/best-pizza", { width: 360, height: 500 });
  await waitForHydration(page);
  const last = page.locator("main img[loading=lazy]").last();
  expect(await last.evaluate((image) => image instanceof HTMLImageElement && image.complete)).toBe(false);

  let shown = 0;
  do {
    await expect.poll(async () => (await picturesOnScreen(page)).awaited).toEqual([]);
    shown = Math.max(shown, (await picturesOnScreen(page)).count);
  } while (await scrollsOn(page));

  expect(shown).toBeGreaterThan(1);
  expect(await last.evaluate((image) => image instanceof HTMLImageElement && image.complete)).toBe(true);
  expect(await brokenPictures(page)).toEqual([]);
});

/** Expects no findings, without stopping the test. */
function expectNone(found: readonly string[], what: string): void {
  expect.soft(found, `${what}:\n${found.join("\n")}`).toEqual([]);
}

/** Every inline script is allowed by its hash, and no other inline code is allowed. */
async function expectStrictPolicy(parser: Page, header: string | null, html: string): Promise<void> {
  const policy = parsePolicy(header);
  expect.soft(policy).toMatchObject({
    "default-src": ["'none'"],
    "style-src": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    "form-action": ["'self'"],
  });
  const scripts = policy["script-src"] ?? [];
  expect.soft(scripts[0]).toBe("'self'");
  expect.soft(scripts.join(" ")).not.toMatch(/unsafe|\*|https?:|data:|strict-dynamic/);
  const inline = await inlineScripts(parser, html);
  expect.soft(inline.length, "inline scripts").toBeGreaterThan(1);
  const hashes = inline.map((code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`);
  expectNone(
    hashes.filter((hash) => !scripts.includes(hash)),
    "inline scripts that the policy doesn't name",
  );
  expect.soft(html).not.toMatch(/<style|\son[a-z]+="/);
}

async function expectPicturesAndLittleScript(page: Page): Promise<void> {
  await loadAllImages(page);
  expectNone(await brokenPictures(page), "broken pictures");
  expect.soft(await scriptGzipBytes(page), "bytes of script").toBeLessThanOrEqual(SCRIPT_GZIP_BYTES_MAX);
}

async function styleGzipBytes(html: string, site: string): Promise<number> {
  const sizes = await Promise.all(styleSheetPaths(html).map((path) => gzipBytesSent(site + path)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The code of the inline scripts that a browser would run, at once or deferred. */
function inlineScripts(parser: Page, html: string): Promise<string[]> {
  return parser.evaluate((text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const scripts = [...page.querySelectorAll("script:not([src])")];
    return scripts
      .filter((script) => script.getAttribute("type") !== "application/ld+json")
      .map((script) => script.textContent);
  }, html);
}

/** What a page tells search engines: its head and its JSON-LD. */
function publishedDataOf(html: string): string {
  const head = [...html.matchAll(/<(?:meta|title|link rel="canonical")[^>]*>/g)].map(([tag]) => tag);
  const jsonLd = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
  return [...head, ...jsonLd.map(([, text]) => text)].join("\n");
}

function showsFigures(html: string): boolean {
  return /class="rating"|of 5 stars|\d views/.test(html);
}

function isMarked(html: string): boolean {
  return html.includes("demo-mark");
}

/**
 * Elements wider than the window, except for content that scrolls inside itself. A phone that zooms out doesn't count
 * as wider.
 */
function overflowing(page: Page, windowWidth: number): Promise<string[]> {
  return page.evaluate((width) => {
    const scrolls = (element: Element | null): boolean => {
      if (element === null || element === document.body) return false;
      return getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement);
    };
    const wide = [...document.querySelectorAll("body *")].filter((element) => {
      const box = element.getBoundingClientRect();
      return (
        box.width > 0 &&
        (box.right > width + 1 || box.left < -1) &&
        element.checkVisibility() &&
        !scrolls(element.parentElement)
      );
    });
    // Texts for screen readers are moved out of view on purpose.
    const seen = wide.filter((element) => element.closest(".sr-only, .skip-link") === null);
    const whole = document.documentElement.scrollWidth;
    return [
      ...(whole > width ? [`the page is ${whole} wide`] : []),
      ...seen.slice(0, 5).map((element) => `${element.tagName.toLowerCase()}.${element.className}`),
    ];
  }, windowWidth);
}

const gzipBytes = new Map<string, number>();

async function scriptGzipBytes(page: Page): Promise<number> {
  const urls = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      // The live map loads only when it is in view (map.test.ts), or its links where it can't be drawn. Neither counts
      // as part of the page.
      .filter((name) => name.endsWith(".js") && !/\/(?:live-map|map-pins)-/.test(name)),
  );
  let sum = 0;
  for (const url of new Set(urls)) {
    const known = gzipBytes.get(url) ?? (await gzipBytesSent(url));
    gzipBytes.set(url, known);
    sum += known;
  }
  return sum;
}

/** Turns the mouse wheel. @returns False at the end of the page. */
async function scrollsOn(page: Page): Promise<boolean> {
  const from = await page.evaluate(() => scrollY);
  if (await page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1)) return false;
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(from);
  return true;
}

/** How many pictures are in view, and which of them haven't loaded yet. */
function picturesOnScreen(page: Page): Promise<{ count: number; awaited: string[] }> {
  return page.evaluate(() => {
    const inView = [...document.images].filter((image) => {
      const { top, bottom, width } = image.getBoundingClientRect();
      return width > 0 && bottom > 0 && top < innerHeight && image.checkVisibility();
    });
    const awaited = inView.filter((image) => !image.complete || image.naturalWidth === 0);
    return { count: inView.length, awaited: awaited.map((image) => image.currentSrc || image.src) };
  });
}
