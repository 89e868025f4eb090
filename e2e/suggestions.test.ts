import { describe, expect } from "vitest";

import { waitForHydration, test } from "./browser.ts";

describe("suggestions", () => {
  test("the slash key works before hydration, and text typed after it is kept", async ({ visit }) => {
    const page = await visit("/about");
    // Nobody types into a page that isn't painted yet, and Chromium drops keys until then.
    await page.waitForFunction(() => performance.getEntriesByType("paint").length > 0);

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

  test("a search for a type comes first, with its number of places, and leads to them", async ({ visit }) => {
    const page = await visit("/");
    await page.locator("#search-field").pressSequentially("coffe");
    const first = page.locator(".suggestions").getByRole("option").first();
    await first.getByText(/^\d+ places$/).waitFor();
    const [label, count] = (await first.innerText()).split("\n");
    expect(label).toBe("Coffee shop");

    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");

    await page.waitForURL("**/search?q=coffee+shop");
    await page.getByRole("heading", { name: `${count} for “coffee shop”` }).waitFor();
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
