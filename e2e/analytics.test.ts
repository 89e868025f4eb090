import type { Page } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";

import { violationsInEachTheme } from "./axe-violations.ts";
import { waitForHydration, test } from "./browser.ts";
import { seededFolder } from "./data-folder.ts";
import { signInNewUser } from "./test-client.ts";
import { type RunningSite, startSite } from "./site-process.ts";

const PATH = "/admin/analytics";
const WORDS = "zorble quaffery";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
/** Words are counted per network, and a test has only one: a proxy header simulates others. */
const BEHIND_PROXY = { LOG_LEVEL: "silent", TRUSTED_PROXIES: "127.0.0.1,::1" };
/** Counts are written every ten seconds. */
const WRITTEN = { timeout: 25_000, interval: 500 };

describe("analytics", { timeout: 120_000 }, () => {
  test("a search without results is listed from its fifth visitor on, across a restart; by range, compared, and as a file", async ({
    visit,
  }) => {
    const folder = seededFolder();
    onTestFinished(folder.remove);
    const first = await startSite(folder.path, BEHIND_PROXY);
    for (const version of [131, 132, 133, 134, 134]) await searchAs(first, version);
    await searchAs(first, 135, { "sec-gpc": "1" });
    await searchAs(first, 136, { dnt: "1" });
    expect(await first.stop()).toBe(0);

    const site = await startSite(folder.path, BEHIND_PROXY);
    onTestFinished(async () => void (await site.stop()));
    const ada = await visit("/admin/dashboard", { site: site.url, by: await signInNewUser(site.url, "admin") });
    await ada.getByRole("navigation", { name: "Pages of Overview" }).getByRole("link", { name: "Analytics" }).click();
    await ada.waitForURL(`**${PATH}`);
    await ada.getByRole("link", { name: "Today so far" }).click();
    const searches = ada.getByRole("link", { name: "Searches", exact: true });
    await searches.and(ada.locator('[href*="range=today"]')).click();
    await ada.waitForURL("**show=searches");
    expect(await card(ada, "Without a result")).toBe("5");
    expect(await ada.locator("main").innerText()).not.toContain(WORDS);
    await searchAs(site, 137);
    await expect
      .poll(async () => {
        await ada.reload();
        return ada.getByRole("table", { name: /^Searches with no results/ }).allInnerTexts();
      }, WRITTEN)
      .toEqual([expect.stringMatching(/zorble quaffery\s+5\s+5\s+0/)]);

    await ada.getByRole("link", { name: "Speed", exact: true }).click();
    await ada.waitForURL("**show=speed");
    expect(await ada.getByRole("table", { name: /^Uncached pages/ }).innerText()).toMatch(/\/search\s+[12]\s/);
    expect(await ada.getByRole("table", { name: /^Cached pages/ }).innerText()).toMatch(/\/search\s+6\s/);
    await ada.getByRole("link", { name: "Pages", exact: true }).click();
    await ada.waitForURL((url) => !url.search.includes("show"));
    await ada.getByLabel("Compare with").selectOption("A year earlier");
    await fillDays(ada, "2026-01-01", "2026-01-31");
    await ada.waitForURL("**from=2026-01-01&to=2026-01-31&compare=year");
    // The URL may change before the page does.
    await ada.getByText(/Jan 1\s–\s31, 2026, compared with Jan 1\s–\s31, 2025/).waitFor();
    expect(await ada.locator("main").innerText()).toContain("no change is shown");
    await expectFiles(ada, site);
    await expectSound(ada);
  });

  test("only admins see analytics, and it works without script", async ({ as, guest }) => {
    const mia = await (await as("member")).visit("/saved");
    const ben = await as("business");
    for (const path of [PATH, `${PATH}?show=searches`, `${PATH}.csv?table=words`]) {
      await mia.goto(path);
      expect(new URL(mia.url()).pathname, path).toBe("/");
      const redirected = await guest.fetch(path);
      expect([redirected.status, redirected.headers.get("location")]).toEqual([
        303,
        expect.stringMatching(/^\/auth\/login\?to=/),
      ]);
      expect((await ben.fetch(path)).headers.get("location")).toBe("/");
    }
    const wrong = `${PATH}?show=premium&from=2026-11-20&to=2026-11-10&compare=before`;
    const ada = await (await as("admin")).visit(`${PATH}?show=premium`, { script: false, expectedErrors: [wrong] });
    await fillDays(ada, "2026-11-20", "2026-11-10");
    expect(await ada.getByRole("alert").innerText()).toMatch(/From: The first day comes after the last/);
    expect(await ada.getByLabel("From", { exact: true }).inputValue()).toBe("2026-11-20");
    await fillDays(ada, "2026-01-01", "2026-01-31");
    expect(await ada.getByRole("heading", { name: "Membership funnel" }).count()).toBe(1);
    expect(await ada.locator(".insights-table").first().innerText()).toMatch(/Checkout started\s+accounts/);
  });
});

/** A guest searches for something that doesn't exist. Each browser version counts as another visitor. */
async function searchAs(site: RunningSite, version: number, headers: Record<string, string> = {}): Promise<void> {
  const agent = FIREFOX.replaceAll("140.0", `${version}.0`);
  const answer = await fetch(`${site.url}/search?${new URLSearchParams({ q: WORDS })}`, {
    headers: {
      "user-agent": agent,
      accept: "text/html",
      "x-forwarded-for": `203.0.113.${version}`,
      ...headers,
    },
  });
  expect(answer.status).toBe(200);
  await answer.text();
}

async function card(page: Page, label: string): Promise<string> {
  return page.locator(".insights-cards > div", { hasText: label }).locator("b").innerText();
}

async function fillDays(page: Page, from: string, to: string): Promise<void> {
  await page.getByLabel("From", { exact: true }).fill(from);
  await page.getByLabel("To", { exact: true }).fill(to);
  const answered = page.waitForResponse((response) => new URL(response.url()).search.includes(`from=${from}`));
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await answered;
}

async function expectFiles(page: Page, site: RunningSite): Promise<void> {
  const file = await page.request.get(`${site.url}${PATH}.csv?table=without-result&range=today`);
  expect([file.status(), file.headers()["content-type"]]).toEqual([200, "text/csv; charset=utf-8; header=present"]);
  expect(await file.text()).toBe(`search,visitors,without_result,followers\r\n${WORDS},5,5,0\r\n`);
  for (const query of ["table=users", "table=pages&from=2026-02-30&to=2026-03-01", "table=pages&from=2026-03-01"]) {
    const refused = await page.request.get(`${site.url}${PATH}.csv?${query}`);
    expect([refused.status(), refused.headers()["content-type"]]).toEqual([400, "application/problem+json"]);
  }
}

async function expectSound(page: Page): Promise<void> {
  for (const query of ["", "?show=searches&range=today", "?show=premium&range=today"]) {
    await page.goto(PATH + query);
    await waitForHydration(page);
    expect(await violationsInEachTheme(page)).toEqual([]);
  }
}
