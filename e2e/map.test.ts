import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { z } from "zod";

import { type Bounds, readBounds } from "#app/guide/map/base/bounds.ts";
import { BASEMAP_FRAME, MAP_UNITS, viewOfBounds } from "#app/guide/map/base/frame.ts";
import { MAP_INKS } from "#app/guide/map/base/map-inks.ts";

import { waitForHydration, test as drawn, testWithSite } from "./browser.ts";
import type { TestClient } from "./test-client.ts";

/** A browser without a GPU draws the map by its CPU, and the machine may be busy. */
const DRAWN_MS_MAX = 45_000;

/** Wide enough for list and map side by side, and no more pixels than that: the CPU draws each of them. */
const WINDOW = { webgl: true, width: 900, height: 520 };

/** The base map below the pins doesn't matter, except for the tests that are `drawn`. */
const test = testWithSite({ emptyMap: true }).extend("pictures", { scope: "file" }, () => true);

describe("the live map", { timeout: 120_000 }, () => {
  test("replaces the drawn one when a hydrated page brings it into view, and the page doesn't move", async ({
    visit,
  }) => {
    const requests: string[] = [];
    const page = await visit("/food", { ...WINDOW, before: async (opened) => noteMapFiles(opened, requests) });
    await atRest(page);
    expect(requests, "asked for before anybody stirred").toEqual([]);

    await page.locator(".locator-map").scrollIntoViewIfNeeded();
    const before = await page.locator(".locator-map").boundingBox();
    await live(page);

    expect(await page.locator(".locator-map").boundingBox()).toEqual(before);
    expect(await page.locator(".map-still.by-day").isVisible()).toBe(false);
    expect(requests.length).toBeGreaterThan(0);
  });

  test("is not fetched by a hydrated page while it is out of view", async ({ visit }) => {
    const requests: string[] = [];
    const page = await visit("/places/madams-organ", { height: 400, webgl: true });
    noteMapFiles(page, requests);
    await waitForHydration(page);
    await atRest(page);

    expect(requests).toEqual([]);
  });

  drawn("requests only this server, and its worker the base map and the pins", async ({ visit, site }) => {
    const requests: string[] = [];
    const page = await visit("/map", {
      ...WINDOW,
      before: async (opened) => void opened.on("request", (request) => requests.push(request.url())),
    });
    await live(page);

    expect(requests.filter((url) => !url.startsWith(site.url))).toEqual([]);
    for (const part of ["/assets/maplibre-gl-worker-", "/assets/ground-", "/map/areas.json", "/map/pins.json"]) {
      expect(requests.filter((url) => url.includes(part)).length, part).toBeGreaterThan(0);
    }
  });

  test("without WebGL the drawn map remains, its pins become links, and nothing is fetched in vain", async ({
    visit,
  }) => {
    const requests: string[] = [];
    const page = await visit("/food");
    noteMapFiles(page, requests);
    await waitForHydration(page);
    await page.locator(".locator-map").scrollIntoViewIfNeeded();

    const pins = page.locator(".locator-map > .map-pins a");
    await expect.poll(() => pins.count()).toBeGreaterThan(10);
    expect(await page.locator(".live-map, .map-still").count()).toBe(0);
    await page.locator('.place-rows [data-pin="2"]').hover();
    await expect.poll(() => page.locator(".map-pin-chosen").count()).toBe(1);
    expect(await pins.first().getAttribute("href")).toMatch(/^\/places\//);
    expect(requests).toEqual([]);
  });

  test("without script there is a static picture of map and pins, numbered like the list", async ({ visit, guest }) => {
    const page = await visit("/posts/saturday-on-capitol-hill", { script: false });
    await page.locator(".locator-map").scrollIntoViewIfNeeded();

    const still = page.locator(".map-still.by-day");
    expect(await still.getAttribute("alt")).toMatch(/^Map of /);
    expect((await still.boundingBox())?.width).toBeGreaterThan(200);
    const picture = await guest.read((await still.getAttribute("src")) ?? "");
    const numbers = [...picture.matchAll(/>(\d+)<\/text>/g)].map(([, number]) => Number(number));
    expect(numbers.length).toBeGreaterThan(6);
    expect(await page.locator(".guide-walk [data-pin]").count()).toBe(9);
    expect(picture.match(/<line/g)).toHaveLength(8);
  });

  test("a place's own map shows the walking distance", async ({ visit }) => {
    const page = await visit("/places/madams-organ", WINDOW);
    await live(page);

    // Nothing else on a map has this color.
    expect(await share(page, MAP_INKS.day.river)).toBeGreaterThan(0.002);
  });

  drawn("follows the system's theme and the chosen theme", async ({ visit }) => {
    const page = await visit("/map", { ...WINDOW, system: "dark" });
    await live(page);
    const isDark = async () => lightness(await corner(page)) < 60;
    expect(await isDark()).toBe(true);

    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(async () => lightness(await corner(page)), { timeout: DRAWN_MS_MAX }).toBeGreaterThan(200);
    await page.locator("footer select").selectOption("dark");
    await expect.poll(isDark, { timeout: DRAWN_MS_MAX }).toBe(true);
  });
});

describe("list and live map", { timeout: 120_000 }, () => {
  test("highlight each other: hovering a pin highlights its row, hovering a row its pin", async ({ visit }) => {
    const page = await visit("/posts/saturday-on-capitol-hill", WINDOW);
    await live(page);
    await page.locator(".live-map").scrollIntoViewIfNeeded();
    const before = await pixels(page);

    await page.locator('.guide-walk [data-pin="6"]').hover();
    await expect.poll(() => pixels(page), { timeout: DRAWN_MS_MAX }).not.toBe(before);

    const pin = await findPin(page);
    expect(await page.locator(`.guide-walk [data-pin="${pin}"]`).getAttribute("aria-current")).toBe("true");
    await page.mouse.move(5, 5);
    await expect.poll(() => page.locator(".guide-walk [aria-current]").count()).toBe(0);
  });

  test("a row that has the keyboard focus is highlighted on the map", async ({ visit }) => {
    const page = await visit("/map", WINDOW);
    await live(page);
    const before = await pixels(page);

    await page.locator(".place-rows h3 a").first().focus();

    await expect.poll(() => pixels(page), { timeout: DRAWN_MS_MAX }).not.toBe(before);
    expect(await page.locator(".place-row-highlighted").count()).toBe(1);
  });
});

describe("by keyboard", { timeout: 120_000 }, () => {
  // A custom style adds an attribution link.
  drawn("the map takes the focus, moves by arrow keys, and its buttons come next", async ({ visit }) => {
    const page = await visit("/map", WINDOW);
    await live(page);
    const map = page.getByRole("region", { name: /^Map of \d+ places$/ });
    await map.focus();
    const before = await pixels(page);

    await page.keyboard.press("ArrowRight");
    await expect.poll(() => pixels(page), { timeout: DRAWN_MS_MAX }).not.toBe(before);
    await page.getByRole("button", { name: "Search this area" }).waitFor({ timeout: DRAWN_MS_MAX });
    const names: string[] = [];
    for (let stop = 0; stop < 4; stop += 1) {
      await page.keyboard.press("Tab");
      names.push(
        await page.evaluate(
          () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "",
        ),
      );
    }

    expect(names).toEqual(["Search this area", "Zoom in", "Zoom out", "Fit the map to the places"]);
  });

  test("searching an area puts its bounds into the URL, lists what is in it, and Back removes them", async ({
    visit,
    guest,
  }) => {
    const page = await visit("/map?category=food", WINDOW);
    await live(page);
    const all = await total(page);

    for (let level = 0; level < 3; level += 1) {
      await page.getByRole("button", { name: "Zoom in" }).press("Enter");
      await settled(page);
    }
    await page.getByRole("button", { name: "Search this area" }).press("Enter");
    await page.waitForURL(/\/map\?category=food&bbox=-?\d/);
    await expect.poll(() => total(page)).toBeLessThan(all);

    const [west = 0, south = 0, east = 0, north = 0] = (new URL(page.url()).searchParams.get("bbox") ?? "")
      .split(",")
      .map(Number);
    const inside = await pinsIn(guest, `category=food&bbox=${west},${south},${east},${north}`);
    expect(inside).toBe(await total(page));
    await page.goBack();
    await page.waitForURL(/\/map\?category=food$/);
    await expect.poll(() => total(page)).toBe(all);
  });
});

describe("fitted to its places", { timeout: 120_000 }, () => {
  test("the map shows every pin of the category, and no longer offers to search the moved area", async ({
    visit,
    guest,
  }) => {
    const page = await visit("/map?category=home-services", WINDOW);
    await live(page);
    const search = page.getByRole("button", { name: "Search this area" });
    await page.getByRole("region", { name: /^Map of \d+ places$/ }).focus();
    await page.keyboard.press("ArrowRight");
    await search.waitFor({ timeout: DRAWN_MS_MAX });

    await page.getByRole("button", { name: "Fit the map to the places" }).press("Enter");
    await expect.poll(() => search.count()).toBe(0);
    await settled(page);
    expect(await search.count(), "nor when it has arrived").toBe(0);

    // The bounds are in the URL of its next search, one level closer.
    await page.getByRole("button", { name: "Zoom in" }).press("Enter");
    await search.waitFor({ timeout: DRAWN_MS_MAX });
    await settled(page);
    await search.press("Enter");
    await page.waitForURL(/\/map\?category=home-services&bbox=-?\d/);
    const shown = readBounds(new URL(page.url()).searchParams.get("bbox") ?? "");
    const around = boxAround(await pinPoints(guest, "category=home-services"));
    if (shown === null) throw new Error("The URL has no bounds");
    const fitted = viewOfBounds(BASEMAP_FRAME, around).size / MAP_UNITS;
    const wide = (shown.east - shown.west) / (BASEMAP_FRAME.east - BASEMAP_FRAME.west);
    const high = (shown.north - shown.south) / (BASEMAP_FRAME.north - BASEMAP_FRAME.south);
    expect(Math.min(wide, high) / fitted).toBeCloseTo(0.5, 1);
    expect((shown.west + shown.east) / 2).toBeCloseTo((around.west + around.east) / 2, 2);
    expect((shown.south + shown.north) / 2).toBeCloseTo((around.south + around.north) / 2, 2);
  });

  test("an area's map has only the pins in it", async ({ visit, site }) => {
    const requests: string[] = [];
    const box = "-77.05,38.9,-77.02,38.92";
    await live(
      await visit(`/map?category=food&bbox=${box}`, {
        ...WINDOW,
        before: async (opened) => void opened.on("request", (request) => requests.push(request.url())),
      }),
    );

    const pins = requests.filter((url) => url.includes("/map/pins.json"));
    expect(new Set(pins)).toEqual(new Set([`${site.url}/map/pins.json?category=food&bbox=${box}`]));
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

  test("remains where no place is, and the page says how to see all places", async ({ visit }) => {
    const page = await visit("/search?q=museum&bbox=-77.036,38.83,-77.03,38.84", WINDOW);
    await live(page);

    expect(await page.locator(".place-rows > li").count()).toBe(0);
    await page.getByRole("link", { name: /Remove “In this area”/ }).click();
    await page.waitForURL(/\/search\?q=museum$/);
    await expect.poll(() => page.locator(".place-rows > li").count()).toBeGreaterThan(5);
  });
});

test(
  "on a phone the map can fill the whole screen, and works without script",
  { timeout: 120_000 },
  async ({ visit }) => {
    const page = await visit("/map", { width: 360, touch: true, script: false });
    const box = page.locator(".map-box");
    const half = (await box.boundingBox())?.height ?? 0;

    await page.getByText("Full map").click();
    expect(await page.locator(".map-list").isVisible()).toBe(false);
    expect((await box.boundingBox())?.height).toBeGreaterThan(half);
    await page.getByText("Show list").click();
    expect(await page.locator(".map-list").isVisible()).toBe(true);
  },
);

test("a click on a pin shows its name as a link, and Escape hides it", { timeout: 120_000 }, async ({ visit }) => {
  const page = await visit("/posts/saturday-on-capitol-hill", WINDOW);
  await live(page);
  await page.locator(".live-map").scrollIntoViewIfNeeded();
  await findPin(page);
  await page.mouse.down();
  await page.mouse.up();

  const card = page.locator(".live-map-card");
  await card.waitFor({ timeout: DRAWN_MS_MAX });
  expect(await card.getByRole("link").getAttribute("href")).toMatch(/^\/places\/[a-z0-9-]+$/);
  expect(await standsWithin(page, ".live-map-card", ".live-map"), "the card stands within the map").toBe(true);
  await card.getByRole("button", { name: "Close" }).press("Escape");
  await expect.poll(() => card.count()).toBe(0);
  expect(await page.locator(".live-map-canvas:focus-within").count(), "the focus stays on the map").toBe(1);

  await page.mouse.down();
  await page.mouse.up();
  await card.waitFor({ timeout: DRAWN_MS_MAX });
  await page.keyboard.press("Escape");
  await expect.poll(() => card.count()).toBe(0);
});

test.for([
  "/map",
  "/food",
  "/search?q=museum",
  "/neighborhood/georgetown",
  "/places/madams-organ",
  "/posts/best-pizza",
])("every map of %s credits its data source", async (path, { look }) => {
  const maps = (await look(path)).locator(".locator-map");

  expect(await maps.count()).toBeGreaterThan(0);
  for (const map of await maps.all()) expect(await map.innerText()).toContain("Open Data DC, CC BY 4.0");
});

describe("the pins' file", () => {
  test.for([
    "bbox=",
    "bbox=1,2,3",
    "bbox=a,b,c,d",
    "bbox=-77,38.9,-77.1,39",
    "bbox=-77.1,39,-77,38.9",
    "bbox=-181,38.9,-77,39",
    "bbox=NaN,NaN,NaN,NaN",
    `bbox=${"9".repeat(500)}`,
    "category=",
    "category=nonsense",
    "category=FOOD",
  ])("%s is refused with a reason", async (query, { guest }) => {
    const response = await guest.fetch(`/map/pins.json?${query}`);

    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(Problem.parse(await response.json()).detail).toMatch(/^(?:bbox|category): /);
  });

  test("is cached by its normalized parameters, and answers 304 to a client that has it", async ({ guest }) => {
    const first = await guest.fetch("/map/pins.json?category=food");
    const etag = first.headers.get("etag") ?? "";
    const again = await guest.fetch("/map/pins.json?utm_source=x&category=food", {
      headers: { "if-none-match": etag },
    });

    expect(first.headers.get("content-type")).toBe("application/geo+json");
    expect(etag).not.toBe("");
    expect(again.status).toBe(304);
  });

  test("contains what the page lists", async ({ guest }) => {
    const html = await guest.read("/map?category=health");

    expect(html).toContain(`${await pinsIn(guest, "category=health")} places`);
  });
});

test.for([
  "nonsense/pins-day.svg",
  "1,2,3/noon.svg",
  "1,2,3/pins-day.png",
  `${"1,2,3;".repeat(200)}1,2,3/pins-day.svg`,
])("/map/still/%s is not found", async (path, { guest }) => {
  expect((await guest.fetch(`/map/still/${path}`)).status).toBe(404);
});

test("a URL with filters in another form redirects to the canonical one", async ({ guest }) => {
  const response = await guest.fetch("/map?page=1&bbox=nonsense&category=food");

  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe("/map?category=food");
});

const Problem = z.object({ status: z.literal(400), detail: z.string() });
const Pins = z.object({
  features: z.array(z.object({ geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }) })),
});

async function pinsIn(guest: TestClient, query: string): Promise<number> {
  return (await pinPoints(guest, query)).length;
}

async function pinPoints(guest: TestClient, query: string): Promise<[lng: number, lat: number][]> {
  const { features } = Pins.parse(await (await guest.fetch(`/map/pins.json?${query}`)).json());
  return features.map(({ geometry }) => geometry.coordinates);
}

function boxAround(points: readonly [lng: number, lat: number][]): Bounds {
  const [lngs, lats] = [points.map(([lng]) => lng), points.map(([, lat]) => lat)];
  return { west: Math.min(...lngs), south: Math.min(...lats), east: Math.max(...lngs), north: Math.max(...lats) };
}

async function total(page: Page): Promise<number> {
  return Number.parseInt(await page.locator(".map-count").innerText(), 10);
}

async function standsWithin(page: Page, inner: string, outer: string): Promise<boolean> {
  const [small, large] = await Promise.all([inner, outer].map((selector) => page.locator(selector).boundingBox()));
  if (small == null || large == null) return false;
  return (
    small.x >= large.x &&
    small.y >= large.y &&
    small.x + small.width <= large.x + large.width &&
    small.y + small.height <= large.y + large.height
  );
}

/** Hydrates the page, brings the map into view and waits until it is drawn. */
async function live(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.locator(".locator-map").first().scrollIntoViewIfNeeded();
  await page.locator(".live-map[data-shown]").waitFor({ timeout: DRAWN_MS_MAX });
  await settled(page);
}

/** Until nothing moves, fades in or loads any more. */
async function settled(page: Page): Promise<void> {
  await page.locator(".live-map-canvas[data-idle]").waitFor({ timeout: DRAWN_MS_MAX });
}

async function pixels(page: Page): Promise<string> {
  return (await page.locator(".live-map-canvas").screenshot()).toString("base64");
}

/** The color of the lower right corner, which is in another state. */
async function corner(page: Page): Promise<number[]> {
  // Choosing a theme in the footer may have scrolled the map out of view.
  await page.locator(".live-map-canvas").scrollIntoViewIfNeeded();
  const box = await page.locator(".live-map-canvas").boundingBox();
  if (box === null) throw new Error("The map is not on the page");
  const clip = { x: box.x + box.width - 30, y: Math.min(box.y + box.height, WINDOW.height) - 30, width: 4, height: 4 };
  const picture = [...(await page.screenshot({ clip }))];
  return page.evaluate(async (bytes) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
    const context = new OffscreenCanvas(4, 4).getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    return [...(context?.getImageData(1, 1, 1, 1).data ?? [])];
  }, picture);
}

/** The share of the map that has a color, from 0 to 1; edges are blended, so similar colors count. */
async function share(page: Page, color: string): Promise<number> {
  const picture = [...(await page.locator(".live-map-canvas").screenshot())];
  return page.evaluate(
    async ({ bytes, wanted }) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      context?.drawImage(bitmap, 0, 0);
      const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
      let alike = 0;
      for (let at = 0; at < pixels.length; at += 4) {
        if (wanted.every((value, index) => Math.abs(value - (pixels[at + index] ?? 0)) < 12)) alike += 1;
      }
      return alike / (bitmap.width * bitmap.height);
    },
    { bytes: picture, wanted: [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) },
  );
}

function lightness([red = 0, green = 0, blue = 0]: number[]): number {
  return (red + green + blue) / 3;
}

/** Moves over the map until the pointer is on a pin that the list numbers. Returns its number. */
async function findPin(page: Page): Promise<string> {
  const box = await page.locator(".live-map-canvas").boundingBox();
  if (box === null) throw new Error("The map is not on the page");
  const bottom = Math.min(box.y + box.height, WINDOW.height - 10);
  for (let y = Math.max(box.y, 0) + 10; y < bottom; y += 14) {
    for (let x = box.x + 10; x < box.x + box.width - 10; x += 14) {
      await page.mouse.move(x, y);
      const pin = await page.locator(".live-map-canvas").getAttribute("data-pin");
      if (pin !== null) return pin;
    }
  }
  throw new Error("There is no pin on the map");
}

/** Records the files that a page requests to draw a live map. */
function noteMapFiles(page: Page, requests: string[]): void {
  page.on("request", (request) => {
    if (/live-map-|maplibre|\/ground-|\/map\/areas/.test(request.url())) requests.push(request.url());
  });
}

/** Until the page is painted, has run its intersection observers, and is idle. */
function atRest(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(done));
    await new Promise((done) => requestIdleCallback(done));
  });
}
