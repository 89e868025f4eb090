import type { Page } from "playwright-core";
import { expect } from "vitest";

import { violationsInEachLook } from "./axe-violations.ts";
import { test as journey, type Visit, type VisitOptions } from "./browser.ts";
import { seededFolder } from "./data-folder.ts";
import { catalogue } from "./page-kinds.ts";
import { cookieOf } from "./signed-in.ts";
import { type RunningSite, startSite } from "./site-process.ts";

/** A site of its own: what the people of the development login are members of is the same for every browser. */
const test = journey.extend("site", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
  const folder = seededFolder();
  const site = await startSite(folder.path, { LOG_LEVEL: "silent" });
  onCleanup(async () => {
    await site.stop();
    folder.remove();
  });
  return site;
});

const MEMBERS = "/posts/brookland-the-quiet-capital";
const EARLY = "/posts/southwest-from-fish-to-art";
const QUESTION = "Where do four people eat well on a Tuesday, one of them a vegetarian?";

test("what is for members is in nothing that a guest or a free member is sent", async ({ site }) => {
  const free = await cookieOf("member", site.url);
  const paths = [
    MEMBERS,
    `${MEMBERS}.data`,
    "/feed.xml",
    "/feed.json",
    "/category/entertainment/feed.xml",
    "/category/entertainment/feed.json",
    "/llms.txt",
    "/search?q=brookland",
    "/search?q=ostrich+feathers+catacombs",
    "/latest",
    "/neighborhood/brookland",
  ];
  const guide = catalogue().guides.find(({ slug }) => `/posts/${slug}` === MEMBERS);
  const secrets = [
    ...(guide?.places.flatMap(({ reason, hint }) => [reason, hint]) ?? []),
    "Now you have seen both ways of building a church",
  ];
  expect(secrets.length).toBeGreaterThan(10);

  for (const path of paths) {
    for (const headers of [{ cookie: "" }, { cookie: "" }, { cookie: free }]) {
      const response = await fetch(site.url + path, { headers });
      const text = await response.text();
      expect(response.status, path).toBe(200);
      for (const secret of secrets) expect(text, path).not.toContain(secret.slice(0, 60));
    }
  }
  const places = await (await fetch(`${site.url}/places/primrose`)).text();
  expect(places).not.toContain(MEMBERS);
});

test("an early guide is nowhere for guests and free members", async ({ site }) => {
  const free = await cookieOf("member", site.url);
  for (const headers of [{ cookie: "" }, { cookie: free }]) {
    expect((await fetch(site.url + EARLY, { headers })).status).toBe(404);
    for (const path of [
      "/latest",
      "/category/entertainment",
      "/feed.xml",
      "/sitemaps/guides.xml",
      "/search?q=southwest",
    ]) {
      const response = await fetch(site.url + path, { headers });
      expect([path, response.status]).toEqual([path, 200]);
      expect(await response.text(), path).not.toContain(EARLY);
    }
  }
});

test.for([true, false])(
  "a guest is invited, subscribes, reads on and early, and is kept out when it ends (script: %s)",
  { timeout: 120_000 },
  async (script, { visit, site }) => {
    const guest = await visit(MEMBERS, { site: site.url, script, width: 360 });
    expect(await guest.getByRole("heading", { name: "Members read on" }).count()).toBe(1);
    expect(await guest.locator(".guide-stop").count()).toBe(0);
    expect(await guest.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    if (script) expect(await violationsInEachLook(guest)).toEqual([]);
    expect(await guest.getByRole("link", { name: "See the plans" }).getAttribute("href")).toBe("/subscription");

    const page = await asPerson(visit, site, { name: "Mia Member", path: "/subscription", options: { script } });
    await subscribe(page, "City Insider");
    await page.goto(`${site.url}${MEMBERS}`);
    expect(await page.locator(".guide-stop").count()).toBe(7);
    expect(await page.getByRole("heading", { name: "Members read on" }).count()).toBe(0);
    await page.goto(`${site.url}/latest`);
    await page.locator(`a[href="${EARLY}"]`).first().click();
    await page.waitForURL(`**${EARLY}`);
    expect(await page.getByText("Early for City Insider").first().count()).toBe(1);
    expect(await page.locator(".guide-stop").count()).toBe(7);
    if (script) expect(await violationsInEachLook(page)).toEqual([]);

    // What a member was shown is in nobody else's page.
    const later = await (await fetch(site.url + MEMBERS)).text();
    expect(later).toContain("Members read on");
    expect(later).not.toContain("guide-stop");
    expect((await fetch(site.url + EARLY)).status).toBe(404);

    await endNow(site, page);
    await page.goto(`${site.url}${MEMBERS}`);
    expect(await page.getByRole("heading", { name: "Members read on" }).count()).toBe(1);
    expect((await page.request.get(`${site.url}${EARLY}`)).status()).toBe(404);
  },
);

test("a VIP asks, an editor answers, and the VIP is told", { timeout: 120_000 }, async ({ visit, site }) => {
  const page = await asPerson(visit, site, { name: "Mia Member", path: "/ask", options: { script: false } });
  // A free member is led to the plans.
  expect(new URL(page.url()).pathname).toBe("/subscription");
  await subscribe(page, "VIP");

  await page.goto(`${site.url}/ask`);
  const shortOne = await post(site, "/ask", { cookie: await cookieOf("member", site.url), question: "Too short" });
  expect([shortOne.status, await shortOne.text()]).toEqual([400, expect.stringContaining(">Too short</textarea>")]);
  await page.getByRole("textbox", { name: "Your question" }).fill(QUESTION);
  await page.getByRole("button", { name: "Send" }).click();
  await page.waitForURL("**/ask/*");
  expect(await page.getByRole("heading", { name: "Your question waits" }).count()).toBe(1);
  const again = await post(site, "/ask", {
    cookie: await cookieOf("member", site.url),
    question: `${QUESTION} Again.`,
  });
  expect(again.status).toBe(409);

  const editor = await asPerson(visit, site, { name: "Ada Admin", path: "/admin/questions" });
  await editor.getByRole("textbox").first().fill("Try the long table at the back, and ask for the window.");
  await editor.getByRole("button", { name: "Answer" }).click();
  await editor.getByText("Nothing waits").waitFor();
  expect(await violationsInEachLook(editor)).toEqual([]);

  await page.goto(`${site.url}/notifications`);
  await page.getByRole("link", { name: "An editor has answered your question" }).first().click();
  expect(await page.locator(".question-answer").innerText()).toContain("Try the long table");
  await endNow(site, page);
});

function post(site: RunningSite, path: string, { cookie, ...fields }: { cookie: string } & Record<string, string>) {
  return fetch(site.url + path, {
    method: "POST",
    headers: { cookie },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
}

/** From the page of the plans. */
async function subscribe(page: Page, plan: string): Promise<void> {
  await page.getByRole("button", { name: `Choose ${plan}` }).click();
  await page.waitForURL("**/sandbox/checkout/*");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.waitForURL("**/subscription/success");
}

/** Has the money given back, which ends the membership at once. */
async function endNow(site: RunningSite, page: Page): Promise<void> {
  await page.goto(`${site.url}/subscription/refund`);
  await page.getByRole("button", { name: /^Give me back/ }).click();
  await page.getByText("is on its way back").waitFor();
}

async function asPerson(
  visit: Visit,
  site: RunningSite,
  { name, path, options = {} }: { name: string; path: string; options?: VisitOptions },
): Promise<Page> {
  const page = await visit(`/auth/dev-login?to=${path}`, { ...options, site: site.url });
  await page.getByRole("button", { name }).click();
  // Some are led on from there.
  await page.waitForURL((url) => url.pathname !== "/auth/dev-login");
  return page;
}
