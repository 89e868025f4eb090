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

test("places load as the visitor scrolls, in the list and on the map, and the page links continue from there", async ({
  visit,
}) => {
  const page = await visit("/search?q=museum");
  await waitForHydration(page);
  const all = await total(page);
  const shown = () => page.locator(".place-rows > li").count();
  expect(await shown()).toBeLessThan(all);

  await page.locator(".pager").scrollIntoViewIfNeeded();
  await expect.poll(shown, { timeout: 8_000 }).toBeGreaterThan(20);
  await page.locator(".pager").scrollIntoViewIfNeeded();
  await expect.poll(shown, { timeout: 8_000 }).toBe(all);

  expect(await page.locator(".place-rows > li").last().getAttribute("data-pin")).toBe(String(all));
});

describe("near me", () => {
  const grant = (latitude: number, longitude: number) => async (page: Page) => {
    await page.context().grantPermissions(["geolocation"]);
    await page.context().setGeolocation({ latitude, longitude });
  };

  test("when allowed, the nearest come first with their distance; the URL is accurate only to 100 m", async ({
    visit,
  }) => {
    const page = await visit("/search?q=museum", { before: grant(38.909_612_3, -77.043_412_3) });
    await waitForHydration(page);
    expect(await page.locator('select[name="sort"] option').allInnerTexts()).not.toContain("Nearest");

    await page.getByRole("button", { name: "Near me" }).click();
    await page.waitForURL("**/search?q=museum&near=38.910,-77.043&sort=nearest");

    await expect.poll(() => minutesShown(page)).not.toEqual([]);
    const minutes = await minutesShown(page);
    expect(minutes).toEqual(minutes.toSorted((a, b) => a - b));
    await page
      .getByRole("list", { name: "Active filters" })
      .getByRole("link", { name: /Near you/ })
      .click();
    await page.waitForURL("**/search?q=museum");
  });

  test("when denied, the page says so and stays as it was", async ({ visit }) => {
    const page = await visit("/search?q=museum");
    await waitForHydration(page);

    await page.getByRole("button", { name: "Near me" }).click();

    await page.getByText("Your browser didn’t share your location.").waitFor();
    expect(new URL(page.url()).search).toBe("?q=museum");
    expect(await page.evaluate(() => document.activeElement?.textContent), "the focus stays").toBe("Near me");
  });

  test("from outside the District, the page says so and stays as it was", async ({ visit }) => {
    const page = await visit("/search?q=museum", { before: grant(48.85, 2.35) });
    await waitForHydration(page);

    await page.getByRole("button", { name: "Near me" }).click();

    await page.getByText("You seem to be outside the District.").waitFor();
    expect(new URL(page.url()).search).toBe("?q=museum");
  });
});

describe('near me" in the query', () => {
  const words = ".search-position";

  test("mentions the location button, only where there is one", async ({ visit }) => {
    const page = await visit("/search?q=coffee+near+me");
    await waitForHydration(page);

    expect(await page.locator(words).innerText()).toContain("Choose “Near me” below");
    expect(await page.getByRole("button", { name: "Near me" }).isVisible()).toBe(true);
    for (const path of ["/search?q=coffee+near+me&kind=guides", "/search?q=zzyzxq+near+me"]) {
      await page.goto(path);
      expect(await page.locator(words).count(), path).toBe(0);
    }
  });

  test("without script suggests another query, and mentions no button", async ({ visit }) => {
    const page = await visit("/search?q=coffee+near+me", { script: false });

    expect(await page.locator(words).innerText()).toMatch(/Enter a neighborhood or Metro station instead\.$/);
    expect(await page.locator(words).innerText()).not.toContain("“Near me”");
  });
});

test("if no place matches everything, the suggestions are shown once, also on the places' tab", async ({ visit }) => {
  const page = await visit("/search?q=coffee+dupont&kind=places");

  expect(await page.getByRole("heading", { name: "Nothing matches all of these." }).count()).toBe(1);
  expect(await page.getByRole("link", { name: /^Remove “Coffee” \(\d+ places?\)$/ }).count()).toBe(1);
  expect(await page.getByRole("heading", { name: "No places match." }).count()).toBe(0);
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

describe("suggestions", () => {
  test("the slash key works before hydration, and text typed after it is kept", async ({ visit }) => {
    const page = await visit("/about");

    await page.keyboard.press("/");
    await page.keyboard.type("georgeto");
    await waitForHydration(page);

    const box = page.locator("#header-search");
    expect(await box.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await box.inputValue()).toBe("georgeto");
    await page.keyboard.type("w");
    await page.locator(".suggestions").getByRole("option", { name: "Georgetown", exact: true }).waitFor();
  });

  test("by keyboard: Down and Up go through them and back to the box, Escape closes, Enter opens", async ({
    visit,
  }) => {
    const page = await visit("/about");
    await waitForHydration(page);
    await page.keyboard.press("/");
    await page.keyboard.type("georgeto");
    const box = page.locator("#header-search");
    await page.locator(".suggestions").getByRole("option", { name: "Georgetown", exact: true }).waitFor();
    const chosen = () => page.locator('[role="option"][aria-selected="true"]').allInnerTexts();
    expect(await box.getAttribute("aria-expanded")).toBe("true");
    expect(await chosen()).toEqual([]);

    await page.keyboard.press("ArrowUp");
    await expect.poll(chosen).toHaveLength(1);
    const id = await page.locator('[role="option"][aria-selected="true"]').getAttribute("id");
    expect(await box.getAttribute("aria-activedescendant")).toBe(id);
    await page.keyboard.press("ArrowDown");
    await expect.poll(chosen).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
    await expect.poll(chosen).toEqual([]);

    await page.keyboard.press("Escape");
    await expect.poll(() => box.getAttribute("aria-expanded")).toBe("false");
    expect(await box.inputValue()).toBe("georgeto");
    await page.keyboard.press("Escape");
    expect(await box.inputValue()).toBe("");

    await page.keyboard.type("georgetown");
    await page.locator(".suggestions").getByRole("option", { name: "Georgetown", exact: true }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/(?:neighborhood|places|posts)\/[a-z-]*georgetown/);
    await expect.poll(() => box.inputValue()).toBe("");
  });

  test("Enter without a selection searches for the words", async ({ visit }) => {
    const page = await visit("/");
    await page.locator("#search-field").fill("georgeto");
    await page.locator(".suggestions").getByRole("option").first().waitFor();

    await page.keyboard.press("Enter");

    await page.waitForURL("**/search?q=georgeto");
    await expect.poll(() => page.locator(".suggestions").getByRole("option").count()).toBe(0);
  });

  test("on a phone, in its panel: tapping one opens it and closes the panel", async ({ visit }) => {
    const page = await visit("/about", { width: 360 });
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.locator("#panel-search").fill("georgeto");

    await page.locator(".suggestions").getByRole("option", { name: "Georgetown", exact: true }).click();

    await page.waitForURL("**/neighborhood/georgetown");
    await expect.poll(() => page.locator("#site-panel").isVisible()).toBe(false);
  });

  test("text typed before the script loads gets suggestions once it has", async ({ visit }) => {
    const page = await visit("/search", {
      before: async (opened) => {
        await opened.route("**/assets/entry.client-*.js", async (route) => {
          await opened.waitForFunction(
            () => document.querySelector<HTMLInputElement>("#search-field")?.value === "geo",
          );
          await route.continue();
        });
      },
    });

    await page.locator("#search-field").pressSequentially("geo");

    await page.locator(".suggestions").getByRole("option", { name: "Georgetown", exact: true }).waitFor();
    expect(await page.locator("#search-field").inputValue()).toBe("geo");
  });

  test("a late response is never shown for newer text", async ({ visit }) => {
    const first = Promise.withResolvers<void>();
    const page = await visit("/search", {
      before: async (opened) => {
        await opened.route("**/search/suggestions?q=g", async (route) => {
          await first.promise;
          // The page has aborted this request by now, so there may be nothing to fulfill.
          await route
            .fulfill({
              json: { query: "g", suggestions: [{ kind: "place", label: "Late", detail: "", path: "/late" }] },
            })
            .catch(() => {});
        });
      },
    });
    const request = page.waitForRequest("**/search/suggestions?q=g");
    const givenUp = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/search/suggestions?q=g"));
    await page.locator("#search-field").pressSequentially("g");
    await request;
    await page.locator("#search-field").pressSequentially("eorgetown", { delay: 5 });
    await page.locator(".suggestions").getByRole("option", { name: "Georgetown", exact: true }).waitFor();

    await givenUp;
    first.resolve();

    expect(await page.locator(".suggestions").getByRole("option", { name: "Late" }).count()).toBe(0);
    expect(await page.locator(".suggestions").getByRole("option", { name: "Georgetown", exact: true }).count()).toBe(1);
  });

  test("an empty box offers recent searches of this browser, until they are cleared", async ({ visit }) => {
    const page = await visit("/search?q=museum");
    await waitForHydration(page);
    for (const words of ["ramen", "jazz"]) {
      await page.locator("#search-field").fill(words);
      await page.locator('#search-field[role="combobox"]').waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: new RegExp(`for “${words}”$`) }).waitFor();
    }
    await page.goto("/search");
    const options = page.locator(".suggestions").getByRole("option");

    await page.locator("#search-field").click();
    await expect.poll(() => options.allInnerTexts()).toEqual(["jazz", "ramen"]);
    await page.getByRole("button", { name: "Remove “jazz”" }).click();
    await expect.poll(() => options.allInnerTexts()).toEqual(["ramen"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/search?q=ramen");

    await page.goto("/about");
    await waitForHydration(page);
    await page.keyboard.press("/");
    await expect.poll(() => options.allInnerTexts()).toEqual(["ramen"]);
    await page.getByRole("button", { name: "Clear recent searches" }).click();
    await expect.poll(() => options.count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem("recent-searches"))).toBeNull();
  });
});

test("recent searches are cleared by keyboard from the box and back; Escape on their buttons closes them", async ({
  visit,
}) => {
  const page = await visit("/search");
  await page.evaluate(() => localStorage.setItem("recent-searches", '["ramen","jazz","pho"]'));
  await waitForHydration(page);
  const box = page.locator("#search-field");
  const options = page.locator(".suggestions").getByRole("option");
  const focused = () => page.evaluate(() => document.activeElement?.id);
  await box.click();
  await expect.poll(() => options.allInnerTexts()).toEqual(["ramen", "jazz", "pho"]);

  await page.getByRole("button", { name: "Remove “jazz”" }).press("Enter");
  await expect.poll(() => options.allInnerTexts()).toEqual(["ramen", "pho"]);
  expect(await focused()).toBe("search-field");
  await page.getByRole("button", { name: "Clear recent searches" }).press("Escape");
  await expect.poll(() => box.getAttribute("aria-expanded")).toBe("false");
  expect(await focused()).toBe("search-field");

  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/search?q=pho");
  expect(await page.evaluate(() => localStorage.getItem("recent-searches"))).toBe('["pho","ramen"]');
});

/** The number on the tab of places. */
async function total(page: Page): Promise<number> {
  return Number(/\d+/.exec(await page.getByRole("link", { name: /^Places/ }).innerText())?.[0]);
}

async function minutesShown(page: Page): Promise<number[]> {
  const reasons = await page.locator(".place-row-reason").allInnerTexts();
  return reasons.flatMap((reason) => {
    const minutes = /about (\d+) min walk from you/.exec(reason.replaceAll("\u00a0", " "))?.[1];
    return minutes === undefined ? [] : [Number(minutes)];
  });
}

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

const Answer = z.object({
  understood: z.array(z.string()),
  places: z.object({ items: z.array(z.object({ name: z.string(), url: z.url() })), pageCount: z.number() }),
});
