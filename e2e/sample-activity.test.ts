import { describe, expect, onTestFinished } from "vitest";

import { runOperationsJob } from "#app/desk/operations/run-operations.job.ts";
import { countDemo, DEMO_FOLDER, DEMO_SEED, loadDemo } from "#app/desk/demo/load-demo.server.ts";
import { operationRuns } from "#app/db/schema/operations.ts";

import { findViolations } from "./axe-violations.ts";
import { testWithSite } from "./browser.ts";
import { openSite } from "./site.ts";
import { createTestClient } from "./test-client.ts";

const ACTIVITY_PATH = "/development/sample-activity";
const PAGES = ["/", "/food", "/neighborhood/shaw", "/places/chercher", "/search?q=thai", "/about", "/no-such-page"];
const LOAD_MS_MAX = 60_000;

const test = testWithSite({ template: "production" });

describe("a trial", { timeout: 180_000 }, () => {
  test("starts with nothing invented, and a second click while loading starts no second load", async ({
    guest,
    site,
    visit,
  }) => {
    for (const path of PAGES) {
      const html = await (await guest.fetch(path)).text();
      expect(html, path).not.toMatch(/demo-mark|class="rating"|of 5 stars|Monthly Visitors/);
      expect(html, path).toContain("Try it with sample activity");
      // The about page names the words that stand for missing data.
      const times = path.startsWith("/places/") || path === "/about" ? 1 : 0;
      expect([...html.matchAll(/No reviews yet/g)].length, path).toBe(times);
    }
    const home = await visit("/", { script: false });
    expect(await home.locator(".trending").innerText()).toMatch(/^New Guides and Editors’ Picks[\s\S]*Editors’ pick/);

    const page = await visit("/search?q=thai", { script: false });
    const again = await visit("/food", { script: false });
    await page.getByRole("button", { name: "Try it with sample activity" }).click();
    await again.getByRole("button", { name: "Try it with sample activity" }).click();
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Loading sample activity");
    expect(await again.getByRole("heading", { level: 1 }).innerText()).toBe("Loading sample activity");
    expect(await site.db.$count(operationRuns)).toBe(1);
    await site.runJob(runOperationsJob);

    await page.waitForURL("**/search?q=thai", { timeout: LOAD_MS_MAX });
    await again.waitForURL("**/food", { timeout: LOAD_MS_MAX });
    expect(await countDemo(site.db)).toMatchObject({ people: 40, reviews: 300 });
    for (const path of PAGES) expect(await (await guest.fetch(path)).text(), path).toContain("Sample activity is on");
  });

  test("says on every page that the activity is invented, and removes it by keyboard", async ({
    guest,
    site,
    visit,
  }) => {
    const load = { folder: DEMO_FOLDER, seed: DEMO_SEED, now: site.now() };
    await site.opened.runExclusively((db) => loadDemo(db, load));
    const page = await visit("/neighborhood/shaw", { width: 360 });
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove it" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Removing sample activity" }).waitFor();
    await site.runJob(runOperationsJob);

    await page.waitForURL("**/neighborhood/shaw", { timeout: LOAD_MS_MAX });
    await page.getByRole("button", { name: "Try it with sample activity" }).waitFor();
    expect(await countDemo(site.db)).toMatchObject({ people: 0, reviews: 0, dailyViews: 0 });
    for (const path of PAGES) expect(await (await guest.fetch(path)).text(), path).not.toMatch(/demo-mark|of 5 stars/);
  });

  test("hides the bar in one tab until it is closed, and in no other", async ({ visit }) => {
    const page = await visit("/about", { ownWindow: true });
    await page.getByRole("button", { name: "Hide" }).click();
    expect(await page.locator(".trial-bar").isVisible()).toBe(false);
    await page.goto("/food");
    expect(await page.locator(".trial-bar").isVisible()).toBe(false);

    const other = await visit("/food", { ownWindow: true });
    expect(await other.locator(".trial-bar").isVisible()).toBe(true);
  });

  test("refuses an unknown act and forms of other sites", async ({ guest, site }) => {
    const runs = await site.db.$count(operationRuns);
    expect((await guest.post(ACTIVITY_PATH, { act: "double" })).status).toBe(400);
    const foreign = await guest.fetch(ACTIVITY_PATH, {
      method: "POST",
      body: new URLSearchParams({ act: "load" }),
      headers: { origin: "https://elsewhere.example" },
    });

    expect(foreign.status).toBe(403);
    expect(await site.db.$count(operationRuns)).toBe(runs);
  });
});

describe("a trial at a public URL", () => {
  test("offers no sample activity, and refuses its form", async () => {
    const settings = { SITE_URL: "https://trial.example", TRIAL_ON_NETWORK: "yes", DEV_LOGIN: "off" };
    const site = await openSite({ template: "production", settings });
    onTestFinished(() => site.close());
    const guest = createTestClient(site.url);

    expect(await (await guest.fetch("/")).text()).not.toContain("sample activity");
    expect((await guest.fetch(ACTIVITY_PATH)).status).toBe(404);
    expect((await guest.post(ACTIVITY_PATH, { act: "load" })).status).toBe(404);
  });
});
