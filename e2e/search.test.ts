import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { z } from "zod";

import { waitForHydration, siteUrl, test } from "./browser.ts";

test("the query becomes chips, and removing a chip finds more", async ({ visit }) => {
  const page = await visit("/");
  await page.getByRole("search").first().getByRole("searchbox").fill("free art museum near metro center");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/search?q=free+art+museum+near+metro+center");

  const chips = page.getByRole("list", { name: "Understood as" }).getByRole("link");
  await chips.first().waitFor();
  // Each label starts with a text for screen readers.
  const labels = (await chips.allInnerTexts()).map((text) => text.replace(/^Remove\s*/, ""));
  expect(labels).toEqual(["Free", "Art museum", "Near Metro Center Metro"]);
  const found = await page.locator(".place-rows > li").count();
  expect(found).toBeGreaterThan(0);
  expect(await page.locator(".place-row-reason").first().innerText()).toMatch(/min walk from Metro Center/);

  await chips.filter({ hasText: "Near Metro Center" }).click();
  await page.waitForURL("**/search?q=free+art+museum");
  await expect.poll(() => page.locator(".place-rows > li").count()).toBeGreaterThan(found);

  await page.goBack();
  await expect.poll(() => page.locator(".place-rows > li").count()).toBe(found);
});

test("if no place matches everything, the page says what to remove and what that finds, without script too", async ({
  visit,
}) => {
  const page = await visit("/search?q=cheap+art+museum+open+at+4+am+in+petworth", { script: false });

  const offers = page.locator("main").getByRole("link", { name: /^(?:Remove|Only) “.+” \(\d/ });
  const [first] = await offers.allInnerTexts();
  const promised = Number(/\((\d+)/.exec(first ?? "")?.[1]);
  expect(promised).toBeGreaterThan(0);
  await offers.first().click();
  await expect.poll(() => page.getByRole("link", { name: /^Places/ }).innerText()).toContain(String(promised));
});

test("a misspelled word is corrected, the page says so, and the original query is a click away", async ({ visit }) => {
  const page = await visit("/");
  await page.getByRole("search").first().getByRole("searchbox").fill("gerogetown");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/search?q=gerogetown");

  const said = page.getByText(/^Showing results for georgetown\./);
  await said.waitFor();
  expect(await page.locator(".place-rows > li").count()).toBeGreaterThan(5);
  expect(await page.locator("#search-field").inputValue()).toBe("gerogetown");

  await page.getByRole("link", { name: "Search instead for gerogetown" }).click();
  await page.waitForURL("**/search?q=gerogetown&verbatim=1");
  await expect.poll(() => said.count()).toBe(0);
  expect(await page.locator(".place-rows > li").count()).toBe(0);

  await page.goBack();
  await said.waitFor();
  expect(await page.locator(".place-rows > li").count()).toBeGreaterThan(5);
});

test("on a phone the first result is on the first screen, and what is unknown of a place can be asked with a finger", async ({
  visit,
}) => {
  const topOf = async (path: string) => {
    const page = await visit(path, { width: 360 });
    return (await page.locator(".place-row-name").first().boundingBox())?.y;
  };

  expect(await topOf("/search?q=plumber")).toBeLessThan(420);
  expect(await topOf("/search?q=thai+open+now+near+dupont")).toBeLessThan(520);
  expect(await topOf("/search?q=date+night&price=%24%24")).toBeLessThan(520);

  const page = await visit("/search?q=wheelchair+accessible+restaurant", { width: 360 });
  const links = await page.locator(".place-row a[rel]").all();
  const heights = await Promise.all(links.map(async (link) => (await link.boundingBox())?.height ?? 0));
  expect(heights.length).toBeGreaterThan(0);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
});

test("a list of very few places says that we know no more, and takes another", async ({ visit }) => {
  const page = await visit("/search?q=plumber");

  await page.getByText("We know of only one place for “plumber” in DC. Know another?").waitFor();
  expect(await page.getByRole("link", { name: "Add it" }).getAttribute("href")).toBe("/submit?type=Plumber");
});

test("a phone finds by the same words", async ({ visit }) => {
  const page = await visit("/search?q=hardware+store", { width: 360 });
  await waitForHydration(page);

  expect(await page.locator(".place-rows > li").count()).toBeGreaterThan(5);
});

test("filters, their chips and the sort order are in the URL, and Back goes through them", async ({ visit }) => {
  const page = await visit("/search?q=museum");
  await waitForHydration(page);
  const all = await total(page);

  await page.getByRole("button", { name: "Filters", exact: true }).click();
  const box = page.locator("#search-filters label", { hasText: "Art museum" });
  const promised = Number(await box.locator(".facet-count").innerText());
  await box.click();
  await page.waitForURL("**/search?q=museum&type=art-museum");
  await expect.poll(() => total(page)).toBe(promised);
  expect(promised).toBeLessThan(all);
  await page.getByRole("button", { name: "Close filters" }).click();

  await page.locator('select[name="sort"]').selectOption("newest");
  await page.waitForURL("**/search?q=museum&type=art-museum&sort=newest");
  const active = page.getByRole("list", { name: "Active filters" });
  // The URL changes a moment before the page; a chip of the old page would link to the old order.
  await expect.poll(() => active.getByRole("link", { name: /Art museum/ }).getAttribute("href")).toContain("newest");
  await active.getByRole("link", { name: /Art museum/ }).click();
  await page.waitForURL("**/search?q=museum&sort=newest");
  await expect.poll(() => total(page)).toBe(all);
  expect(await active.count()).toBe(0);

  await page.goBack();
  await expect.poll(() => total(page)).toBe(promised);
  await page.goBack();
  await page.goBack();
  await expect.poll(() => total(page)).toBe(all);
  expect(new URL(page.url()).search).toBe("?q=museum");
  expect(await page.locator("#search-filters input:checked[type=checkbox]").count()).toBe(0);
});

test("without script filters are a form, and pages are links", async ({ visit }) => {
  const page = await visit("/search?q=museum", { script: false });
  const all = await total(page);
  const first = await page.locator(".place-rows h3 a").allInnerTexts();

  await page.getByRole("link", { name: "Next", exact: true }).click();
  await page.waitForLoadState();
  expect(new URL(page.url()).search).toBe("?q=museum&page=2");
  expect(first).not.toContain(await page.locator(".place-rows h3 a").first().innerText());

  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await page.waitForLoadState();
  await page.locator('#search-filters input[value="art-museum"]').check();
  await page.locator('#search-filters input[value="history-museum"]').check();
  await page.getByRole("button", { name: "Apply" }).click();
  await page.waitForLoadState();
  expect(new URL(page.url()).search).toBe("?q=museum&type=art-museum,history-museum");
  expect(await total(page)).toBeLessThan(all);
  await page.getByRole("link", { name: "Clear all" }).click();
  await page.waitForLoadState();
  expect(new URL(page.url()).search).toBe("?q=museum");
});

test("more places come when asked for, in the list and on the map", async ({ visit }) => {
  const page = await visit("/search?q=museum");
  await waitForHydration(page);
  const all = await total(page);
  const shown = () => page.locator(".place-rows > li").count();
  expect(await shown()).toBeLessThan(all);

  const more = page.getByRole("button", { name: "Show more" });
  while ((await shown()) < all) {
    const before = await shown();
    await more.press("Enter");
    await expect.poll(shown, { timeout: 8_000 }).toBeGreaterThan(before);
    // The keyboard goes on at the first of the new rows.
    await page.locator(`.place-rows > li[data-pin="${before + 1}"] a:focus`).waitFor();
  }
  expect(await more.count()).toBe(0);

  expect(await page.locator(".place-rows > li").last().getAttribute("data-pin")).toBe(String(all));
});

test("a later page of results leads back to the one before", async ({ visit }) => {
  const page = await visit("/search?q=museum&page=2");
  await waitForHydration(page);
  await page.getByRole("link", { name: "Previous" }).click();
  await page.waitForURL("**/search?q=museum");
});

test("if no place matches everything, the suggestions are shown once, also on the places' tab", async ({ visit }) => {
  const page = await visit("/search?q=coffee+barry+farm&kind=places");

  expect(await page.getByRole("heading", { name: "Nothing matches all of these." }).count()).toBe(1);
  expect(await page.getByRole("link", { name: /^Remove “Barry Farm” \(\d+ places?\)$/ }).count()).toBe(1);
  expect(await page.getByRole("heading", { name: "No places match." }).count()).toBe(0);
});

test("sorting by distance asks where from, takes a place by its name, and says so if it doesn’t know it", async ({
  visit,
}) => {
  const page = await visit("/search?q=museum", { script: false });
  await page.locator('select[name="sort"]').selectOption("nearest");
  await page.getByRole("button", { name: "Sort", exact: true }).first().click();
  await page.waitForURL("**/search?q=museum&sort=nearest");

  const start = page.getByLabel("Distance from");
  await start.fill("Nowhere Special");
  await start.press("Enter");
  await page.getByRole("alert").getByText("We don’t know one place called “Nowhere Special”.").waitFor();
  expect(await start.inputValue()).toBe("Nowhere Special");

  await start.fill("dupont circle");
  await start.press("Enter");
  await page.waitForURL(/near=dupont(?:\+|%20)circle/);
  await page.getByRole("link", { name: "From Dupont Circle Metro" }).waitFor();
  expect(await page.locator(".place-row-reason").first().innerText()).toContain("min walk from Dupont Circle Metro");
});

test("without a place the page names what may be added, and the form has it", async ({ visit }) => {
  const page = await visit("/search?q=Zzqqxxyy+Tavern+of+Nowhere&verbatim=1");
  await page.getByRole("link", { name: "Add it" }).click();

  await page.waitForURL("**/submit?name=*");
  expect(await page.locator("#listing-name").inputValue()).toBe("Zzqqxxyy Tavern of Nowhere");
});

test("a press is visible before any script has reacted", async ({ visit }) => {
  const page = await visit("/search?q=museum", { script: false });

  const pressed = page.locator(".filter-prices a").first();
  const opacity = () => pressed.evaluate((element) => getComputedStyle(element).opacity);
  await pressed.hover();
  expect(await opacity()).toBe("1");

  await page.mouse.down();
  expect(await opacity()).toBe("0.6");
  await page.mouse.up();
  await page.waitForURL(/\/search\?q=museum&price=/);
});

test("a slow search shows at once that it is running, in the box and on the list", async ({ visit }) => {
  const page = await visit("/about");
  await waitForHydration(page);
  const answer = Promise.withResolvers<void>();
  await page.route("**/search.data?*", async (route) => {
    await answer.promise;
    await route.continue();
  });
  const dimmed = (selector: string) =>
    expect
      .poll(() =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => getComputedStyle(element).opacity),
      )
      .toBe("0.6");

  await page.locator("#header-search").fill("museum");
  await page.locator("#header-search[role=combobox]").waitFor();
  await page.keyboard.press("Enter");
  await dimmed("#header-search");
  answer.resolve();
  await page.waitForURL("**/search?q=museum");
  await expect.poll(() => page.locator("[data-going]").count()).toBe(0);

  await page
    .getByRole("link", { name: /^Guides/ })
    .first()
    .click();
  await page.waitForURL("**/search?q=museum&kind=guides");
  await page.unroute("**/search.data?*");
  const other = Promise.withResolvers<void>();
  await page.route("**/search.data?*", async (route) => {
    await other.promise;
    await route.continue();
  });
  await page
    .getByRole("link", { name: /^Neighborhoods/ })
    .first()
    .click();
  await dimmed(".search-list");
  other.resolve();
  await page.waitForURL("**/search?q=museum&kind=neighborhoods");
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
});

describe("if the server can't be reached", () => {
  // Like a broken connection; the browser's own console message isn't an error of the page.
  const broken = (page: Page, url: string) => page.route(url, (route) => route.abort("aborted"));
  test("a filter says so and how to continue, and nothing is lost", async ({ visit }) => {
    const page = await visit("/search?q=museum");
    await waitForHydration(page);
    await broken(page, "**/search.data?*");

    await page.locator('select[name="sort"]').selectOption("newest");

    await page.getByText("Try again once you’re online").waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get("q"), searchParams.get("sort")]).toEqual(["museum", "newest"]);
    await page.getByRole("link", { name: "Try again" }).click();
    await page.waitForURL("**/search?q=museum&sort=newest");
    expect(await page.locator("#search-field").inputValue()).toBe("museum");
    expect(await page.locator('select[name="sort"]').inputValue()).toBe("newest");
  });

  test("typing continues: the text stays, the list says why it is empty, and fills again once connected", async ({
    visit,
  }) => {
    const page = await visit("/about");
    await waitForHydration(page);
    await broken(page, "**/search/suggestions?*");
    await page.keyboard.press("/");
    await page.keyboard.type("georgeto");

    await page.getByText("We couldn’t load suggestions.").waitFor();
    expect(await page.locator("#header-search").inputValue()).toBe("georgeto");
    expect(await page.locator("#header-search").getAttribute("aria-expanded")).toBe("false");

    await page.unroute("**/search/suggestions?*");
    await page.keyboard.type("w");
    await page.locator(".suggestions").getByRole("option", { name: "Georgetown", exact: true }).waitFor();
    expect(await page.getByText("We couldn’t load suggestions.").count()).toBe(0);
  });
});

test("programs get the page's results as JSON, whatever they request", async ({ visit }) => {
  // A query that no other test uses: a page that was cached before another test's review stays cached for a while.
  const searchText = "art museum free near metro center";
  const page = await visit(`/search?${new URLSearchParams({ q: searchText })}`);
  const names = await page.locator(".place-row-name").allInnerTexts();

  const response = await fetch(`${siteUrl}/search.json?${new URLSearchParams({ q: searchText, utm_source: "x" })}`);
  const answer = Answer.parse(await response.json());
  expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  expect(answer.understood).toEqual(["Art museum", "Free", "Near Metro Center Metro"]);
  expect(answer.places.items.map(({ name }) => name)).toEqual(names.map((name) => name.replace(/^\d+\s+/, "")));
  expect((await fetch(answer.places.items[0]?.url ?? "")).status).toBe(200);

  const nonsense = await fetch(`${siteUrl}/search.json?q=%00%ff&page=-3&price=%3Cb%3E&near=over+there&bbox=1,2`);
  expect(nonsense.status).toBe(200);
  expect(Answer.parse(await nonsense.json()).places.items).toEqual([]);
  const past = await fetch(`${siteUrl}/search.json?q=museum&page=900`);
  expect(Answer.parse(await past.json()).places).toMatchObject({ items: [] });
  expect((await fetch(`${siteUrl}/search.json`, { method: "POST" })).status).toBe(405);
});

/** The number on the tab of places. */
async function total(page: Page): Promise<number> {
  return Number(/\d+/.exec(await page.getByRole("link", { name: /^Places/ }).innerText())?.[0]);
}

const Answer = z.object({
  understood: z.array(z.string()),
  places: z.object({ items: z.array(z.object({ name: z.string(), url: z.url() })), pageCount: z.number() }),
});
