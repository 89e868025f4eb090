import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { MAP_INKS } from "#app/guide/map/base/map-inks.ts";

import { waitForHydration, test as drawn } from "./browser.ts";
import { DRAWN_MS_MAX, WINDOW, pixels, test, pinsIn, live, settled } from "./live-map-page.ts";

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
    await page.locator('.hub-featured [data-pin="2"]').hover();
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
    await expect.poll(() => share(page, MAP_INKS.day.river), { timeout: DRAWN_MS_MAX }).toBeGreaterThan(0.002);
  });

  drawn("follows the system's theme and the chosen theme", async ({ visit }) => {
    const page = await visit("/map", { ...WINDOW, system: "dark" });
    await live(page);
    const isDark = async () => lightness(await corner(page)) < 60;
    await expect.poll(isDark, { timeout: DRAWN_MS_MAX }).toBe(true);

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
    const map = page.getByRole("region", { name: /^Map of [\d,]+ places$/ });
    await map.focus();
    const before = await pixels(page);

    await page.keyboard.press("ArrowRight");
    await expect.poll(() => pixels(page), { timeout: DRAWN_MS_MAX }).not.toBe(before);
    await page.waitForURL(/\/map\?bbox=/);
    const names: string[] = [];
    for (let stop = 0; stop < 3; stop += 1) {
      await page.keyboard.press("Tab");
      names.push(
        await page.evaluate(
          () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "",
        ),
      );
    }

    expect(names).toEqual(["Zoom in", "Zoom out", "Fit the map to the places"]);
  });

  test("the list follows the map, whose view is in the URL, is restored by it, and adds nothing to Back", async ({
    visit,
    guest,
  }) => {
    const page = await visit("/map?category=food", WINDOW);
    await live(page);
    const all = await total(page);
    const entries = await page.evaluate(() => history.length);

    for (let level = 0; level < 3; level += 1) {
      await page.getByRole("button", { name: "Zoom in" }).press("Enter");
      await settled(page);
    }
    await page.waitForURL(/\/map\?category=food&bbox=-?\d/);
    await expect.poll(() => total(page)).toBeLessThan(all);

    const bbox = new URL(page.url()).searchParams.get("bbox") ?? "";
    await expect
      .poll(async () => (await pinsIn(guest, `category=food&bbox=${bbox}`)) === (await total(page)))
      .toBe(true);
    expect(await page.evaluate(() => history.length)).toBe(entries);
    const again = await visit(`/map?category=food&bbox=${bbox}`, WINDOW);
    expect(await total(again)).toBe(await total(page));

    await page.getByRole("link", { name: "Show all of DC" }).click();
    await page.waitForURL(/\/map\?category=food$/);
    await expect.poll(() => total(page)).toBe(all);
  });

  test("the first drag and turn of the wheel move the drawn map, and the live one starts from there", async ({
    visit,
  }) => {
    let release = () => {};
    const isHeld = new Promise<void>((resolve) => (release = resolve));
    const page = await visit("/map", {
      ...WINDOW,
      before: async (opened) => {
        await opened.route("**/assets/live-map-*.js", async (route) => {
          await isHeld;
          await route.continue();
        });
      },
    });
    await waitForHydration(page);
    const { x = 0, y = 0 } = (await page.locator(".locator-map").boundingBox()) ?? {};

    await page.mouse.move(x + 200, y + 200);
    await page.mouse.down();
    await page.mouse.move(x + 140, y + 170, { steps: 3 });
    await page.mouse.up();
    await page.mouse.wheel(0, -450);
    await expect
      .poll(() => page.locator(".map-stills").evaluate((stills) => stills.style.transform))
      .toMatch(/^translate\(-\d.*scale\(2\)$/);
    release();

    await live(page);
    await page.waitForURL(/\/map\?bbox=/);
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
