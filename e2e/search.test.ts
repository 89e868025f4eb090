import { expect } from "vitest";

import { interactive, test } from "./browser.ts";

test("what is typed becomes chips, and a chip taken off finds more", async ({ visit }) => {
  const page = await visit("/");
  await page.getByRole("search").first().getByRole("searchbox").fill("free art museum near metro center");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/search?q=free+art+museum+near+metro+center");

  const chips = page.getByRole("list", { name: "Understood as" }).getByRole("link");
  // Words for screen readers stand before each label.
  const labels = (await chips.allInnerTexts()).map((text) => text.replace(/^Take off\s*/, ""));
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

test("where nothing is all of that, the page says what to give up and what that brings, without script too", async ({
  visit,
}) => {
  const page = await visit("/search?q=cheap+art+museum+open+at+4+am+in+petworth", { script: false });

  const offers = page.locator("main").getByRole("link", { name: /^\d+ without/ });
  const [first] = await offers.allInnerTexts();
  const promised = Number(/^\d+/.exec(first ?? "")?.[0]);
  expect(promised).toBeGreaterThan(0);
  await offers.first().click();
  await expect.poll(() => page.getByRole("link", { name: /^Places/ }).innerText()).toContain(String(promised));
});

test("a phone finds by the same words", async ({ visit }) => {
  const page = await visit("/search?q=hardware+store", { width: 360 });
  await interactive(page);

  expect(await page.locator(".place-rows > li").count()).toBeGreaterThan(5);
});
