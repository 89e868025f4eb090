import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";

import { sessionCookie } from "#app/people/accounts/sessions/session-cookie.ts";
import { startSession } from "#app/people/accounts/sessions/sessions.server.ts";

import { violationsInEachTheme } from "./axe-violations.ts";
import { waitForHydration, testWithSite } from "./browser.ts";
import { databaseUrlOfFolder, seededFolder } from "./data-folder.ts";
import { type TestClient, createTestClient, emailOf } from "./test-client.ts";
import { createMemberList } from "./member-lists.ts";
import type { Site } from "./site.ts";
import { runCommand, startSite } from "./site-process.ts";
import { notifyMember, notifyDevelopmentMember } from "./notify-member.ts";

/** Its members write reviews. */
const test = testWithSite();

const REVIEW = "/places/eastern-market/review";
const TYPED = "What I have typed here for half an hour must not be lost.";

describe("a member in the middle of something", { timeout: 120_000 }, () => {
  test("is signed out when suspended, and keeps what they typed", async ({ site, as }) => {
    const member = await as("member");
    const email = await emailOf(site.db, member);
    const page = await member.visit(REVIEW);
    await listening(page);
    await page.getByLabel("Your review", { exact: true }).fill(TYPED);

    const done = await command(site, ["suspend", email]);

    expect(done).toEqual({ code: 0, output: `${email} is suspended and signed out everywhere.\n` });
    const dialog = page.getByRole("dialog", { name: "Your account is suspended" });
    await dialog.waitFor();
    expect(await dialog.innerText()).toContain("stays here until you leave this page");
    expect(await violationsInEachTheme(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Stay on this page" }).click();
    expect(await page.getByLabel("Your review", { exact: true }).inputValue()).toBe(TYPED);
    await page.getByRole("button", { name: "Publish review" }).click();
    await page.waitForURL("**/auth/login?to=%2Fplaces%2Feastern-market%2Freview");
    await page.goto("/saved");
    await page.waitForURL("**/auth/login?to=%2Fsaved");
    expect((await command(site, ["restore", email])).code).toBe(0);
  });

  test("is not told of unsent text where everything is saved", async ({ site, as }) => {
    const member = await as("member");
    const email = await emailOf(site.db, member);
    const list = await createMemberList(member, "Saturday");
    await member.post(list, { do: "save", name: "Saturday", note: "A saved note.", visibility: "private" });
    const page = await member.visit(list);
    await listening(page);
    expect(await page.locator("main textarea").first().inputValue()).toBe("A saved note.");

    expect((await command(site, ["suspend", email])).code).toBe(0);

    const dialog = page.getByRole("dialog", { name: "Your account is suspended" });
    await dialog.waitFor();
    expect(await dialog.innerText()).not.toContain("isn’t sent yet");
    expect((await command(site, ["restore", email])).code).toBe(0);
  });

  test("who signs out in one tab is signed out in the other, and signs in again with the typed text", async ({
    visit,
    site,
  }) => {
    // Signs in twice as the same person.
    const typing = await visit("/about");
    await signIn(typing, { name: "Mia Member", to: REVIEW });
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

  test("is told when another person has signed in in this browser", async ({ as }) => {
    const page = await (await as("member")).visit("/saved");
    await listening(page);
    const other = await page.context().newPage();
    await signIn(other, { name: "Nell Newcomer", to: "/about" });
    await listening(other);

    const dialog = page.getByRole("dialog", { name: "Someone else is signed in now" });
    await dialog.getByRole("link", { name: "Reload page" }).click();

    await expect.poll(() => page.locator(".user-menu-name").innerText()).toBe("Nell Newcomer");
    expect(new URL(page.url()).pathname).toBe("/saved");
  });

  test("is told of a new role, and gets its pages", async ({ site, as }) => {
    const member = await as("member");
    const page = await member.visit("/saved");
    await listening(page);

    expect((await command(site, ["grant-admin", await emailOf(site.db, member)])).output).toContain("is now an admin");

    const dialog = page.getByRole("dialog", { name: "Your role has changed" });
    await Promise.all([page.waitForEvent("load"), dialog.getByRole("link", { name: "Reload page" }).click()]);
    await listening(page);
    await page.locator(".user-menu > button").click();
    await page.locator(".user-menu-sheet").getByRole("link", { name: "Inbox" }).click();
    await page.waitForURL("**/admin/inbox");
  });
});

describe("eight tabs", { timeout: 180_000 }, () => {
  test("share one connection, all get news, and another takes over when its tab closes", async ({ as }) => {
    const [member, admin] = [await as("member"), await as("admin")];
    let opened: Page[] = [];
    const first = await member.visit("/about", { before: async (page) => void (opened = streamsOf(page.context())) });
    await waitForHydration(first);
    await expect.poll(() => opened.length).toBe(1);
    const tabs = [first];
    while (tabs.length < 8) tabs.push(await anotherTab(first, "/about"));

    await notifyMember({ member, admin });
    for (const tab of tabs) await expect.poll(() => unreadIn(tab)).toBe("1");
    expect(opened.length, "streams opened by eight tabs").toBe(1);

    const leader = opened[0];
    const rest = tabs.filter((tab) => tab !== leader);
    await leader?.close();
    await expect.poll(() => opened.length).toBe(2);
    await notifyMember({ member, admin });
    for (const tab of rest) await expect.poll(() => unreadIn(tab)).toBe("2");
    expect([rest.length, opened.length]).toEqual([7, 2]);
  });
});

describe("a session that would expire from inactivity", () => {
  test("is kept alive by a visible page, shortly before, and not by a hidden one", async ({ as }) => {
    const [active, away] = [await as("admin"), await as("admin")];
    const visiblePage = await active.visit("/about", { before: async (page) => page.clock.install() });
    const hiddenPage = await away.visit("/about", {
      before: async (page) => {
        await page.clock.install();
        await page.addInitScript(() => Object.defineProperty(document, "visibilityState", { value: "hidden" }));
      },
    });
    const requests = { visible: uses(visiblePage), hidden: uses(hiddenPage) };
    for (const page of [visiblePage, hiddenPage]) await listening(page);

    for (const page of [visiblePage, hiddenPage]) await endsIn(page, 125_000);
    const wait = async (time: string) => {
      for (const page of [visiblePage, hiddenPage]) await page.clock.fastForward(time);
    };
    await wait("00:31");
    expect(requests, "more than three looks are left").toEqual({ visible: [], hidden: [] });
    await wait("00:30");

    await expect.poll(() => requests.visible.length).toBe(1);
    await wait("00:31");
    await wait("00:31");
    expect(requests.visible.length, "it has another hour").toBe(1);
    expect(requests.hidden).toEqual([]);
  });
});

describe("the page of a member's sessions", () => {
  test.for([true, false])("ends one, all others, and all (script: %s)", async (script, { visit, site, as }) => {
    const member = await as("member");
    const leaving = await member.visit("/member/sessions", { script });
    await leaving.getByRole("button", { name: "Sign out everywhere" }).click();
    await leaving.waitForURL(`${site.url}/`);
    expect(await leaving.getByRole("status").first().innerText()).toContain("You’re signed out in every browser");
    const others = [await signedInAgain(site, member), await signedInAgain(site, member)];
    const page = await visit("/member/sessions", { script, by: await signedInAgain(site, member) });
    const rows = page.locator(".session-list > li");
    expect(await rows.count()).toBe(3);
    expect(await rows.filter({ hasText: "This browser" }).count()).toBe(1);
    expect(await rows.filter({ hasText: "This browser" }).getByRole("button").count()).toBe(0);

    await rows.filter({ hasNotText: "This browser" }).first().getByRole("button", { name: "Sign out" }).click();
    await page.getByText("Browser signed out.").waitFor();
    expect(await rows.count()).toBe(2);
    expect((await Promise.all(others.map(isSignedIn))).filter(Boolean)).toHaveLength(1);
    await page.getByRole("button", { name: "Sign out other browsers" }).click();
    await page.getByText("Other browsers signed out.").waitFor();
    expect(await rows.count()).toBe(1);
    expect((await Promise.all(others.map(isSignedIn))).filter(Boolean)).toEqual([]);
    expect(await page.getByRole("button", { name: "Sign out other browsers" }).count()).toBe(0);
    if (script) expect(await violationsInEachTheme(page)).toEqual([]);
  });

  test("ends no other member's, and refuses invalid input with a message", async ({ site, as }) => {
    const [mia, ben] = [await as("member"), await as("business")];
    // The current browser has no button.
    await signedInAgain(site, ben);
    const [, bens = ""] = /name="session" value="([0-9a-f-]{36})"/.exec(await ben.read("/member/sessions")) ?? [];

    await mia.post("/member/sessions", { do: "end", session: bens });

    expect(bens).not.toBe("");
    expect(await ben.read("/member/sessions")).toContain(bens);
    const unreadable: Record<string, string>[] = [{}, { do: "end" }, { do: "end", session: "x" }, { do: "all" }];
    for (const fields of unreadable) {
      const refused = await mia.post("/member/sessions", fields);
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("Choose which browser")]);
    }
  });
});

test(
  "a page that was open during a restart reconnects, and gets what it missed",
  { timeout: 240_000 },
  async ({ browser }) => {
    const folder = seededFolder();
    const before = await startSite(folder.path, { LOG_LEVEL: "warn" });
    // Opened without the fixture, because a page that can't reach its server logs errors.
    const context = await browser.newContext({ baseURL: before.url });
    onTestFinished(() => context.close());
    const [visiblePages, awayPage] = [
      await context.newPage(),
      await (await browser.newContext({ baseURL: before.url })).newPage(),
    ];
    await signIn(visiblePages, { name: "Mia Member", to: "/about" });
    await signIn(awayPage, { name: "Ben Business", to: "/about" });
    for (const page of [visiblePages, awayPage]) await listening(page);

    expect(await before.stop()).toBe(0);
    expect(before.output(), "the streams end, and the stop doesn't wait for them in vain").not.toContain("in time");
    const place = { DATA_DIR: folder.path, DATABASE_URL: await databaseUrlOfFolder(folder.path) };
    expect((await runCommand(["suspend", "ben@persona.invalid"], place)).code).toBe(0);
    const settings = { LOG_LEVEL: "silent", PORT: new URL(before.url).port, SITE_URL: before.url };
    const after = await startSite(folder.path, settings);
    onTestFinished(async () => {
      await after.stop();
      folder.remove();
    });

    await awayPage
      .getByRole("dialog", { name: /You are signed out|Your account is suspended/ })
      .waitFor({ timeout: 90_000 });
    await notifyDevelopmentMember(before.url);
    await expect.poll(() => unreadIn(visiblePages), { timeout: 90_000 }).toBe("1");
    expect(await visiblePages.getByRole("dialog").count()).toBe(0);
    await awayPage.context().close();
  },
);

test("without the script for signed-in members the page works, and links to their menu", async ({ browser, site }) => {
  // Opened without the fixture, because a script that can't be fetched logs an error.
  const context = await browser.newContext({ baseURL: site.url });
  onTestFinished(() => context.close());
  await context.route("**/assets/signed-in-chrome-*", (route) => route.abort());
  const page = await context.newPage();
  const refused = page.waitForEvent("requestfailed", (request) => request.url().includes("signed-in-chrome"));
  await signIn(page, { name: "Nell Newcomer", to: "/about" });
  await waitForHydration(page);
  await refused;

  await page.evaluate(() => document.body.setAttribute("data-same-page", ""));
  await page.getByRole("link", { name: "Latest", exact: true }).first().click();
  await page.waitForURL("**/latest");
  await expect.poll(() => page.locator("body[data-same-page] h1").innerText()).toContain("Latest");
  await page.getByRole("link", { name: "Nell Newcomer" }).click();
  await page.waitForURL("**/saved");
  await page.locator(".user-menu > button").click();
  await page.locator(".user-menu-sheet").getByRole("link", { name: "Lists" }).click();
  await page.waitForURL("**/lists");
});

/** Runs a CLI command, in its own process. */
function command({ env, url }: Site, words: string[]): Promise<{ code: number | null; output: string }> {
  return runCommand(words, { DATABASE_URL: env.databaseUrl ?? "", DATA_DIR: env.dataDir, SITE_URL: url });
}

/** The same member in another browser. */
async function signedInAgain({ db, url, now }: Site, { id }: { id: string }): Promise<TestClient> {
  const token = await startSession(db, { userId: id, browser: "Another browser", now: now() });
  return createTestClient(url, sessionCookie(token, url).split(";")[0]);
}

/** One of the three users of the development login, or a new one. */
async function signIn(page: Page, { name, to }: { name: string; to: string }): Promise<void> {
  await page.goto(`/auth/dev-login?${new URLSearchParams({ to })}`);
  const known = page.getByRole("button", { name });
  if ((await known.count()) > 0) {
    await known.click();
  } else {
    await page.getByLabel("New user’s name").fill(name);
    await page.getByRole("button", { name: "Sign in as new user" }).click();
  }
  await page.waitForURL(`**${to}`);
}

/** Another hydrated tab of the same browser. */
async function anotherTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(path);
  await waitForHydration(tab);
  return tab;
}

/** Resolves when the page's browser has received its session state: the leading tab then tells it to those that ask. */
async function listening(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const channel = new BroadcastChannel("rowhouse-session");
        channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
          if (typeof data !== "object") return;
          channel.close();
          resolve();
        });
        const say = channel.postMessage.bind(channel);
        say("ask");
      }),
  );
}

/** The pages that opened a stream, in order. */
function streamsOf(context: BrowserContext): Page[] {
  const opened: Page[] = [];
  context.on("request", (request) => {
    if (request.url().endsWith("/events")) opened.push(request.frame().page());
  });
  return opened;
}

/** Tells the page, like another tab, when its session expires. */
async function endsIn(page: Page, endsInMs: number): Promise<void> {
  await page.evaluate(async (ms) => {
    const state: unknown = await (await fetch("/auth/session")).json();
    const channel = new BroadcastChannel("rowhouse-session");
    const say = channel.postMessage.bind(channel);
    say(Object.assign({}, state, { endsInMs: ms }));
    channel.close();
  }, endsInMs);
}

/** Records the requests by which the page keeps its session alive. */
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

async function isSignedIn(person: TestClient): Promise<boolean> {
  return (await person.fetch("/saved")).status === 200;
}
