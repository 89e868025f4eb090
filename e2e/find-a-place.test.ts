import type { Page } from "playwright-core";
import { expect } from "vitest";

import { waitForHydration, test } from "./browser.ts";

test("a visitor finds a place, its neighborhood and a guide, and Back returns the same way home", async ({ visit }) => {
  const page = await visit("/");
  await waitForHydration(page);
  await markLoaded(page);

  await page
    .locator("main")
    .getByRole("link", { name: /^Food & Dining/ })
    .click();
  await heading(page, "Food & Dining");
  const before = await page.locator(".place-rows > li").count();
  const elsewhere = page.locator(".place-rows > li").filter({ hasNotText: "Georgetown" });
  expect(await elsewhere.count()).toBeGreaterThan(0);

  const neighborhoods = page.getByRole("group", { name: "Neighborhood" });
  await neighborhoods.locator("summary").click();
  await neighborhoods.getByRole("checkbox", { name: /Georgetown/ }).check();
  await page.waitForURL("**/food?neighborhood=georgetown");
  await expect.poll(() => page.locator(".filter-active").innerText()).toMatch(/Georgetown/);
  const filtered = await page.locator(".place-rows h3 a").allInnerTexts();
  expect(filtered.length).toBeGreaterThan(0);
  expect(await elsewhere.count()).toBe(0);

  await page.getByRole("link", { name: "Baked & Wired" }).first().click();
  await heading(page, "Baked & Wired");
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Georgetown" }).click();
  await heading(page, "Georgetown");
  await page.locator('main a[href^="/posts/"]').first().click();
  await page.waitForURL("**/posts/*");

  expect(await isSameLoad(page), "a step loaded the whole page again").toBe(true);
  await page.goBack();
  await heading(page, "Georgetown");
  await page.goBack();
  await heading(page, "Baked & Wired");
  await page.goBack();
  await heading(page, "Food & Dining");
  expect(new URL(page.url()).search).toBe("?neighborhood=georgetown");
  await expect.poll(() => page.locator(".place-rows h3 a").allInnerTexts()).toEqual(filtered);
  expect(await page.getByRole("checkbox", { name: /Georgetown/ }).isChecked()).toBe(true);
  await page.goBack();
  // Unchecked, it moves behind "more" again.
  const box = page.locator('input[name="neighborhood"][value="georgetown"]');
  await expect.poll(() => box.isChecked(), { timeout: 5_000 }).toBe(false);
  expect(await page.locator(".place-rows > li").count()).toBe(before);
  expect(await isSameLoad(page), "a step back loaded the whole page again").toBe(true);
});

test("Back restores the scroll position on the list", async ({ visit }) => {
  const page = await visit("/neighborhoods");
  await waitForHydration(page);
  const link = page.locator("main a", { hasText: "Takoma" }).first();
  await link.scrollIntoViewIfNeeded();
  const positionBefore = await page.evaluate(() => scrollY);
  expect(positionBefore).toBeGreaterThan(300);

  await link.click();
  await heading(page, "Takoma");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await heading(page, "Neighborhoods");

  await expect.poll(() => page.evaluate(() => scrollY)).toBe(positionBefore);
});

test("a box checked before the script loads is submitted once it has", async ({ visit }) => {
  const page = await visit("/food", {
    // Delays the script until the visitor has checked the box.
    before: async (opened) => {
      await opened.route("**/assets/entry.client-*.js", async (route) => {
        await opened.waitForFunction(
          () => document.querySelector("#hub-filters input:checked[type=checkbox]") !== null,
        );
        await route.continue();
      });
    },
  });

  const box = page.locator('#hub-filters input[name="neighborhood"]').first();
  await box.check();

  await page.waitForURL(`**/food?neighborhood=${await box.getAttribute("value")}`);
});

test("the link to a place is copied, on a page that isn't awake yet", async ({ visit }) => {
  const page = await visit("/places/madams-organ");
  await page.getByRole("button", { name: "Share" }).click();
  expect(await page.getByLabel("Link to this place").inputValue()).toMatch(/^http.*\/places\/madams-organ$/);
  await page.getByRole("button", { name: "Copy link" }).click();

  await page.getByText("Link copied.").waitFor();
});

test("without script, the link to a guide can be selected, and directions lead to Google Maps", async ({ visit }) => {
  const guide = await visit("/posts/best-pizza", { script: false });
  await guide.getByRole("button", { name: "Share" }).click();
  expect(await guide.getByLabel("Link to this guide").inputValue()).toMatch(/\/posts\/best-pizza$/);
  expect(await guide.getByRole("button", { name: "Copy link" }).count()).toBe(0);

  const place = await visit("/places/madams-organ", { script: false });
  expect(await place.getByRole("link", { name: "Directions" }).getAttribute("href")).toContain("google.com/maps/dir/");
});

test("latest guides load as the visitor scrolls, and the URLs of later pages work on their own", async ({ visit }) => {
  const page = await visit("/latest");
  await waitForHydration(page);
  const shown = () => page.locator('main h3 a[href^="/posts/"]').count();
  const first = await shown();

  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));

  await expect.poll(shown, { timeout: 5_000 }).toBeGreaterThan(first);
  const second = await visit("/latest?page=2");
  expect(await second.locator('main h3 a[href^="/posts/"]').count()).toBeGreaterThan(0);
});

test("the menu opens on hover and closes when the mouse leaves", async ({ visit }) => {
  // The page's clock stands still between the steps, because a click's meaning depends on its timing.
  const page = await visit("/", { before: (opened) => opened.clock.install() });
  await waitForHydration(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  const sheet = page.locator("#menu-categories");

  const { x, y } = (await page.getByRole("button", { name: "Categories" }).boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 10, y + 10);
  await page.clock.runFor(150);
  expect(await sheet.isVisible(), "a pointer that only crosses opens it").toBe(false);
  await page.clock.runFor(100);
  expect(await sheet.isVisible()).toBe(true);
  await page.mouse.click(x + 10, y + 10);
  expect(await sheet.isVisible(), "the click that comes with pointing closed what it meant to open").toBe(true);
  await page.clock.runFor(1_000);
  await page.mouse.click(x + 10, y + 10);
  expect(await sheet.isVisible(), "a click that comes later closes it").toBe(false);

  await page.mouse.move(640, 790);
  await page.clock.runFor(1_000);
  await page.mouse.move(x + 10, y + 10);
  await page.clock.runFor(250);
  expect(await sheet.isVisible()).toBe(true);
  await page.mouse.move(640, 790);
  await page.clock.runFor(200);
  expect(await sheet.isVisible()).toBe(false);
});

async function heading(page: Page, words: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name: words, exact: true }).waitFor();
}

/** A full page load would remove this mark. */
async function markLoaded(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset["loadedOnce"] = "";
  });
}

function isSameLoad(page: Page): Promise<boolean> {
  return page.evaluate(() => "loadedOnce" in document.documentElement.dataset);
}
