import { describe, expect } from "vitest";

import { test } from "./browser.ts";

describe.concurrent("without script", () => {
  test("the home page has its text, its pictures and its links", async ({ visit }) => {
    const page = await visit("/", { script: false });

    expect(await page.locator("h1").innerText()).toMatch(/Washington/);
    expect(await page.locator('main a[href="/food"]').isVisible()).toBe(true);
    expect(await page.locator("main article img").first().isVisible()).toBe(true);
    expect(await page.locator("footer select").isVisible(), "a theme nobody would remember").toBe(false);
  });

  test("a hub's filters are a form: the URL and the list reflect the checked boxes", async ({ visit }) => {
    const page = await visit("/food", { script: false });
    const all = await page.locator(".hub .place-row").count();

    await page.locator('#hub-filters input[name="neighborhood"]').first().check();
    const [chosen, promised] = await Promise.all([
      page.locator('#hub-filters input[name="neighborhood"]').first().getAttribute("value"),
      page
        .locator(".facet-box", { has: page.locator('input[name="neighborhood"]') })
        .first()
        .locator(".facet-count")
        .innerText(),
    ]);
    await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForLoadState();

    expect(new URL(page.url()).search).toBe(`?neighborhood=${chosen}`);
    expect(await page.locator(".filter-count b").innerText()).toBe(promised);
    expect(await page.locator(".hub .place-row").count()).toBeLessThanOrEqual(all);
    await page.getByRole("link", { name: "Clear all" }).click();
    await page.waitForLoadState();
    expect(new URL(page.url()).search).toBe("");
  });

  test("a hub's sort order is a select with a button", async ({ visit }) => {
    const page = await visit("/food", { script: false });

    await page.locator('select[name="sort"]').selectOption("name");
    await page.getByRole("button", { name: "Sort", exact: true }).click();
    await page.waitForLoadState();

    expect(new URL(page.url()).search).toBe("?sort=name");
    const names = await page.locator(".place-rows h3 a").allInnerTexts();
    expect(names.length).toBeGreaterThan(5);
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, "en-US")));
  });

  test("the pager leads to other places and back", async ({ visit }) => {
    const page = await visit("/food", { script: false });
    const first = await page.locator(".place-rows h3 a").allInnerTexts();

    await page.getByRole("link", { name: "Next" }).click();
    await page.waitForLoadState();
    const second = await page.locator(".place-rows h3 a").allInnerTexts();

    expect(new URL(page.url()).search).toBe("?page=2");
    expect(second.length).toBeGreaterThan(0);
    expect(second.filter((name) => first.includes(name))).toEqual([]);
    await page.getByRole("link", { name: "Previous" }).click();
    await page.waitForLoadState();
    expect(await page.locator(".place-rows h3 a").allInnerTexts()).toEqual(first);
  });

  test("a search is submitted by Enter and its tabs are pages", async ({ visit }) => {
    const page = await visit("/", { script: false });

    await page.locator(".site-search input").fill("coffee");
    await page.keyboard.press("Enter");

    await page.waitForURL("**/search?q=coffee");
    expect(await page.locator("h1").innerText()).toMatch(/^\d+ places for “coffee”$/);
    expect(await page.locator(".place-rows > li").count()).toBeGreaterThan(0);
    await page
      .getByRole("navigation", { name: "Kinds of results" })
      .getByRole("link", { name: /Neighborhoods/ })
      .click();
    await page.waitForLoadState();
    expect(new URL(page.url()).searchParams.get("kind")).toBe("neighborhoods");
  });

  test.for(["Categories", "Neighborhoods"])(
    "the menu %s opens by a click, closes by Escape, and its links work",
    async (name, { visit }) => {
      const page = await visit("/", { script: false });
      const sheet = page.locator(`#menu-${name.toLowerCase()}`);

      await page.getByRole("button", { name }).click();
      await page.waitForLoadState();
      expect(await sheet.isVisible()).toBe(true);
      await page.keyboard.press("Escape");
      expect(await sheet.isVisible()).toBe(false);
      await page.getByRole("button", { name }).click();
      await page.waitForLoadState();
      const link = sheet.getByRole("link").first();
      const words = await link.innerText();
      await link.click();
      await page.waitForLoadState();

      expect(await page.locator("h1").innerText()).toBe(words);
    },
  );

  test("a phone's panel opens, expands, and its links work", async ({ visit }) => {
    const page = await visit("/", { script: false, width: 360 });
    const panel = page.locator("#site-panel");

    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.waitForLoadState();
    expect(await panel.isVisible()).toBe(true);
    await page.getByRole("button", { name: "Close menu" }).click();
    await page.waitForLoadState();
    expect(await panel.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.waitForLoadState();
    await panel.locator("summary", { hasText: "Neighborhoods" }).click();
    await page.waitForLoadState();
    await panel.getByRole("link", { name: "Georgetown" }).click();
    await page.waitForLoadState();

    expect(await page.locator("h1").innerText()).toBe("Georgetown");
  });

  test("a phone's filters open over the list and close", async ({ visit }) => {
    const page = await visit("/food", { script: false, width: 360 });
    const filters = page.locator("#hub-filters");

    expect(await filters.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Filters", exact: true }).click();
    await page.waitForLoadState();
    expect(await filters.isVisible()).toBe(true);
    await page.getByRole("button", { name: "Close filters" }).click();
    await page.waitForLoadState();
    expect(await filters.isVisible()).toBe(false);
  });

  test("the theme is the system's", async ({ visit }) => {
    const [light, dark] = await Promise.all([
      visit("/about", { script: false, system: "light" }),
      visit("/about", { script: false, system: "dark" }),
    ]);
    const lightness = (page: typeof light) =>
      page.evaluate(() => {
        const context = document.createElement("canvas").getContext("2d");
        if (context === null) throw new Error("This browser has no canvas");
        context.fillStyle = getComputedStyle(document.body).backgroundColor;
        context.fillRect(0, 0, 1, 1);
        return Math.max(...context.getImageData(0, 0, 1, 1).data.slice(0, 3));
      });

    expect(await lightness(light)).toBeGreaterThan(200);
    expect(await lightness(dark)).toBeLessThan(60);
  });
});
