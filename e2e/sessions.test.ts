import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";

import { violationsInEachLook } from "./axe-violations.ts";
import { interactive, test as journey, type Visit, type VisitOptions } from "./browser.ts";
import { seededFolder } from "./data-folder.ts";
import { cookieOf } from "./signed-in.ts";
import { runCommand, type RunningSite, startSite } from "./site-process.ts";
import { noNotifications, tellMember } from "./tell-member.ts";

/** A site of its own: the member of the development login is suspended here, and made an admin. */
const test = journey.extend("site", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
  const folder = seededFolder();
  const site = await startSite(folder.path, { LOG_LEVEL: "silent" });
  onCleanup(async () => {
    await site.stop();
    folder.remove();
  });
  const command = (name: string) => runCommand([name, "mia@persona.invalid"], { DATA_DIR: folder.path });
  return { ...site, command };
});

const REVIEW = "/places/eastern-market/review";
const TYPED = "What I have typed here for half an hour must not be lost.";

describe("a member in the middle of something", { timeout: 120_000 }, () => {
  test("is thrown out when they are suspended, and keeps what they typed", async ({ visit, site }) => {
    const page = await asMember(visit, site, REVIEW);
    await listening(page);
    await page.getByLabel("Your review", { exact: true }).fill(TYPED);

    const done = await site.command("suspend");

    expect(done).toEqual({ code: 0, output: "mia@persona.invalid is suspended, and signed out everywhere.\n" });
    const dialog = page.getByRole("dialog", { name: "Your account is suspended" });
    await dialog.waitFor();
    expect(await dialog.innerText()).toContain("stays on this page");
    expect(await violationsInEachLook(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Stay on this page" }).click();
    expect(await page.getByLabel("Your review", { exact: true }).inputValue()).toBe(TYPED);
    await page.getByRole("button", { name: "Publish review" }).click();
    await page.waitForURL("**/auth/login?to=%2Fplaces%2Feastern-market%2Freview");
    await page.goto("/saved");
    await page.waitForURL("**/auth/login?to=%2Fsaved");
    expect((await site.command("restore")).code).toBe(0);
  });

  test("who signs out in one tab is signed out in the other, and in again with what was typed", async ({
    visit,
    site,
  }) => {
    const typing = await asMember(visit, site, REVIEW);
    await listening(typing);
    await typing.getByLabel("Your review", { exact: true }).fill(TYPED);
    const reading = await anotherTab(typing, "/saved");
    const leaving = await anotherTab(typing, "/about");
    await leaving.locator(".user-menu > button").click();
    await leaving.getByRole("button", { name: "Sign Out" }).first().click();
    await leaving.waitForURL(`${site.url}/`);
    expect(await leaving.getByRole("dialog").count()).toBe(0);

    const out = (page: Page) => page.getByRole("dialog", { name: "You are signed out" });
    await out(reading).waitFor();
    const back = out(reading).getByRole("link", { name: "Sign in again", exact: true });
    expect(await back.getAttribute("href")).toBe("/auth/login?to=%2Fsaved");
    const [login] = await Promise.all([
      typing.context().waitForEvent("page"),
      out(typing).getByRole("link", { name: "Sign in again in a new tab" }).click(),
    ]);
    await login.getByRole("link", { name: "Development Login" }).click();
    await login.getByRole("button", { name: "Mia Member" }).click();
    await login.waitForURL(`**${REVIEW}`);
    await listening(login);

    await expect.poll(() => out(typing).count()).toBe(0);
    expect(await typing.getByLabel("Your review", { exact: true }).inputValue()).toBe(TYPED);
    await expect.poll(() => out(reading).count()).toBe(0);
  });

  test("is told when another person has signed in in this browser", async ({ visit, site }) => {
    const page = await asMember(visit, site, "/saved");
    await listening(page);
    const other = await anotherTab(page, "/auth/dev-login?to=/about");
    await other.getByRole("button", { name: "Ben Business" }).click();
    await other.waitForURL("**/about");
    await listening(other);

    const dialog = page.getByRole("dialog", { name: "Somebody else is signed in now" });
    await dialog.getByRole("link", { name: "Load this page anew" }).click();

    await expect.poll(() => page.locator(".user-menu-name").innerText()).toBe("Ben Business");
    expect(new URL(page.url()).pathname).toBe("/saved");
  });

  test("is told of a new role, and has its pages", async ({ visit, site }) => {
    const page = await asMember(visit, site, "/saved");
    await listening(page);

    expect((await site.command("grant-admin")).output).toContain("is an admin from now on");

    const dialog = page.getByRole("dialog", { name: "Your role has changed" });
    await Promise.all([page.waitForEvent("load"), dialog.getByRole("link", { name: "Load this page anew" }).click()]);
    await listening(page);
    await page.locator(".user-menu > button").click();
    await page.locator(".user-menu-sheet").getByRole("link", { name: "Moderation" }).click();
    await page.waitForURL("**/admin/moderation");
  });
});

describe("eight tabs", { timeout: 180_000 }, () => {
  test("have one connection, all hear what is new, and another takes over from the one that had it", async ({
    visit,
    site,
  }) => {
    await noNotifications(site.url);
    const first = await asMember(visit, site, "/about");
    const opened = streamsOf(first.context());
    await interactive(first);
    await expect.poll(() => opened.length).toBe(1);
    const tabs = [first];
    while (tabs.length < 8) tabs.push(await anotherTab(first, "/about"));

    await tellMember(site.url);
    for (const tab of tabs) await expect.poll(() => unreadIn(tab)).toBe("1");
    expect(opened.length, "streams opened by eight tabs").toBe(1);

    const leader = opened[0];
    const rest = tabs.filter((tab) => tab !== leader);
    await leader?.close();
    await expect.poll(() => opened.length).toBe(2);
    await tellMember(site.url);
    for (const tab of rest) await expect.poll(() => unreadIn(tab)).toBe("2");
    expect([rest.length, opened.length]).toEqual([7, 2]);
  });
});

describe("a session that would end for want of use", () => {
  test("is kept by a page in sight, shortly before, and by none that isn't", async ({ visit, site }) => {
    const kept = await asAdmin(visit, site, async (page) => page.clock.install());
    const left = await asAdmin(visit, site, async (page) => {
      await page.clock.install();
      await page.addInitScript(() => Object.defineProperty(document, "visibilityState", { value: "hidden" }));
    });
    const asked = { kept: uses(kept), left: uses(left) };
    for (const page of [kept, left]) await listening(page);

    for (const page of [kept, left]) await endsIn(page, 125_000);
    const wait = async (time: string) => {
      for (const page of [kept, left]) await page.clock.fastForward(time);
    };
    await wait("00:31");
    expect(asked, "more than three looks are left").toEqual({ kept: [], left: [] });
    await wait("00:30");

    await expect.poll(() => asked.kept.length).toBe(1);
    await wait("00:31");
    await wait("00:31");
    expect(asked.kept.length, "it has another hour").toBe(1);
    expect(asked.left).toEqual([]);
  });
});

describe("the page of one's sessions", () => {
  test.for([true, false])("ends one, all others, and all (script: %s)", async (script, { visit, site }) => {
    const page = await asMember(visit, site, "/member/sessions", { script });
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.waitForURL(`${site.url}/`);
    expect(await page.getByRole("status").first().innerText()).toContain("No browser is signed in any more");
    const others = [await cookieOf("member", site.url), await cookieOf("member", site.url)];
    await signInAsMember(page, "/member/sessions");
    const rows = page.locator(".session-list > li");
    expect(await rows.count()).toBe(3);
    expect(await rows.filter({ hasText: "This browser" }).count()).toBe(1);
    expect(await rows.filter({ hasText: "This browser" }).getByRole("button").count()).toBe(0);

    await rows.filter({ hasNotText: "This browser" }).first().getByRole("button", { name: "Sign out" }).click();
    await page.getByText("Signed out there.").waitFor();
    expect(await rows.count()).toBe(2);
    expect((await Promise.all(others.map((cookie) => isSignedIn(site, cookie)))).filter(Boolean)).toHaveLength(1);
    await page.getByRole("button", { name: "Sign out all others" }).click();
    await page.getByText("Signed out everywhere else.").waitFor();
    expect(await rows.count()).toBe(1);
    expect((await Promise.all(others.map((cookie) => isSignedIn(site, cookie)))).filter(Boolean)).toEqual([]);
    expect(await page.getByRole("button", { name: "Sign out all others" }).count()).toBe(0);
    if (script) expect(await violationsInEachLook(page)).toEqual([]);
  });

  test("ends nobody else's, and refuses in words what it can't read", async ({ site }) => {
    const [mia, ben] = [await cookieOf("member", site.url), await cookieOf("business", site.url)];
    const html = await (await fetch(`${site.url}/member/sessions`, { headers: { cookie: ben } })).text();
    const [, bens = ""] = /name="session" value="([0-9a-f-]{36})"/.exec(html) ?? [];
    const send = (fields: Record<string, string>) =>
      fetch(`${site.url}/member/sessions`, {
        method: "POST",
        headers: { cookie: mia },
        body: new URLSearchParams(fields),
        redirect: "manual",
      });

    await send({ do: "end", session: bens });

    expect(bens).not.toBe("");
    expect(await (await fetch(`${site.url}/member/sessions`, { headers: { cookie: ben } })).text()).toContain(bens);
    const unreadable: Record<string, string>[] = [{}, { do: "end" }, { do: "end", session: "x" }, { do: "all" }];
    for (const fields of unreadable) {
      const refused = await send(fields);
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("Choose which browser")]);
    }
  });
});

test(
  "a page that was open over a restart comes back, and hears what it missed",
  { timeout: 240_000 },
  async ({ browser }) => {
    const folder = seededFolder();
    const before = await startSite(folder.path, { LOG_LEVEL: "warn" });
    // By hand, for a page that can't reach its server says so in its console.
    const context = await browser.newContext({ baseURL: before.url });
    onTestFinished(() => context.close());
    const [there, gone] = [
      await context.newPage(),
      await (await browser.newContext({ baseURL: before.url })).newPage(),
    ];
    await signInAsMember(there, "/about");
    await gone.goto("/auth/dev-login?to=/about");
    await gone.getByRole("button", { name: "Ben Business" }).click();
    await gone.waitForURL("**/about");
    for (const page of [there, gone]) await listening(page);

    expect(await before.stop()).toBe(0);
    expect(before.output(), "the streams end, and the stop doesn't wait for them in vain").not.toContain("in time");
    await runCommand(["suspend", "ben@persona.invalid"], { DATA_DIR: folder.path });
    const settings = { LOG_LEVEL: "silent", PORT: new URL(before.url).port, SITE_URL: before.url };
    const after = await startSite(folder.path, settings);
    onTestFinished(async () => {
      await after.stop();
      folder.remove();
    });

    await gone
      .getByRole("dialog", { name: /You are signed out|Your account is suspended/ })
      .waitFor({ timeout: 90_000 });
    await tellMember(before.url);
    await expect.poll(() => unreadIn(there), { timeout: 90_000 }).toBe("1");
    expect(await there.getByRole("dialog").count()).toBe(0);
    await gone.context().close();
  },
);

test("without the script that is for signed-in people the page goes on, and leads to their menu", async ({
  browser,
  site,
}) => {
  // By hand, for a script that can't be fetched is told in the console.
  const context = await browser.newContext({ baseURL: site.url });
  onTestFinished(() => context.close());
  await context.route("**/assets/signed-in-chrome-*", (route) => route.abort());
  const page = await context.newPage();
  const refused = page.waitForEvent("requestfailed", (request) => request.url().includes("signed-in-chrome"));
  await signInAsMember(page, "/about");
  await interactive(page);
  await refused;

  await page.evaluate(() => document.body.setAttribute("data-same-page", ""));
  await page.getByRole("link", { name: "Latest", exact: true }).first().click();
  await page.waitForURL("**/latest");
  await expect.poll(() => page.locator("body[data-same-page] h1").innerText()).toContain("Latest");
  await page.getByRole("link", { name: "Mia Member" }).click();
  await page.waitForURL("**/saved");
  await page.locator(".user-menu > button").click();
  await page.locator(".user-menu-sheet").getByRole("link", { name: "Lists" }).click();
  await page.waitForURL("**/lists");
});

type Site = Pick<RunningSite, "url">;

async function asMember(visit: Visit, site: Site, path: string, options: VisitOptions = {}): Promise<Page> {
  const page = await visit("/auth/dev-login", { ...options, site: site.url, refuses: ["/favicon.ico"] });
  await signInAsMember(page, path);
  return page;
}

async function asAdmin(visit: Visit, site: Site, before: (page: Page) => Promise<void>): Promise<Page> {
  const page = await visit("/auth/dev-login?to=/about", { site: site.url, before });
  await page.getByRole("button", { name: "Ada Admin" }).click();
  await page.waitForURL("**/about");
  return page;
}

async function signInAsMember(page: Page, path: string): Promise<void> {
  await page.goto(`/auth/dev-login?${new URLSearchParams({ to: path })}`);
  await page.getByRole("button", { name: "Mia Member" }).click();
  await page.waitForURL(`**${path}`);
}

/** Another tab of the same browser, awake. */
async function anotherTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(path);
  await interactive(tab);
  return tab;
}

/** Resolves when the page has heard how its session stands. */
async function listening(page: Page): Promise<void> {
  const heard = page.waitForResponse((response) => response.url().endsWith("/events"));
  await interactive(page);
  await heard;
}

/** The pages that opened a stream, in their order. */
function streamsOf(context: BrowserContext): Page[] {
  const opened: Page[] = [];
  context.on("request", (request) => {
    if (request.url().endsWith("/events")) opened.push(request.frame().page());
  });
  return opened;
}

/** Has the page hear, as from another tab, how long its session has left. */
async function endsIn(page: Page, endsInMs: number): Promise<void> {
  await page.evaluate(async (ms) => {
    const state: unknown = await (await fetch("/auth/session")).json();
    const channel = new BroadcastChannel("rowhouse-session");
    const say = channel.postMessage.bind(channel);
    say(Object.assign({}, state, { endsInMs: ms }));
    channel.close();
  }, endsInMs);
}

/** How often the page has kept its session alive. */
function uses(page: Page): string[] {
  const sent: string[] = [];
  page.on("requestfinished", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/auth/session")) sent.push(request.url());
  });
  return sent;
}

function unreadIn(page: Page): Promise<string | null> {
  return page.evaluate(() => document.querySelector(".user-menu .unread-count")?.firstChild?.textContent ?? null);
}

async function isSignedIn(site: Site, cookie: string): Promise<boolean> {
  return (await fetch(`${site.url}/saved`, { headers: { cookie }, redirect: "manual" })).status === 200;
}
