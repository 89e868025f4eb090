import { chromium, type Page } from "playwright-core";
import { describe, expect } from "vitest";

import { chromiumOptions } from "#tests/chromium-options.ts";

import { waitForHydration, siteUrl, testWithPictures as test } from "./browser.ts";

const NEIGHBORHOOD = "/neighborhood/georgetown";

const CHOICES = [
  { choice: "Dark", system: "light", attribute: "dark" },
  { choice: "Light", system: "dark", attribute: "light" },
] as const;

test.for(CHOICES)(
  "$choice is kept on a system that is $system, and set before the first paint",
  async ({ choice, system, attribute }, { visit }) => {
    const page = await visit("/about", { system, ownWindow: true });
    await waitForHydration(page);
    const ground = await groundColor(page);

    await page.getByLabel("Theme").selectOption(choice);
    expect(await themeOf(page)).toBe(attribute);
    const chosenGround = await groundColor(page);
    expect(chosenGround).not.toBe(ground);

    await page.addInitScript(noteFirstTheme);
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.dataset["themeWhenBodyBegan"])).toBe(attribute);
    expect(await groundColor(page)).toBe(chosenGround);
    await waitForHydration(page);
    await expect.poll(() => page.getByLabel("Theme").inputValue()).toBe(attribute);

    await page.goto("/terms");
    expect(await themeOf(page)).toBe(attribute);
  },
);

describe("a neighborhood's plan is requested at once", () => {
  test("and the day version first on a light system", async ({ visit }) => {
    const [first] = await loadedPlans(await visit(NEIGHBORHOOD, { width: 360 }));
    expect(first).toBe("day");
  });

  test("and the night version first on a dark system", async ({ onTestFinished }) => {
    // The browser itself is dark: an emulated setting arrives late, when the page may already load the day version.
    const browser = await chromium.launch(await chromiumOptions(["--blink-settings=preferredColorScheme=0"]));
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 360, height: 800 }, colorScheme: null });
    await page.goto(siteUrl + NEIGHBORHOOD);

    expect(await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches)).toBe(true);
    const [first] = await loadedPlans(page);
    expect(first).toBe("night");
  });
});

test("System clears the choice and follows the system again", async ({ visit }) => {
  const page = await visit("/about", { system: "dark" });
  await waitForHydration(page);
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
  await waitForHydration(page);

  await page.getByLabel("Theme").selectOption("Dark");

  expect(await themeOf(page)).toBe("dark");
});

/**
 * The versions in which the page requested its plan, in order, after a check of how it requests them. Pictures of the
 * other version are lazy and hidden, but a busy browser may fetch one later.
 */
async function loadedPlans(page: Page): Promise<string[]> {
  const plan = page.locator(".neighborhood-plan-frame img").first();
  expect(await plan.getAttribute("loading")).toBe(null);
  expect(await plan.getAttribute("fetchpriority")).toBe("high");
  return page.evaluate(() =>
    performance.getEntriesByType("resource").flatMap(({ name }) => /georgetown-(day|night)\.svg/.exec(name)?.[1] ?? []),
  );
}

/** Runs before the page's own scripts: records the theme when the body appears, before the first paint. */
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
