import { createServer, type Server } from "node:http";

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { violationsInEachLook } from "./axe-violations.ts";
import { interactive, test as journey, type Visit, type VisitOptions } from "./browser.ts";
import { seededFolder } from "./data-folder.ts";
import { giveToOwners } from "./owners.ts";
import { cookieOf } from "./signed-in.ts";
import { type RunningSite, startSite } from "./site-process.ts";

const PLACE = "madams-organ";
const OTHER = "tryst";
const FIGURES = `/business/${PLACE}/figures`;
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const OTHER_FIREFOX = FIREFOX.replaceAll("140.0", "139.0");

/** Ben runs one place and Mia another; the first one's website is a server of this test. */
const test = journey
  .extend("foreign", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
    const page = { html: "<!doctype html><title>Elsewhere</title><p>A website of its own" };
    const server = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page.html);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onCleanup(() => void server.close());
    return { url: urlOf(server), page };
  })
  .extend("folder", { scope: "file" }, async ({ foreign }, { onCleanup }) => {
    const folder = seededFolder();
    onCleanup(() => folder.remove());
    await giveToOwners(folder.path, [
      { role: "business", slug: PLACE, website: `${foreign.url}/` },
      { role: "member", slug: OTHER },
    ]);
    return folder.path;
  });

describe("figures of a place", { timeout: 120_000 }, () => {
  test("what visitors did with a place is what its owner sees after a stop, and nothing that they did themselves", async ({
    visit,
    folder,
    foreign,
  }) => {
    const site = await startSite(folder, { LOG_LEVEL: "silent" });
    const visitor = await asBrowser(visit, FIREFOX, { site: site.url, alsoAsks: foreign.url });
    await visitor.goto("/search?q=madams+organ");
    await interactive(visitor);
    await visitor.getByRole("link", { name: "Madam's Organ", exact: true }).first().click();
    await visitor.waitForURL(`**/places/${PLACE}`);
    await visitor.getByRole("link", { name: "Call" }).click();
    await inNewTab(visitor, () => visitor.getByRole("link", { name: /^Directions/ }).click());
    await visitor.getByRole("link", { name: "Website" }).click();
    await visitor.waitForURL(`${foreign.url}/`);
    const plain = await asBrowser(visit, OTHER_FIREFOX, { site: site.url, alsoAsks: foreign.url, script: false });
    await plain.goto(`/places/${PLACE}`);
    await sent(plain, "/clicks/website", () => plain.getByRole("link", { name: "Website" }).click());
    await plain.waitForURL(`${foreign.url}/`);
    const member = await asBrowser(visit, FIREFOX.replaceAll("140.0", "137.0"), { site: site.url });
    await signIn(member, "Mia Member", `/places/${PLACE}`);
    await member.getByRole("link", { name: "Call" }).click();
    const owner = await asBrowser(visit, FIREFOX.replaceAll("140.0", "138.0"), { site: site.url });
    await signIn(owner, "Ben Business", `/places/${PLACE}`);
    await owner.getByRole("link", { name: "Call" }).click();
    await owner.goto("/search?q=madams+organ");
    // What it would still load would find the site gone.
    await Promise.all([owner, member].map((page) => page.goto("about:blank")));
    expect(await site.stop()).toBe(0);

    const again = await startSite(folder, { LOG_LEVEL: "silent" });
    try {
      const page = await asBrowser(visit, FIREFOX, { site: again.url });
      await signIn(page, "Ben Business", FIGURES);
      expect(await todayOf(page)).toEqual({
        Views: "3",
        Visitors: "3",
        Saves: "0",
        Website: "2",
        Phone: "2",
        Directions: "1",
        Shares: "0",
        "Shown in lists": "1",
        "Search results": "1",
        "Category pages": "0",
        "Neighborhood pages": "0",
        Guides: "0",
        "The map’s list": "0",
      });
      // The site is of today: no day that is over was counted whole, and none to come is promised.
      expect(await page.locator("main").innerText()).toContain("Counting has only begun: none of these days");
      await interactive(page);
      await page.getByText("Views and visitors", { exact: true }).scrollIntoViewIfNeeded();
      await page.locator(".recharts-surface").first().waitFor();
      expect(await violationsInEachLook(page)).toEqual([]);
      const file = await page.request.get(`${again.url}/business/${PLACE}/figures.csv`);
      expect([file.status(), (await file.text()).split("\r\n").length]).toEqual([200, 32]);
    } finally {
      await again.stop();
    }
  });

  test("a review that a visitor writes is in the badge at once, and those that were invented never are", async ({
    visit,
    folder,
  }) => {
    const site = await startSite(folder, { LOG_LEVEL: "silent" });
    try {
      const mia = await asBrowser(visit, FIREFOX, { site: site.url });
      await signIn(mia, "Mia Member", `/places/${PLACE}`);
      expect(await mia.locator(".place-score").innerText()).toMatch(/\d\.\d/);
      expect(await mia.locator("main").innerText()).toContain("Demo data");
      expect(await badgeOf(site)).toContain("No reviews yet");

      await mia.goto(`/places/${PLACE}/review`);
      await mia.getByLabel("4: good").check();
      await mia
        .getByLabel("Your review", { exact: true })
        .fill("Four floors, and a band that plays as if it was alone.");
      await mia.getByLabel("Month of your visit").selectOption({ index: 2 });
      await mia.getByLabel("Nothing ties me to it").check();
      await mia.getByRole("button", { name: "Publish review" }).click();
      await mia.waitForURL(`**/places/${PLACE}#reviews`);
      expect(await badgeOf(site)).toMatch(/4\.0[\s\S]*1 review\b/);

      await mia.goto(`/places/${PLACE}/review`);
      await mia.getByLabel("2: poor").check();
      await mia.getByRole("button", { name: "Save changes" }).click();
      await mia.waitForURL(`**/places/${PLACE}#reviews`);
      expect(await badgeOf(site)).toMatch(/2\.0[\s\S]*1 review\b/);
      await mia.goto(`/places/${PLACE}/review?delete`);
      await mia.getByRole("button", { name: "Delete for good" }).click();
      await mia.waitForURL(`**/places/${PLACE}#reviews`);
      expect(await badgeOf(site)).toContain("No reviews yet");
      await mia.goto("about:blank");
    } finally {
      await site.stop();
    }
  });

  test("an owner copies the badge, and it stands on a page elsewhere with a way back", async ({
    visit,
    folder,
    foreign,
  }) => {
    const site = await startSite(folder, { LOG_LEVEL: "silent" });
    try {
      const page = await asBrowser(visit, FIREFOX, { site: site.url, alsoAsks: foreign.url });
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.url });
      await signIn(page, "Ben Business", `/business/${PLACE}/badge`);
      await interactive(page);
      await page.getByLabel("Large").check();
      await page.waitForURL("**/badge?size=large&style=light");
      await page.getByRole("button", { name: "Copy" }).click();
      await page.getByText("Copied.").waitFor();
      const code = await page.evaluate(() => navigator.clipboard.readText());
      expect(code).toBe(await page.getByLabel("The code for your website").inputValue());
      expect(await violationsInEachLook(page)).toEqual([]);

      foreign.page.html = `<!doctype html><title>Elsewhere</title>${code}`;
      await page.goto(foreign.url);
      const badge = page.getByRole("img", { name: "Madam's Organ: reviews on Rowhouse" });
      await expect.poll(() => badge.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(340);
      await badge.click();
      await page.waitForURL(`${site.url}/places/${PLACE}`);
      await expectBadges(site);
      await expectGuarded(site);
      await expectHardened(site);
      // Two seconds after it has loaded, a page fetches its script: it should not miss the site then.
      await page.goto("about:blank");
    } finally {
      await site.stop();
    }
  });
});

/** The words of a badge, as somebody reads them. */
async function badgeOf(site: RunningSite): Promise<string> {
  const svg = await (await fetch(`${site.url}/badge/${PLACE}.svg?size=large`)).text();
  return svg.replaceAll(/<[^>]+>/g, " ");
}

async function expectBadges(site: RunningSite): Promise<void> {
  const badge = await fetch(`${site.url}/badge/${PLACE}.svg?size=small&style=dark`);
  expect(badge.status).toBe(200);
  expect(badge.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
  expect(badge.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(badge.headers.get("content-security-policy")).toContain("sandbox");
  // The trial's reviews are invented.
  expect(await badge.text()).toContain("No reviews yet");
  const unknown = await fetch(`${site.url}/badge/no-such-place.svg`);
  expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining("Not listed")]);
  const odd = await fetch(`${site.url}/badge/${PLACE}.svg?size=huge`, { redirect: "manual" });
  expect([odd.status, odd.headers.get("location")]).toEqual([302, `/badge/${PLACE}.svg`]);
}

/** Who runs a place sees its pages, whatever their role; nobody else does, an admin neither. */
async function expectGuarded(site: RunningSite): Promise<void> {
  const cookies = {
    guest: "",
    business: await cookieOf("business", site.url),
    member: await cookieOf("member", site.url),
    admin: await cookieOf("admin", site.url),
  };
  const statuses: Record<string, number[]> = {};
  for (const [name, cookie] of Object.entries(cookies)) {
    statuses[name] = [];
    for (const slug of [PLACE, OTHER, "no-such-place"]) {
      for (const part of ["figures", "figures.csv", "badge"]) {
        const answer = await fetch(`${site.url}/business/${slug}/${part}`, { headers: { cookie }, redirect: "manual" });
        statuses[name].push(answer.status);
      }
    }
  }

  expect(statuses).toEqual({
    guest: [303, 303, 303, 303, 303, 303, 303, 303, 303],
    business: [200, 200, 200, 404, 404, 404, 404, 404, 404],
    member: [404, 404, 404, 200, 200, 200, 404, 404, 404],
    admin: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  });
}

/** Where clicks are taken, anybody may send anything. */
async function expectHardened({ url }: RunningSite): Promise<void> {
  const send = async (path: string, given: RequestInit = {}) => {
    const answer = await fetch(url + path, { method: "POST", redirect: "manual", ...given });
    return [answer.status, answer.headers.get("set-cookie")];
  };
  const path = `/places/${PLACE}/clicks/website`;

  expect(await send(path, { body: "PING", headers: { "content-type": "text/ping", origin: url } })).toEqual([
    204,
    null,
  ]);
  // It knows no session, so it ends none.
  const cookie = `rowhouse-session-${new URL(url).port}=nobody`;
  expect(await send(path, { headers: { cookie } })).toEqual([204, null]);
  expect(await send(path, { body: "\u0000{not json", headers: { "content-type": "application/json" } })).toEqual([
    204,
    null,
  ]);
  expect(await send(`/places/${PLACE}/clicks/constructor`)).toEqual([404, null]);
  expect(await send("/places/no-such-place/clicks/website")).toEqual([404, null]);
  expect(await send(path, { headers: { origin: "https://elsewhere.example" } })).toEqual([403, null]);
  expect((await fetch(url + path)).status).toBe(405);
  const many = await Promise.all(Array.from({ length: 130 }, () => send(path)));
  expect(many.filter(([status]) => status === 429).length).toBeGreaterThan(9);
}

/** Headless browsers are robots to the site: one with an ordinary name. */
async function asBrowser(visit: Visit, userAgent: string, options: VisitOptions): Promise<Page> {
  return visit("/robots.txt", {
    ...options,
    before: async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send("Emulation.setUserAgentOverride", { userAgent });
      await page.context().route("https://www.openstreetmap.org/**", (route) => route.abort());
    },
  });
}

async function signIn(page: Page, name: string, path: string): Promise<void> {
  await page.goto(`/auth/dev-login?to=${path}`);
  await page.getByRole("button", { name }).click();
  await page.waitForURL(`**${path}`);
}

async function inNewTab(page: Page, act: () => Promise<void>): Promise<void> {
  const [opened] = await Promise.all([page.context().waitForEvent("page"), act()]);
  await opened.close();
}

async function sent(page: Page, end: string, act: () => Promise<void>): Promise<void> {
  await Promise.all([page.context().waitForEvent("request", (request) => request.url().endsWith(end)), act()]);
}

/** The table's numbers of today by what they are called. */
function todayOf(page: Page): Promise<Record<string, string>> {
  return page
    .locator(".figures-sums tbody tr")
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [
          row.querySelector("th")?.firstChild?.textContent ?? "",
          row.querySelector("td")?.textContent ?? "",
        ]),
      ),
    );
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The foreign page has no port");
  return `http://127.0.0.1:${address.port}`;
}
