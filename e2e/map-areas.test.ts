import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { type Bounds, readBounds } from "#app/guide/map/base/bounds.ts";
import { BASEMAP_FRAME, MAP_UNITS, viewOfBounds } from "#app/guide/map/base/frame.ts";
import { distanceMeters, type Point } from "#app/lib/geo.ts";

import { DRAWN_MS_MAX, Pins, WINDOW, test, pinPoints, live, settled } from "./live-map-page.ts";

describe("fitted to its places", { timeout: 120_000 }, () => {
  test("the map shows every pin of the category, and its list follows", async ({ visit, guest }) => {
    const page = await visit("/map?category=home-services", WINDOW);
    await live(page);
    await page.getByRole("region", { name: /^Map of \d+ places$/ }).focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(/\/map\?category=home-services&bbox=-?\d/);

    await page.getByRole("button", { name: "Fit the map to the places" }).press("Enter");
    await settled(page);
    const around = boxAround(await pinPoints(guest, "category=home-services"));
    const middle = middleOf(around);
    await expect
      .poll(() => distanceMeters(middleOf(shownIn(page)), middle) < CENTERED_METERS_MAX, { timeout: DRAWN_MS_MAX })
      .toBe(true);

    // One level closer.
    const fitted = viewOfBounds(BASEMAP_FRAME, around).size / MAP_UNITS;
    await page.getByRole("button", { name: "Zoom in" }).press("Enter");
    await expect.poll(() => Math.round((sizeOf(shownIn(page)) / fitted) * 10), { timeout: DRAWN_MS_MAX }).toBe(5);
  });

  test("a map of an area loads all pins of its category once", async ({ visit, site }) => {
    const requests: string[] = [];
    const box = "-77.05,38.9,-77.02,38.92";
    await live(
      await visit(`/map?category=food&bbox=${box}`, {
        ...WINDOW,
        before: async (opened) => void opened.on("request", (request) => requests.push(request.url())),
      }),
    );

    const pins = requests.filter((url) => url.includes("/map/pins.json"));
    expect(new Set(pins)).toEqual(new Set([`${site.url}/map/pins.json?category=food`]));
  });
});

describe("the map beside search results", { timeout: 120_000 }, () => {
  test("searches the area it was moved to; words and filters stay, and a chip or Back removes the area", async ({
    visit,
  }) => {
    const page = await visit("/search?q=museum&type=art-museum", WINDOW);
    await live(page);
    const all = await page.locator("#found").innerText();

    for (let level = 0; level < 3; level += 1) {
      await page.getByRole("button", { name: "Zoom in" }).press("Enter");
      await settled(page);
    }
    await page.getByRole("button", { name: "Search this area" }).press("Enter");
    await page.waitForURL(/\/search\?q=museum&type=art-museum&bbox=-?\d/);
    await expect.poll(() => page.locator("#found").innerText()).not.toBe(all);
    expect(await page.locator(".live-map-canvas:focus-within").count(), "the focus stays on the map").toBe(1);
    const inside = await page.locator("#found").innerText();
    expect(Number.parseInt(inside, 10)).toBeLessThan(Number.parseInt(all, 10));

    await page
      .getByRole("list", { name: "Active filters" })
      .getByRole("link", { name: /In this area/ })
      .click();
    await page.waitForURL(/\/search\?q=museum&type=art-museum$/);
    await expect.poll(() => page.locator("#found").innerText()).toBe(all);
    await page.goBack();
    await expect.poll(() => page.locator("#found").innerText()).toBe(inside);
    await page.goBack();
    await expect.poll(() => page.locator("#found").innerText()).toBe(all);
  });

  test("has the places of all pages, the listed ones as numbers; another one is a dot that opens its card", async ({
    visit,
    guest,
  }) => {
    const page = await visit("/search?q=museum", WINDOW);
    await live(page);
    const { features } = Pins.parse(await (await guest.fetch("/search/pins.json?q=museum")).json());
    const listed = await page
      .locator(".place-rows h3 a")
      .evaluateAll((links) => links.map((a) => a.getAttribute("href")));

    expect(features.length).toBeGreaterThan(listed.length);
    await page.getByRole("region", { name: `Map of ${features.length} places` }).waitFor();
    const { x, y } = await findDot(page);
    await page.mouse.click(x, y);
    const card = page.locator(".live-map-card");
    await card.waitFor({ timeout: DRAWN_MS_MAX });
    expect(listed).not.toContain(await card.getByRole("link").getAttribute("href"));
  });

  test("remains where no place is, and the page says how to see all places", async ({ visit }) => {
    const page = await visit("/search?q=museum&bbox=-77.036,38.83,-77.03,38.84", WINDOW);
    await live(page);

    expect(await page.locator(".place-rows > li").count()).toBe(0);
    await page.getByRole("link", { name: /Remove “In this area”/ }).click();
    await page.waitForURL(/\/search\?q=museum$/);
    await expect.poll(() => page.locator(".place-rows > li").count()).toBeGreaterThan(5);
  });
});

/** The bounds in the page's URL. */
function shownIn(page: Page): Bounds {
  const shown = readBounds(new URL(page.url()).searchParams.get("bbox") ?? "");
  if (shown === null) throw new Error("The URL has no bounds");
  return shown;
}

function sizeOf(shown: Bounds): number {
  const wide = (shown.east - shown.west) / (BASEMAP_FRAME.east - BASEMAP_FRAME.west);
  const high = (shown.north - shown.south) / (BASEMAP_FRAME.north - BASEMAP_FRAME.south);
  return Math.min(wide, high);
}

function middleOf({ west, south, east, north }: Bounds): Point {
  return { lat: (south + north) / 2, lng: (west + east) / 2 };
}

/** A few hundredths of what the map shows. */
const CENTERED_METERS_MAX = 500;

/** The first point of the map with a pin that isn't in the list. */
async function findDot(page: Page): Promise<{ x: number; y: number }> {
  const canvas = page.locator(".live-map-canvas");
  const box = await canvas.boundingBox();
  if (box === null) throw new Error("The map is not on the page");
  const bottom = Math.min(box.y + box.height, WINDOW.height) - 10;
  for (let y = Math.max(box.y, 0) + 60; y < bottom; y += 7) {
    for (let x = box.x + 10; x < box.x + box.width - 60; x += 7) {
      await page.mouse.move(x, y);
      const isDot = await canvas.evaluate(
        (element) =>
          element.dataset["pin"] === undefined && element.querySelector("canvas")?.style.cursor === "pointer",
      );
      if (isDot) return { x, y };
    }
  }
  throw new Error("There is no dot on the map");
}

function boxAround(points: readonly [lng: number, lat: number][]): Bounds {
  const [lngs, lats] = [points.map(([lng]) => lng), points.map(([, lat]) => lat)];
  return { west: Math.min(...lngs), south: Math.min(...lats), east: Math.max(...lngs), north: Math.max(...lats) };
}
