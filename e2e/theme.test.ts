import { chromium, type Page } from "playwright-core";
import { describe, expect } from "vitest";

import { chromiumOptions } from "#tests/chromium-options.ts";

import { interactive, siteUrl, testWithPictures as test } from "./browser.ts";

const NEIGHBORHOOD = "/neighborhood/georgetown";

const CHOICES = [
  { choice: "Dark", system: "light", attribute: "dark" },
  { choice: "Light", system: "dark", attribute: "light" },
] as const;

test.for(CHOICES)(
  "$choice is kept on a system that is $system, and set before anything is painted",
  async ({ choice, system, attribute }, { visit }) => {
    const page = await visit("/about", { system, alone: true });
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

describe("a neighborhood's plan is asked for at once", () => {
  test("and by day first on a system that is light", async ({ visit }) => {
    const [first] = await plansAskedFor(await visit(NEIGHBORHOOD, { width: 360 }));
    expect(first).toBe("day");
  });

  test("and by night first on a system that is dark", async ({ onTestFinished }) => {
    // The browser itself is dark: what a driver says comes late, when a page may have begun to load by day already.
    const browser = await chromium.launch(await chromiumOptions(["--blink-settings=preferredColorScheme=0"]));
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 360, height: 800 }, colorScheme: null });
    await page.goto(siteUrl + NEIGHBORHOOD);

    expect(await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches)).toBe(true);
    const [first] = await plansAskedFor(page);
    expect(first).toBe("night");
  });
});

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

/**
 * By which lights the page asked for its plan, in their order, after a look at how it asks. Pictures of the other light are
 * lazy and hidden, and a browser in want of time may fetch one of those too, later.
 */
async function plansAskedFor(page: Page): Promise<string[]> {
  const plan = page.locator(".neighborhood-plan-frame img").first();
  expect(await plan.getAttribute("loading")).toBe(null);
  expect(await plan.getAttribute("fetchpriority")).toBe("high");
  return page.evaluate(() =>
    performance.getEntriesByType("resource").flatMap(({ name }) => /georgetown-(day|night)\.svg/.exec(name)?.[1] ?? []),
  );
}

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
