import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { type OpenidDouble, startOpenidDouble } from "#tests/openid-double.ts";

import { violationsInEachTheme } from "./axe-violations.ts";
import {
  brokenPictures,
  waitForHydration,
  testWithPictures as journey,
  type Visit,
  type VisitOptions,
} from "./browser.ts";
import { htmlProblems } from "./html-problems.ts";
import { noticeText } from "./notice.ts";
import { type TestClient, createTestClient } from "./test-client.ts";
import { openSite, type Site } from "./site.ts";

const CLIENT = { id: "rowhouse", secret: "a-secret-of-the-client" };
const SETTINGS = { GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret };

type SettingsStage = { site: Site; double: OpenidDouble; guest: TestClient };

/** A separate site with its own provider, which has a picture of every user. */
const test = journey
  .extend("double", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
    const double = await startOpenidDouble(CLIENT.id);
    onCleanup(() => double.close());
    return double;
  })
  .extend("site", { scope: "file" }, async ({ double }, { onCleanup }) => {
    const site = await openSite({ settings: { ...SETTINGS, OIDC_ISSUER: double.issuer } });
    onCleanup(() => site.close());
    return site;
  })
  .extend("stage", ({ site, double, guest }): SettingsStage => ({ site, double, guest }));

const PLACE = "/places/hirshhorn-museum";

test.for([true, false])(
  "a member's choice of email notifications is saved, with the note that none are sent (script: %s)",
  { timeout: 60_000 },
  async (script, { visit, stage }) => {
    const page = await signedIn(visit, stage, { name: `Mailed ${script}`, script, to: "/settings" });
    const choice = page.getByLabel("Email me my notifications");
    expect([await choice.isChecked(), await page.getByText("Email isn’t set up on this server").count()]).toEqual([
      false,
      1,
    ]);
    for (const isWanted of [true, false]) {
      await choice.setChecked(isWanted);
      await page.getByRole("button", { name: "Save email settings" }).click();
      await page.waitForURL("**/settings#email");
      expect(await noticeText(page)).toContain("Changes saved.");
      await page.goto("/settings");
      expect(await choice.isChecked()).toBe(isWanted);
    }
  },
);

test.for([true, false])(
  "a member makes their profile public, hides it, deletes the account, and restores it (script: %s)",
  { timeout: 180_000 },
  async (script, { visit, stage }) => {
    const { guest } = stage;
    const name = `Grace ${script ? "One" : "Two"}`;
    const page = await signedIn(visit, stage, { name, script, to: "/settings", expectedErrors: ["/settings/delete"] });
    await review(page, `${name} stood before each picture for an hour, and was not sent away.`);
    expect(await namesOfReviewers(guest)).toContainEqual([name, null]);

    await page.goto("/settings");
    await page.getByLabel("Name").fill(`${name} H`);
    await page.getByLabel("The picture of your Google account").check();
    await page.getByLabel("Home neighborhood").selectOption("georgetown");
    await page.getByLabel("My profile is public").check();
    await page.getByRole("button", { name: "Save profile" }).click();
    expect(await noticeText(page)).toContain("Changes saved.");

    const reader = await visit(PLACE);
    await reader.getByRole("link", { name: `${name} H`, exact: true }).click();
    await reader.waitForURL("**/members/*");
    await expect.poll(() => reader.locator("h1").innerText()).toBe(`${name} H`);
    expect(await reader.locator(".profile-head").innerText()).toMatch(/Georgetown\s*Member since \w+ \d{4}\s*1 review/);
    expect(await reader.getByText("stood before each picture").count()).toBe(1);
    await expect
      .poll(() => reader.evaluate(() => document.querySelector("img.member-picture")?.getAttribute("src")))
      .toMatch(/^\/members\/[0-9a-f-]{36}\/picture\/\d+$/);
    expect(await brokenPictures(reader)).toEqual([]);
    const profile = new URL(reader.url()).pathname;
    const picture = (await reader.locator("img.member-picture").getAttribute("src")) ?? "";
    expect((await guest.fetch(picture)).headers.get("content-type")).toBe("image/png");

    await page.goto("/settings");
    await page.getByLabel("My profile is public").uncheck();
    await page.getByRole("button", { name: "Save profile" }).click();
    expect(await noticeText(page)).toContain("Changes saved.");
    await expect.poll(async () => (await guest.fetch(profile)).status).toBe(404);
    expect((await guest.fetch(picture)).status).toBe(404);
    expect(await namesOfReviewers(guest)).toContainEqual([`${name} H`, null]);
    await page.goto(profile);
    expect(await page.getByText("Your profile is private").count()).toBe(1);

    await deleteAndRestore({ page, stage, name: `${name} H`, profile });
  },
);

/** Deletes the account in its settings and restores it by signing in. */
async function deleteAndRestore(given: {
  page: Page;
  stage: SettingsStage;
  name: string;
  profile: string;
}): Promise<void> {
  const { page, name, profile } = given;
  const { site, guest } = given.stage;
  await page.goto("/settings");
  await page.getByRole("link", { name: "Delete your account…" }).click();
  await page.waitForURL("**/settings/delete");
  await page.getByLabel(/type delete$/).fill("yes please");
  await page.getByRole("button", { name: "Delete my account" }).click();
  expect(await page.getByRole("alert").innerText()).toContain("Nothing is deleted.");
  expect(await page.getByLabel(/type delete$/).inputValue()).toBe("yes please");
  const signedOut = createTestClient(site.url, await cookiesOf(page));

  await page.getByLabel(/type delete$/).fill("Delete");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.waitForURL(`${site.url}/`);
  expect(await noticeText(page)).toMatch(/Your account is deleted\. Sign in within 7 days/);
  expect((await signedOut.fetch("/settings")).status).toBe(303);
  await expect.poll(async () => (await namesOfReviewers(guest)).map(([each]) => each)).not.toContain(name);
  expect((await guest.fetch(profile)).status).toBe(404);

  await page.goto("/auth/login");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.waitForURL("**/auth/restore");
  expect(await page.locator("h1").innerText()).toBe("You deleted this account");
  await page.goto("/saved");
  expect(new URL(page.url()).pathname, "nobody is signed in by that alone").toBe("/auth/login");
  await page.goto("/auth/restore");
  await page.getByRole("button", { name: "Restore my account" }).click();
  await page.waitForURL("**/member/dashboard");
  expect(await noticeText(page)).toContain("Your account is restored.");
  expect(await page.locator("h1").innerText()).toBe(name);
  await expect.poll(async () => (await namesOfReviewers(guest)).map(([each]) => each)).toContain(name);
}

test("a member's downloads contain only their own data", async ({ visit, as, stage }) => {
  const { site, guest } = stage;
  const page = await signedIn(visit, stage, { name: "Edsger Example", to: "/lists" });
  await page.getByLabel("Name").fill("=1+1, “quoted”");
  await page.getByRole("button", { name: "Create list" }).click();
  await page.waitForURL("**/edit");
  const owner = createTestClient(site.url, await cookiesOf(page));
  const another = await as("member");
  const files = await page
    .locator(".list-files a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(files.length).toBe(3);

  const answers = await Promise.all(
    [...files, "/member/export.json"].map(async (file) => {
      const answer = await owner.fetch(String(file));
      const { headers } = answer;
      const unknown = await guest.fetch(String(file));
      const other = await another.fetch(String(file));
      return {
        file: String(file).replace(/.*\//, ""),
        type: headers.get("content-type"),
        name: headers.get("content-disposition")?.replace(/\d{4}-\d{2}-\d{2}/, "DAY"),
        cacheControl: headers.get("cache-control"),
        isWhole: (await answer.text()).length > 50,
        statuses: [answer.status, unknown.status, other.status],
      };
    }),
  );

  const listName = "filename*=UTF-8''%3D1%2B1%2C%20%E2%80%9Cquoted%E2%80%9D";
  const common = { cacheControl: "private, no-store", isWhole: true, statuses: [200, 303, 404] };
  expect(answers).toEqual([
    {
      file: "export.csv",
      type: "text/csv; charset=utf-8; header=present",
      name: `attachment; filename="1-1-quoted.csv"; ${listName}.csv`,
      ...common,
    },
    {
      file: "export.geojson",
      type: "application/geo+json",
      name: `attachment; filename="1-1-quoted.geojson"; ${listName}.geojson`,
      ...common,
    },
    {
      file: "export.kml",
      type: "application/vnd.google-earth.kml+xml; charset=utf-8",
      name: `attachment; filename="1-1-quoted.kml"; ${listName}.kml`,
      ...common,
    },
    {
      file: "export.json",
      type: "application/json; charset=utf-8",
      name: 'attachment; filename="rowhouse-DAY.json"',
      ...common,
      statuses: [200, 303, 200],
    },
  ]);
});

describe("the settings form", () => {
  test("keeps what was typed when it is refused, and shows the error at the field and above", async ({ as }) => {
    const ben = await as("business");
    const name = `<b>${"x".repeat(60)}`;
    const refused = await ben.post("/settings", { name, neighborhood: "nowhere", public: "yes" });
    const html = await refused.text();

    expect(refused.status).toBe(400);
    expect(html).toContain(`value="&lt;b&gt;${"x".repeat(60)}"`);
    expect(html).toMatch(
      /role="alert"[\s\S]*Your changes aren’t saved yet\.[\s\S]*href="#profile-name"[\s\S]*up to 60 characters/,
    );
    expect(html).toMatch(/href="#profile-neighborhood"/);
    expect(html).toMatch(/<input type="checkbox"[^>]*checked/);
  });

  test("for an outdated version says so, and changes nothing", async ({ as }) => {
    const ben = await as("business");
    const version = /name="version" value="(\d+)"/.exec(await ben.read("/settings"))?.[1] ?? "";
    const send = (name: string) => ben.post("/settings", { name, version });

    expect((await send("Benjamin")).status).toBe(303);
    expect((await send("Benjamin")).status).toBe(303);
    const stale = await send("Benny");
    expect([stale.status, await stale.text()]).toEqual([409, expect.stringContaining("changed in another window")]);
    expect(await ben.read("/settings")).toContain('value="Benjamin"');
  });

  test("without a provider's picture offers none, and accepts none", async ({ as }) => {
    const ben = await as("business");
    const html = await ben.read("/settings");
    expect(html).not.toContain("Google account</label>");
    const saved = await ben.post("/settings", { name: "Ben", picture: "provider", version: "1" });
    expect([saved.status, await saved.text()]).toEqual([400, expect.stringContaining("didn’t give us a picture")]);
  });

  test("doesn't let the only admin delete their account", async ({ as }) => {
    const refused = await (await as("admin")).post("/settings/delete", { word: "delete" });
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining("You are the only admin")]);
  });
});

test("an account is restored only by signing in, and a form submitted twice restores it once", async ({
  site,
  guest,
}) => {
  const restore = "/auth/restore";
  const unknown = await guest.fetch(restore);
  expect([unknown.status, unknown.headers.get("location")]).toEqual([303, "/auth/login?problem=expired"]);
  const forged = await createTestClient(site.url, `rowhouse-account-restore=${"A".repeat(43)}`).post(restore, {});
  expect(forged.headers.get("location")).toBe("/auth/login?problem=expired");

  // One of the predefined users, who can sign in again.
  const signInBen = () => guest.post("/auth/dev-login", { role: "business" });
  const before = createTestClient(site.url, cookieOf(await signInBen(), "rowhouse-session"));
  expect((await before.post("/settings/delete", { word: " DELETE " })).status).toBe(303);
  const signIn = await signInBen();
  expect(signIn.headers.get("location")).toBe("/auth/restore");
  const cookies = signIn.headers.getSetCookie();
  expect(cookies.some((each) => each.startsWith("rowhouse-session"))).toBe(false);
  expect(cookies.join()).toMatch(
    /rowhouse-account-restore=[\w-]{43}; Path=\/auth\/restore; HttpOnly; SameSite=Lax; Max-Age=900/,
  );
  const returning = createTestClient(site.url, cookieOf(signIn, "rowhouse-account-restore"));
  const ask = () => returning.post(restore, {});

  const answers = await Promise.all([ask(), ask(), ask()]);

  expect(answers.map(({ status, headers }) => [status, headers.get("location")])).toEqual(
    Array.from({ length: 3 }, () => [303, "/business/dashboard"]),
  );
  const again = createTestClient(site.url, cookieOf(await signInBen(), "rowhouse-session"));
  expect((await again.post("/settings", {})).status).toBe(400);
});

test(
  "axe and the HTML check find no violations, and nothing overflows",
  { timeout: 180_000 },
  async ({ visit, stage }) => {
    const name = `Wolfeschlegelsteinhausenbergerdorff${"x".repeat(20)}`;
    const page = await signedIn(visit, stage, { name, to: "/settings", expectedErrors: ["/settings"] });
    await review(page, "Round as a drum, and the floor is soft. I came for one picture and stayed for the evening.");
    await page.goto("/settings");
    await page.getByLabel("My profile is public").check();
    await page.getByRole("button", { name: "Save profile" }).click();
    const profile = (await page.getByRole("link", { name: "your page" }).getAttribute("href")) ?? "";

    const found: string[] = [];
    const look = async (what: string) => {
      await waitForHydration(page);
      found.push(...(await violationsInEachTheme(page)).map((violation) => `${what}: ${violation}`));
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (width > 0) found.push(`${what} is ${width} px too wide`);
      if (what.startsWith("/"))
        found.push(...(await htmlProblems(await htmlOf(page))).map((fault) => `${what}: ${fault}`));
    };
    for (const path of ["/settings", profile, PLACE]) {
      await page.goto(path);
      await look(path);
    }
    await page.goto("/settings");
    await page.getByLabel("Name").fill("www.evil.example");
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.getByRole("alert").waitFor();
    await look("a refused form");
    await page.goto("/settings/delete");
    await look("/settings/delete");
    await page.getByLabel(/type delete$/).fill("delete");
    await page.getByRole("button", { name: "Delete my account" }).click();
    await page.waitForURL(`${stage.site.url}/`);
    await page.goto("/auth/login");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await page.waitForURL("**/auth/restore");
    await look("/auth/restore");

    expect(found).toEqual([]);
  },
);

/** Signs a user in at the provider, which has a picture of them. */
async function signedIn(
  visit: Visit,
  { site, double }: SettingsStage,
  { name, to, ...options }: VisitOptions & { name: string; to: string },
): Promise<Page> {
  const sub = name.toLowerCase().replaceAll(/[^a-z]/g, "-");
  const email = `${sub.slice(0, 60)}@example.com`;
  double.setPerson({ sub, email, email_verified: true, name, picture: `${double.issuer}/picture.png` });
  const page = await visit(`/auth/login?to=${to}`, { ...options, allowedOrigin: double.issuer });
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.waitForURL(site.url + to);
  return page;
}

async function review(page: Page, body: string): Promise<void> {
  await page.goto(`${PLACE}/review`);
  await page.getByLabel("4: good").check();
  await page.getByLabel("Your review", { exact: true }).fill(body);
  await page.getByLabel("Month of your visit").selectOption({ index: 1 });
  await page.getByLabel("None, I came as a customer").check();
  await page.getByRole("button", { name: "Publish review" }).click();
  await page.waitForURL(`**${PLACE}#reviews`);
}

/** The page as the server sends it, before any script. */
async function htmlOf(page: Page): Promise<string> {
  const { origin, pathname, search } = new URL(page.url());
  return createTestClient(origin, await cookiesOf(page)).read(pathname + search);
}

/** The reviewers of the place and the links of their names, as a guest sees them. */
async function namesOfReviewers(guest: TestClient): Promise<[string, string | null][]> {
  const html = await guest.read(PLACE);
  return [...html.matchAll(/class="review-head"><h3>(?:<a [^>]*href="([^"]+)"[^>]*>)?([^<]+)</g)].map(
    ([, path = null, name = ""]) => [name, path],
  );
}

/** The cookie of this name that a response sets, as a browser sends it. */
function cookieOf(answer: Response, name: string): string {
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith(name));
  return cookie?.split(";")[0] ?? "";
}

async function cookiesOf(page: Page): Promise<string> {
  return (await page.context().cookies(page.url())).map(({ name, value }) => `${name}=${value}`).join("; ");
}
