import { createServer, type Server } from "node:http";

import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";

import { openPostgres } from "#app/db/postgres.server.ts";
import { places } from "#app/db/schema/places.ts";
import { silentLog } from "#tests/silent-log.ts";

import { violationsInEachTheme } from "./axe-violations.ts";
import { type SignInAs, waitForHydration, testWithSite, type Visit, type VisitOptions } from "./browser.ts";
import { databaseUrlOfFolder, seededFolder } from "./data-folder.ts";
import { makePlaceOwner } from "./managed-place.ts";
import { addReviews } from "./reviewed-place.ts";
import { type TestClient, createTestClient, userIdOf, signInNewUser } from "./test-client.ts";
import type { Site } from "./site.ts";
import { startSite } from "./site-process.ts";

const PLACE = "madams-organ";
const OTHER = "tryst";
const FIGURES = `/business/${PLACE}/figures`;
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const OTHER_FIREFOX = FIREFOX.replaceAll("140.0", "139.0");

/** With its own site, for writing reviews, and a server in this test as the business's website. */
const test = testWithSite()
  .extend("pictures", { scope: "file" }, () => true)
  .extend("foreign", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
    const page = { html: "<!doctype html><title>Elsewhere</title><p>A website of its own" };
    const server = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page.html);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onCleanup(() => void server.close());
    return { url: urlOf(server), page };
  });

describe("a place's statistics", { timeout: 120_000 }, () => {
  test("owners see visitors' actions on their place, also after a restart, and not their own", async ({
    visit,
    foreign,
  }) => {
    const folder = seededFolder();
    onTestFinished(() => folder.remove());
    const site = await startSite(folder.path, { LOG_LEVEL: "silent" });
    const business = await ownerInFolder(folder.path, { site: site.url, website: `${foreign.url}/` });
    const visitor = await asBrowser(visit, FIREFOX, { site: site.url, allowedOrigin: foreign.url });
    await visitor.goto("/search?q=madams+organ");
    await waitForHydration(visitor);
    await visitor.getByRole("link", { name: "Madam's Organ", exact: true }).first().click();
    await visitor.waitForURL(`**/places/${PLACE}`);
    await visitor.getByRole("link", { name: "Call" }).click();
    await inNewTab(visitor, () => visitor.getByRole("link", { name: /^Directions/ }).click());
    await visitor.getByRole("link", { name: "Website" }).click();
    await visitor.waitForURL(`${foreign.url}/`);
    const plain = await asBrowser(visit, OTHER_FIREFOX, { site: site.url, allowedOrigin: foreign.url, script: false });
    await plain.goto(`/places/${PLACE}`);
    await sent(plain, "/clicks/website", () => plain.getByRole("link", { name: "Website" }).click());
    await plain.waitForURL(`${foreign.url}/`);
    const by = await signInNewUser(site.url, "member");
    const member = await asBrowser(visit, FIREFOX.replaceAll("140.0", "137.0"), { site: site.url, by });
    await member.goto(`/places/${PLACE}`);
    await member.getByRole("link", { name: "Call" }).click();
    const owner = await asBrowser(visit, FIREFOX.replaceAll("140.0", "138.0"), { site: site.url, by: business });
    await owner.goto(`/places/${PLACE}`);
    await owner.getByRole("link", { name: "Call" }).click();
    await owner.goto("/search?q=madams+organ");
    // Requests that the pages still send would find the site stopped.
    await Promise.all([owner, member].map((page) => page.goto("about:blank")));
    expect(await site.stop()).toBe(0);

    // At the same URL, so that everybody stays signed in.
    const address = { PORT: new URL(site.url).port, SITE_URL: site.url };
    const again = await startSite(folder.path, { LOG_LEVEL: "silent", ...address });
    onTestFinished(async () => void (await again.stop()));
    const page = await asBrowser(visit, FIREFOX, { site: site.url, by: business });
    await page.goto(FIGURES);
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
      Map: "0",
    });
    // The site was created today: no past day was counted completely, and no future day is shown.
    expect(await page.locator("main").innerText()).toContain("We’ve just started counting, so none of these days");
    await waitForHydration(page);
    await page.getByText("Views and visitors", { exact: true }).scrollIntoViewIfNeeded();
    await page.locator(".recharts-surface").first().waitFor();
    expect(await violationsInEachTheme(page)).toEqual([]);
    const file = await page.request.get(`${site.url}/business/${PLACE}/figures.csv`);
    expect([file.status(), (await file.text()).split("\r\n").length]).toEqual([200, 32]);
  });

  test("a visitor's review is in the badge at once, and demo reviews never are", async ({ as, site }) => {
    await addReviews(site, { slug: PLACE, stars: [5, 4, 3], isDemo: true });
    const mia = await (await as("member")).visit(`/places/${PLACE}`);
    expect(await mia.locator(".place-score").innerText()).toMatch(/\d\.\d/);
    expect(await mia.locator("main").innerText()).toContain("Demo data");
    expect(await badgeOf(site)).toContain("No reviews yet");

    await mia.goto(`/places/${PLACE}/review`);
    await mia.getByLabel("4: good").check();
    await mia.getByLabel("Your review", { exact: true }).fill("Four floors, and a band that plays as if it was alone.");
    await mia.getByLabel("Month of your visit").selectOption({ index: 2 });
    await mia.getByLabel("None, I came as a customer").check();
    await mia.getByRole("button", { name: "Publish review" }).click();
    await mia.waitForURL(`**/places/${PLACE}#reviews`);
    expect(await badgeOf(site)).toMatch(/4\.0[\s\S]*1 review\b/);

    await mia.goto(`/places/${PLACE}/review`);
    await mia.getByLabel("2: poor").check();
    await mia.getByRole("button", { name: "Save changes" }).click();
    await mia.waitForURL(`**/places/${PLACE}#reviews`);
    expect(await badgeOf(site)).toMatch(/2\.0[\s\S]*1 review\b/);
    await mia.goto(`/places/${PLACE}/review?delete`);
    await mia.getByRole("button", { name: "Delete review permanently" }).click();
    await mia.waitForURL(`**/places/${PLACE}#reviews`);
    expect(await badgeOf(site)).toContain("No reviews yet");
  });

  test("an owner copies the badge, which links back from a page elsewhere", async ({ as, site, foreign }) => {
    const business = await as("business");
    await makePlaceOwner(site, { slug: PLACE, person: business });
    const page = await business.visit("/robots.txt", { allowedOrigin: foreign.url, ownWindow: true });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.url });
    await page.goto(`/business/${PLACE}/badge`);
    await waitForHydration(page);
    await page.getByLabel("Large").check();
    await page.waitForURL("**/badge?size=large&style=light");
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByText("Copied.").waitFor();
    const code = await page.evaluate(() => navigator.clipboard.readText());
    expect(code).toBe(await page.getByLabel("Code for your website").inputValue());
    expect(await violationsInEachTheme(page)).toEqual([]);

    foreign.page.html = `<!doctype html><title>Elsewhere</title>${code}`;
    await page.goto(foreign.url);
    const badge = page.getByRole("img", { name: "Madam's Organ: reviews on Rowhouse" });
    await expect.poll(() => badge.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(340);
    await badge.click();
    await page.waitForURL(`${site.url}/places/${PLACE}`);
    await expectBadges(createTestClient(site.url));
    await expectGuarded(site, { as, business });
    await expectHardened(site);
  });
});

/** The text of a badge. */
async function badgeOf(site: Site): Promise<string> {
  const svg = await createTestClient(site.url).read(`/badge/${PLACE}.svg?size=large`);
  return svg.replaceAll(/<[^>]+>/g, " ");
}

async function expectBadges(guest: TestClient): Promise<void> {
  const badge = await guest.fetch(`/badge/${PLACE}.svg?size=small&style=dark`);
  expect(badge.status).toBe(200);
  expect(badge.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
  expect(badge.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(badge.headers.get("content-security-policy")).toContain("sandbox");
  // The trial's reviews are demo data.
  expect(await badge.text()).toContain("No reviews yet");
  const unknown = await guest.fetch("/badge/no-such-place.svg");
  expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining("Not listed")]);
  const odd = await guest.fetch(`/badge/${PLACE}.svg?size=huge`);
  expect([odd.status, odd.headers.get("location")]).toEqual([302, `/badge/${PLACE}.svg`]);
}

/** Owners and managers of a place see its pages, whatever their role; nobody else does, not even an admin. */
async function expectGuarded(site: Site, { as, business }: { as: SignInAs; business: TestClient }): Promise<void> {
  const member = await as("member");
  await makePlaceOwner(site, { slug: OTHER, person: member });
  const people = { guest: createTestClient(site.url), business, member, admin: await as("admin") };
  const statuses: Record<string, number[]> = {};
  for (const [name, person] of Object.entries(people)) {
    statuses[name] = [];
    for (const slug of [PLACE, OTHER, "no-such-place"]) {
      for (const part of ["figures", "figures.csv", "badge"]) {
        statuses[name].push((await person.fetch(`/business/${slug}/${part}`)).status);
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

/** The click counter accepts requests from anybody. */
async function expectHardened({ url }: Site): Promise<void> {
  const guest = createTestClient(url);
  const send = async (path: string, given: RequestInit = {}) => {
    const answer = await guest.fetch(path, { method: "POST", ...given });
    return [answer.status, answer.headers.get("set-cookie")];
  };
  const path = `/places/${PLACE}/clicks/website`;

  expect(await send(path, { body: "PING", headers: { "content-type": "text/ping", origin: url } })).toEqual([
    204,
    null,
  ]);
  // It reads no session, so it ends none.
  const cookie = `rowhouse-session-${new URL(url).port}=nobody`;
  expect(await send(path, { headers: { cookie } })).toEqual([204, null]);
  expect(await send(path, { body: "\u0000{not json", headers: { "content-type": "application/json" } })).toEqual([
    204,
    null,
  ]);
  expect(await send(`/places/${PLACE}/clicks/constructor`)).toEqual([404, null]);
  expect(await send("/places/no-such-place/clicks/website")).toEqual([404, null]);
  expect(await send(path, { headers: { origin: "https://elsewhere.example" } })).toEqual([403, null]);
  expect((await guest.fetch(path)).status).toBe(405);
  const many = await Promise.all(Array.from({ length: 130 }, () => send(path)));
  expect(many.filter(([status]) => status === 429).length).toBeGreaterThan(9);
}

/** The site treats headless browsers as robots, so this one has an ordinary name. */
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

/** An owner of the place, which has its own website, on a site in a separate process. */
async function ownerInFolder(folder: string, given: { site: string; website: string }): Promise<TestClient> {
  const owner = await signInNewUser(given.site, "business");
  const opened = openPostgres(await databaseUrlOfFolder(folder), silentLog());
  const { db } = opened;
  await db.update(places).set({ website: given.website }).where(eq(places.slug, PLACE));
  await makePlaceOwner(
    { db, now: () => new Date() },
    { slug: PLACE, person: { id: await userIdOf(db, owner.cookie) } },
  );
  await opened.close();
  return owner;
}

async function inNewTab(page: Page, act: () => Promise<void>): Promise<void> {
  const [opened] = await Promise.all([page.context().waitForEvent("page"), act()]);
  await opened.close();
}

async function sent(page: Page, end: string, act: () => Promise<void>): Promise<void> {
  await Promise.all([page.context().waitForEvent("request", (request) => request.url().endsWith(end)), act()]);
}

/** Today's numbers in the table, by their labels. */
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
