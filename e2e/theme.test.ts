import type { Page } from "playwright-core";
import { expect } from "vitest";

import { interactive, test } from "./browser.ts";

const CHOICES = [
  { choice: "Dark", system: "light", attribute: "dark" },
  { choice: "Light", system: "dark", attribute: "light" },
] as const;

test.for(CHOICES)(
  "$choice is kept on a system that is $system, and set before anything is painted",
  async ({ choice, system, attribute }, { visit }) => {
    const page = await visit("/about", { system });
    await interactive(page);
    const ground = await groundColor(page);

    await page.getByLabel("Theme").selectOption(choice);
    expect(await themeOf(page)).toBe(attribute);
    const chosenGround = await groundColor(page);
    expect(chosenGround).not.toBe(ground);

    await page.addInitScript(noteFirstTheme);
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.dataset["themeWhenBodyBegan"])).toBe(attribute);
    expect(await groundColor(page)).toBe(chosenGround);
    await interactive(page);
    await expect.poll(() => page.getByLabel("Theme").inputValue()).toBe(attribute);

    await page.goto("/terms");
    expect(await themeOf(page)).toBe(attribute);
  },
);

test.for([
  { system: "light", shown: "day" },
  { system: "dark", shown: "night" },
] as const)(
  "on a system that is $system a neighborhood's plan is asked for at once, and only by $shown",
  async ({ system, shown }, { visit }) => {
    // The first page of a site begins before the driver has told the browser's new process which theme to prefer.
    const page = await visit("/robots.txt", { system, width: 360 });
    await page.goto("/neighborhood/georgetown");
    await page.waitForLoadState("networkidle");

    const plan = page.locator(".neighborhood-plan-frame img").first();
    expect(await plan.getAttribute("loading")).toBe(null);
    expect(await plan.getAttribute("fetchpriority")).toBe("high");
    const asked = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .flatMap(({ name }) => /georgetown-(day|night)\.svg/.exec(name)?.[1] ?? []),
    );
    expect(asked).toEqual([shown]);
  },
);

test("System forgets the choice and follows the system again", async ({ visit }) => {
  const page = await visit("/about", { system: "dark" });
  await interactive(page);
  const dark = await groundColor(page);

  await page.getByLabel("Theme").selectOption("Light");
  await page.getByLabel("Theme").selectOption("System");
  expect(await themeOf(page)).toBe(null);
  expect(await groundColor(page)).toBe(dark);
  await page.emulateMedia({ colorScheme: "light" });
  expect(await groundColor(page)).not.toBe(dark);
  await page.reload();

  expect(await themeOf(page)).toBe(null);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("a page works where storage is forbidden", async ({ visit }) => {
  const page = await visit("/about", {
    before: async (opened) => {
      await opened.addInitScript(() => {
        Object.defineProperty(window, "localStorage", {
          get: () => {
            throw new DOMException("Storage is off", "SecurityError");
          },
        });
      });
    },
  });
  await interactive(page);

  await page.getByLabel("Theme").selectOption("Dark");

  expect(await themeOf(page)).toBe("dark");
});

/** Runs in the page before its own scripts: writes down the theme at the moment the body appears, when nothing is painted. */
function noteFirstTheme(): void {
  new MutationObserver((_changes, observer) => {
    if (document.body === null) return;
    observer.disconnect();
    document.documentElement.dataset["themeWhenBodyBegan"] =
      document.documentElement.getAttribute("data-theme") ?? "none";
  }).observe(document, { childList: true, subtree: true });
}

function themeOf(page: Page): Promise<string | null> {
  return page.evaluate(() => document.documentElement.getAttribute("data-theme"));
}

function groundColor(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}
