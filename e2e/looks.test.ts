import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { z } from "zod";

import { waitForHydration, loadAllImages, siteUrl, testWithPictures as test } from "./browser.ts";

const HOME_HTML_BYTES_MAX = 60_000;

/** A tenth of what Google calls good. */
const FONT_SHIFT_MAX = 0.01;

test("the home page's HTML is small", async () => {
  const html = await (await fetch(siteUrl)).arrayBuffer();

  expect(html.byteLength).toBeLessThanOrEqual(HOME_HTML_BYTES_MAX);
});

describe("nothing moves while a page loads, hydrates and is scrolled", () => {
  const pages = ["/", "/food", "/places/madams-organ"];

  test.for(pages.flatMap((path) => [1280, 360].map((width) => ({ path, width }))))(
    "$path at $width",
    async ({ path, width }, { visit }) => {
      const page = await visit(path, { width, before: (opened) => noteShifts(opened) });
      const first = await shiftsOf(page);
      // Now without fonts: a font that arrives just after the first paint moves a line slightly, which must not hide
      // other shifts. Scrolls to the top first, because a reload restores the scroll position.
      await page.route("**/*.woff2", (route) => route.fulfill({ contentType: "font/woff2", body: "" }));
      await page.evaluate(() => scrollTo(0, 0));
      await page.goto(path);
      const second = await shiftsOf(page);

      expect(first.reduce((sum, { value }) => sum + value, 0)).toBeLessThan(FONT_SHIFT_MAX);
      expect(second).toEqual([]);
    },
  );
});

test.for(["/", "/food", "/search?q=coffee", "/nowhere"])(
  "the browser is told not to paint before it has parsed the whole page: %s",
  async (path, { parser }) => {
    const html = await (await fetch(siteUrl + path)).text();
    const awaited = await parser.evaluate((text) => {
      const page = new DOMParser().parseFromString(text, "text/html");
      const link = page.head.querySelector('link[rel="expect"][blocking="render"]');
      return page.querySelector(link?.getAttribute("href") ?? "none")?.previousElementSibling?.localName;
    }, html);

    expect(awaited).toBe("main");
  },
);

test.for(["/food", "/search?q=coffee", "/neighborhood/shaw", "/posts/best-pizza"])(
  "on a phone a list doesn't move when its map's button appears: %s",
  async (path, { visit }) => {
    const page = await visit(path, { width: 360 });
    const listTop = () =>
      page.locator(".map-panel").evaluate((panel) => {
        const list = panel.parentElement?.querySelector(":scope > :not(.map-panel, [popover])");
        return list?.getBoundingClientRect().top;
      });
    const withButton = await listTop();
    await page.locator(".map-panel").evaluate((panel) => (panel.style.display = "none"));

    expect(withButton).toBeGreaterThan(0);
    expect(await listTop()).toBe(withButton);
  },
);

test("a phone's first screen of a hub shows four whole rows, none of them twice", async ({ visit }) => {
  const page = await visit("/food", { width: 360, height: 740 });

  await page.getByRole("region", { name: "Sample activity" }).getByRole("button", { name: "Hide" }).click();
  const rows = page.locator(".hub .place-row");
  const bottom = await rows.nth(3).evaluate((row) => row.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThanOrEqual(740);
  const names = await rows.locator("h3 a").allInnerTexts();
  expect(new Set(names).size).toBe(names.length);
});

test.for([360, 1280])(
  "header and filters stay in reach down a hub, and cover nothing focused: %i",
  async (width, { visit }) => {
    const page = await visit("/food", { width, height: 740 });
    const boxOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => element.getBoundingClientRect().toJSON());
    await page.evaluate(() => scrollTo(0, 1_500));

    const header = await boxOf(".site-header");
    const filters = await boxOf(width === 360 ? ".filter-open" : ".facets-beside");
    expect(header.top).toBe(0);
    expect(filters.top).toBeGreaterThanOrEqual(header.bottom);
    expect(filters.top).toBeLessThan(740);

    const bar = await boxOf(".hub > .filter-bar");
    const link = page.locator(".hub-list .place-row h3 a").nth(2);
    await link.focus();
    const focused = await link.evaluate((element) => element.getBoundingClientRect().toJSON());
    expect(focused.top).toBeGreaterThanOrEqual(bar.bottom);
  },
);

test("nothing moves with reduced motion", async ({ visit }) => {
  const page = await visit("/", { width: 360, before: (opened) => opened.emulateMedia({ reducedMotion: "reduce" }) });

  const longest = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll("*")].flatMap((element) =>
        getComputedStyle(element).transitionDuration.split(",").map(Number.parseFloat),
      ),
    ),
  );
  expect(longest).toBeLessThan(0.01);
});

/** Runs before the page's own scripts and records layout shifts without user input. */
async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: unknown[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(entry.toJSON());
      document.documentElement.dataset["shifts"] = JSON.stringify(shifts);
    }).observe({ type: "layout-shift", buffered: true });
  });
}

async function shiftsOf(page: Page): Promise<z.infer<typeof LayoutShifts>> {
  await waitForHydration(page);
  await loadAllImages(page);
  const noted = await page.evaluate(() => document.documentElement.dataset["shifts"] ?? "[]");
  return LayoutShifts.parse(JSON.parse(noted)).filter(({ value, hadRecentInput }) => value > 0 && !hadRecentInput);
}

const LayoutShifts = z.array(
  z.object({ value: z.number(), hadRecentInput: z.boolean(), sources: z.array(z.unknown()) }),
);
