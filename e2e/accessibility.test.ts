import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { findViolations } from "./axe-violations.ts";
import { waitForHydration, testWithSite } from "./browser.ts";

const test = testWithSite({ emptyMap: true });

// page-kinds.test.ts checks pages as they are first shown; this file checks parts that a visitor opens.
describe("axe finds no violation", { timeout: 120_000 }, () => {
  test("with the live map open and moved", async ({ visit }) => {
    const page = await visit("/map", { webgl: true });
    await waitForHydration(page);
    await page.locator(".live-map[data-shown]").waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Zoom in" }).press("Enter");
    // The list follows the map.
    await page.waitForURL(/\/map\?bbox=-?\d/);

    expect(await findViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findViolations(page)).toEqual([]);
  });

  test("with a menu open", async ({ visit }) => {
    const page = await visit("/");
    await page.getByRole("button", { name: "Neighborhoods" }).click();
    expect(await page.locator("#menu-neighborhoods").isVisible()).toBe(true);

    expect(await findViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findViolations(page)).toEqual([]);
  });

  test("with the phone's panel open and its lists expanded", async ({ visit }) => {
    const page = await visit("/", { width: 360 });
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.locator("dialog summary").first().click();

    expect(await findViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findViolations(page)).toEqual([]);
  });

  test("with the phone's filters open", async ({ visit }) => {
    const page = await visit("/food", { width: 360 });
    await page.getByRole("button", { name: "Filters", exact: true }).click();
    expect(await page.locator("#hub-filters").isVisible()).toBe(true);

    expect(await findViolations(page)).toEqual([]);
  });
});

describe("axe finds no violation in the open parts of a search", () => {
  test.for([1280, 360])(
    "in its live map at %i, moved, with the card of a pin",
    { timeout: 120_000 },
    async (width, { visit }) => {
      const page = await visit("/search?q=kreeger+museum", { width, webgl: true });
      await waitForHydration(page);
      if (width === 360) await page.getByText("Show map").click();
      await page.locator(".live-map[data-shown]").waitFor({ timeout: 60_000 });

      // A map of one place is centered on it; the pin's head is above its point.
      const map = page.locator(".live-map-canvas");
      const box = await map.boundingBox();
      await map.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 - 16 } });
      await page.locator(".live-map-card").getByRole("link", { name: "Kreeger Museum" }).waitFor();
      await page.getByRole("button", { name: "Zoom in" }).press("Enter");
      await page.getByRole("button", { name: "Search this area" }).waitFor();

      expect(await findViolations(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await findViolations(page)).toEqual([]);
    },
  );

  test.for([1280, 360])("in its filters at %i", async (width, { visit }) => {
    const page = await visit("/search?q=museum", { width });
    await page.getByRole("button", { name: "Filters", exact: true }).click();
    expect(await page.locator("#search-filters").isVisible()).toBe(true);

    expect(await findViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findViolations(page)).toEqual([]);
  });

  test.for([1280, 360])("in its suggestions and recent searches at %i", async (width, { visit }) => {
    const page = await visit("/search", { width });
    await page.evaluate(() => localStorage.setItem("recent-searches", '["ramen","jazz"]'));
    await page.locator("#search-field").click();
    await page.locator(".suggestions").getByRole("option", { name: "ramen" }).waitFor();
    await page.keyboard.press("ArrowDown");
    expect(await findViolations(page)).toEqual([]);

    await page.keyboard.type("geo");
    await page.locator(".suggestions").getByRole("option", { name: "Georgetown", exact: true }).waitFor();
    await page.keyboard.press("ArrowDown");
    expect(await findViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findViolations(page)).toEqual([]);
  });
});

describe("by keyboard alone", () => {
  test("the first tab stop is the skip link, which jumps to the content", async ({ visit }) => {
    const page = await visit("/");

    await page.keyboard.press("Tab");
    expect(await focused(page)).toMatchObject({ text: "Skip to content", isSeen: true });
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  });

  test.for(["Enter", "Space"])(
    "%s opens a menu, Tab moves into it, Escape closes it and returns the focus",
    async (key, { visit }) => {
      const page = await visit("/");
      const button = page.getByRole("button", { name: "Categories" });
      const sheet = page.locator("#menu-categories");

      await tabTo(page, "Categories");
      await page.keyboard.press(key);
      await expect.poll(() => sheet.isVisible()).toBe(true);
      await page.keyboard.press("Tab");
      expect(await focused(page)).toMatchObject({ text: "Food & Dining", isSeen: true });
      await page.keyboard.press("Escape");
      await expect.poll(() => sheet.isVisible()).toBe(false);
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    },
  );

  test("Enter on a link of a menu follows it and closes the menu", async ({ visit }) => {
    const page = await visit("/");
    await waitForHydration(page);

    await tabTo(page, "Categories");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/food");
    await expect.poll(() => page.locator("#menu-categories").isVisible()).toBe(false);
  });

  test.for([
    { name: "the header's box", path: "/about", width: 1280 },
    { name: "the page's own box on a phone", path: "/search", width: 360 },
  ])('the "/" key focuses $name, and types a slash in it', async ({ path, width }, { visit }) => {
    const page = await visit(path, { width });
    await waitForHydration(page);
    const box = () =>
      page.evaluate(() => (document.activeElement instanceof HTMLInputElement ? document.activeElement.value : null));

    await page.keyboard.press("/");
    await expect.poll(box).toBe("");
    await page.keyboard.type("1/2");
    expect(await box()).toBe("1/2");
  });

  test("the phone's panel opens by Enter and traps the focus; Escape closes it and returns the focus", async ({
    visit,
  }) => {
    const page = await visit("/", { width: 360 });
    const panel = page.locator("#site-panel");

    await tabTo(page, "Menu");
    await page.keyboard.press("Enter");
    await expect.poll(() => panel.isVisible()).toBe(true);
    const outside: string[] = [];
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => document.activeElement?.closest("dialog, body")?.tagName);
      // After the last stop the focus may pass through the browser's own toolbar, which is no element of the page.
      if (at !== "DIALOG" && at !== "BODY") outside.push(String(at));
    }
    expect(outside).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => panel.isVisible()).toBe(false);
    expect(await focused(page)).toMatchObject({ text: "Menu" });
  });

  test.for(["/", "/food", "/places/madams-organ"])(
    "every tab stop of %s shows that it is focused",
    async (path, { visit }) => {
      const page = await visit(path);
      await waitForHydration(page);
      const unseen: string[] = [];

      for (let stop = 0; stop < 45; stop += 1) {
        await page.keyboard.press("Tab");
        const { text, isSeen, isMarked } = await focused(page);
        if (!isSeen || !isMarked) unseen.push(`${text} (seen: ${isSeen}, marked: ${isMarked})`);
      }

      expect(unseen).toEqual([]);
    },
  );
});

/** Presses Tab until the control with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press("Tab");
    if ((await focused(page)).text === name) return;
  }
  throw new Error(`Tab never reached "${name}"`);
}

/** The focused element: its text, whether it is visible and not covered, and whether a focus style marks it. */
function focused(page: Page): Promise<{ text: string; isSeen: boolean; isMarked: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return { text: "", isSeen: true, isMarked: true };
    const text = element.getAttribute("aria-label") ?? element.textContent.trim();
    const { left, top, right, bottom } = element.getClientRects()[0] ?? element.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isSeen = over !== null && (element.contains(over) || over.contains(element));
    // An element without its own outline, like a field or a link over a whole card, is marked by its frame.
    let isMarked = false;
    for (let each: Element | null = element; each !== null && !isMarked; each = each.parentElement) {
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      isMarked = outlineStyle !== "none" && outlineWidth !== "0px";
    }
    return { text, isSeen, isMarked };
  });
}
