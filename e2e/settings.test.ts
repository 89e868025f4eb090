import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { type OpenidDouble, startOpenidDouble } from "#tests/openid-double.ts";

import { violationsInEachLook } from "./axe-violations.ts";
import { brokenPictures, interactive, test as journey, type Visit, type VisitOptions } from "./browser.ts";
import { seededFolder } from "./data-folder.ts";
import { htmlFaults } from "./html-faults.ts";
import { cookieOf } from "./signed-in.ts";
import { type RunningSite, startSite } from "./site-process.ts";

const CLIENT = { id: "rowhouse", secret: "a-secret-of-the-client" };
const SETTINGS = { GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret, LOG_LEVEL: "silent" };

type Stage = { site: RunningSite; double: OpenidDouble };

/** A site of its own, with a provider of its own, which has a picture of everybody. */
const test = journey.extend("stage", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
  const folder = seededFolder();
  const double = await startOpenidDouble(CLIENT.id);
  const site = await startSite(folder.path, { ...SETTINGS, OIDC_ISSUER: double.issuer });
  onCleanup(async () => {
    await site.stop();
    await double.close();
    folder.remove();
  });
  return { double, site };
});

const PLACE = "/places/hirshhorn-museum";

test.for([true, false])(
  "whether a member wants mail is kept, beside the plain word that none is sent (script: %s)",
  { timeout: 60_000 },
  async (script, { visit, stage }) => {
    const page = await signedIn(visit, stage, { name: `Mailed ${script}`, script, to: "/settings" });
    const choice = page.getByLabel("Mail me what my notifications tell me");
    expect([await choice.isChecked(), await page.getByText("No mail server is set up here").count()]).toEqual([
      false,
      1,
    ]);
    for (const isWanted of [true, false]) {
      await choice.setChecked(isWanted);
      await page.getByRole("button", { name: "Keep the choice" }).click();
      await page.waitForURL("**/settings#email");
      expect(await notice(page)).toContain("Changes kept.");
      await page.goto("/settings");
      expect(await choice.isChecked()).toBe(isWanted);
    }
  },
);

test.for([true, false])(
  "a member shows themselves to others, takes it back, leaves, and comes back (script: %s)",
  { timeout: 180_000 },
  async (script, { visit, stage }) => {
    const { site } = stage;
    const name = `Grace ${script ? "One" : "Two"}`;
    const page = await signedIn(visit, stage, { name, script, to: "/settings", refuses: ["/settings/delete"] });
    await review(page, `${name} stood before each picture for an hour, and was not sent away.`);
    expect(await namesOfReviewers(site)).toContainEqual([name, null]);

    await page.goto("/settings");
    await page.getByLabel("Name").fill(`${name} H`);
    await page.getByLabel("The picture of your Google account").check();
    await page.getByLabel("Home neighborhood").selectOption("georgetown");
    await page.getByLabel("My profile is public").check();
    await page.getByRole("button", { name: "Keep changes" }).click();
    expect(await notice(page)).toContain("Changes kept.");

    const guest = await visit(PLACE, { site: site.url });
    await guest.getByRole("link", { name: `${name} H`, exact: true }).click();
    await guest.waitForURL("**/members/*");
    await expect.poll(() => guest.locator("h1").innerText()).toBe(`${name} H`);
    expect(await guest.locator(".profile-head").innerText()).toMatch(/Georgetown\s*Member since \w+ \d{4}\s*1 review/);
    expect(await guest.getByText("stood before each picture").count()).toBe(1);
    await expect
      .poll(() => guest.evaluate(() => document.querySelector("img.member-picture")?.getAttribute("src")))
      .toMatch(/^\/members\/[0-9a-f-]{36}\/picture\/\d+$/);
    expect(await brokenPictures(guest)).toEqual([]);
    const profile = new URL(guest.url()).pathname;
    const picture = (await guest.locator("img.member-picture").getAttribute("src")) ?? "";
    expect((await fetch(site.url + picture)).headers.get("content-type")).toBe("image/png");

    await page.goto("/settings");
    await page.getByLabel("My profile is public").uncheck();
    await page.getByRole("button", { name: "Keep changes" }).click();
    expect(await notice(page)).toContain("Changes kept.");
    await expect.poll(async () => (await fetch(site.url + profile)).status).toBe(404);
    expect((await fetch(site.url + picture)).status).toBe(404);
    expect(await namesOfReviewers(site)).toContainEqual([`${name} H`, null]);
    await page.goto(profile);
    expect(await page.getByText("Your profile is private").count()).toBe(1);

    await deletedAndRestored({ page, stage, name: `${name} H`, profile });
  },
);

/** Deletes the account from its settings, and has it back by signing in. */
async function deletedAndRestored(given: { page: Page; stage: Stage; name: string; profile: string }): Promise<void> {
  const { page, name, profile } = given;
  const { site } = given.stage;
  await page.goto("/settings");
  await page.getByRole("link", { name: "Delete your account…" }).click();
  await page.waitForURL("**/settings/delete");
  await page.getByLabel(/type delete$/).fill("yes please");
  await page.getByRole("button", { name: "Delete my account" }).click();
  expect(await page.getByRole("alert").innerText()).toContain("Nothing is deleted.");
  expect(await page.getByLabel(/type delete$/).inputValue()).toBe("yes please");
  const cookie = (await page.context().cookies()).map((each) => `${each.name}=${each.value}`).join("; ");

  await page.getByLabel(/type delete$/).fill("Delete");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.waitForURL(`${site.url}/`);
  expect(await notice(page)).toMatch(/Your account is deleted\. Sign in within 7 days/);
  expect((await fetch(`${site.url}/settings`, { headers: { cookie }, redirect: "manual" })).status).toBe(303);
  await expect.poll(async () => (await namesOfReviewers(site)).map(([each]) => each)).not.toContain(name);
  expect((await fetch(site.url + profile)).status).toBe(404);

  await page.goto("/auth/login");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.waitForURL("**/auth/restore");
  expect(await page.locator("h1").innerText()).toBe("You have deleted this account");
  await page.goto("/saved");
  expect(new URL(page.url()).pathname, "nobody is signed in by that alone").toBe("/auth/login");
  await page.goto("/auth/restore");
  await page.getByRole("button", { name: "Keep my account" }).click();
  await page.waitForURL("**/member/dashboard");
  expect(await notice(page)).toContain("Your account is yours again.");
  expect(await page.locator("h1").innerText()).toBe(name);
  await expect.poll(async () => (await namesOfReviewers(site)).map(([each]) => each)).toContain(name);
}

test("a member's downloads are files of their own making", async ({ visit, stage }) => {
  const { site } = stage;
  const page = await signedIn(visit, stage, { name: "Edsger Example", to: "/lists" });
  await page.getByLabel("Name").fill("=1+1, “quoted”");
  await page.getByRole("button", { name: "Make the list" }).click();
  await page.waitForURL("**/edit");
  const cookie = (await page.context().cookies()).map((each) => `${each.name}=${each.value}`).join("; ");
  const files = await page
    .locator(".list-files a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(files.length).toBe(3);

  const answers = await Promise.all(
    [...files, "/member/export.json"].map(async (file) => {
      const answer = await fetch(site.url + String(file), { headers: { cookie } });
      const { headers } = answer;
      const guest = await fetch(site.url + String(file), { redirect: "manual" });
      const other = await fetch(site.url + String(file), { headers: { cookie: await cookieOf("member", site.url) } });
      return {
        file: String(file).replace(/.*\//, ""),
        type: headers.get("content-type"),
        name: headers.get("content-disposition")?.replace(/\d{4}-\d{2}-\d{2}/, "DAY"),
        kept: headers.get("cache-control"),
        isWhole: (await answer.text()).length > 50,
        statuses: [answer.status, guest.status, other.status],
      };
    }),
  );

  const listName = "filename*=UTF-8''%3D1%2B1%2C%20%E2%80%9Cquoted%E2%80%9D";
  const common = { kept: "private, no-store", isWhole: true, statuses: [200, 303, 404] };
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

describe("the form of the settings", () => {
  test("keeps what was typed when it is refused, and says what is wrong at the field and above", async ({ stage }) => {
    const { site } = stage;
    const name = `<b>${"x".repeat(60)}`;
    const refused = await post(site, "business", { name, neighborhood: "nowhere", public: "yes" });
    const html = await refused.text();

    expect(refused.status).toBe(400);
    expect(html).toContain(`value="&lt;b&gt;${"x".repeat(60)}"`);
    expect(html).toMatch(
      /role="alert"[\s\S]*Nothing is changed yet\.[\s\S]*href="#profile-name"[\s\S]*at most 60 characters/,
    );
    expect(html).toMatch(/href="#profile-neighborhood"/);
    expect(html).toMatch(/<input type="checkbox"[^>]*checked/);
  });

  test("made for an older state says so, and changes nothing", async ({ stage }) => {
    const { site } = stage;
    const version = /name="version" value="(\d+)"/.exec(await htmlAs(site, "business"))?.[1] ?? "";
    const send = (name: string) => post(site, "business", { name, version });

    expect((await send("Benjamin")).status).toBe(303);
    expect((await send("Benjamin")).status).toBe(303);
    const stale = await send("Benny");
    expect([stale.status, await stale.text()]).toEqual([409, expect.stringContaining("changed in another window")]);
    expect(await htmlAs(site, "business")).toContain('value="Benjamin"');
  });

  test("with no provider's picture offers none, and takes none", async ({ stage }) => {
    const { site } = stage;
    const html = await htmlAs(site, "business");
    expect(html).not.toContain("Google account</label>");
    const asked = await post(site, "business", { name: "Ben", picture: "provider", version: "1" });
    expect([asked.status, await asked.text()]).toEqual([400, expect.stringContaining("gave us no picture of yours")]);
  });

  test("lets the only admin not go", async ({ stage }) => {
    const refused = await post(stage.site, "admin", { word: "delete" }, "/settings/delete");
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining("You are the only admin")]);
  });
});

test("nobody comes to the way back but by signing in, and the form sent twice gives the account back once", async ({
  stage,
}) => {
  const { site } = stage;
  const restore = `${site.url}/auth/restore`;
  const guest = await fetch(restore, { redirect: "manual" });
  expect([guest.status, guest.headers.get("location")]).toEqual([303, "/auth/login?problem=expired"]);
  const forged = await fetch(restore, {
    method: "POST",
    headers: { cookie: `rowhouse-way-back=${"A".repeat(43)}` },
    redirect: "manual",
  });
  expect(forged.headers.get("location")).toBe("/auth/login?problem=expired");

  expect((await post(site, "business", { word: " DELETE " }, "/settings/delete")).status).toBe(303);
  const signIn = await fetch(`${site.url}/auth/dev-login`, {
    method: "POST",
    body: new URLSearchParams({ role: "business" }),
    redirect: "manual",
  });
  expect(signIn.headers.get("location")).toBe("/auth/restore");
  const cookies = signIn.headers.getSetCookie();
  expect(cookies.some((each) => each.startsWith("rowhouse-session"))).toBe(false);
  const cookie = cookies.find((each) => each.startsWith("rowhouse-way-back"))?.split(";")[0] ?? "";
  expect(cookies.join()).toMatch(
    /rowhouse-way-back=[\w-]{43}; Path=\/auth\/restore; HttpOnly; SameSite=Lax; Max-Age=900/,
  );
  const ask = () => fetch(restore, { method: "POST", headers: { cookie }, redirect: "manual" });

  const answers = await Promise.all([ask(), ask(), ask()]);

  expect(answers.map(({ status, headers }) => [status, headers.get("location")])).toEqual(
    Array.from({ length: 3 }, () => [303, "/business/dashboard"]),
  );
  expect((await post(site, "business", {})).status).toBe(400);
});

test(
  "nothing for axe or for a check of the HTML to find, and nothing sticks out",
  { timeout: 180_000 },
  async ({ visit, stage }) => {
    const name = `Wolfeschlegelsteinhausenbergerdorff${"x".repeat(20)}`;
    const page = await signedIn(visit, stage, { name, to: "/settings", refuses: ["/settings"] });
    await review(page, "Round as a drum, and the floor is soft. I came for one picture and stayed for the evening.");
    await page.goto("/settings");
    await page.getByLabel("My profile is public").check();
    await page.getByRole("button", { name: "Keep changes" }).click();
    const profile = (await page.getByRole("link", { name: "your page" }).getAttribute("href")) ?? "";

    const found: string[] = [];
    const look = async (what: string) => {
      await interactive(page);
      found.push(...(await violationsInEachLook(page)).map((violation) => `${what}: ${violation}`));
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (width > 0) found.push(`${what} is ${width} px too wide`);
      if (what.startsWith("/"))
        found.push(...(await htmlFaults(await htmlOf(page))).map((fault) => `${what}: ${fault}`));
    };
    for (const path of ["/settings", profile, PLACE]) {
      await page.goto(path);
      await look(path);
    }
    await page.goto("/settings");
    await page.getByLabel("Name").fill("www.evil.example");
    await page.getByRole("button", { name: "Keep changes" }).click();
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

/** Signs somebody in at the provider, with a picture there. */
async function signedIn(
  visit: Visit,
  { site, double }: Stage,
  { name, to, ...options }: VisitOptions & { name: string; to: string },
): Promise<Page> {
  const sub = name.toLowerCase().replaceAll(/[^a-z]/g, "-");
  const email = `${sub.slice(0, 60)}@example.com`;
  double.person({ sub, email, email_verified: true, name, picture: `${double.issuer}/picture.png` });
  const page = await visit(`/auth/login?to=${to}`, { ...options, site: site.url, alsoAsks: double.issuer });
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.waitForURL(site.url + to);
  return page;
}

async function review(page: Page, body: string): Promise<void> {
  await page.goto(`${PLACE}/review`);
  await page.getByLabel("4: good").check();
  await page.getByLabel("Your review", { exact: true }).fill(body);
  await page.getByLabel("Month of your visit").selectOption({ index: 1 });
  await page.getByLabel("Nothing ties me to it").check();
  await page.getByRole("button", { name: "Publish review" }).click();
  await page.waitForURL(`**${PLACE}#reviews`);
}

/** The page as the server sends it, before any script. */
async function htmlOf(page: Page): Promise<string> {
  const cookie = (await page.context().cookies(page.url())).map(({ name, value }) => `${name}=${value}`).join("; ");
  return (await fetch(page.url(), { headers: { cookie } })).text();
}

/** Who has reviewed the place, and where their name leads, as a guest is shown it. */
async function namesOfReviewers(site: RunningSite): Promise<[string, string | null][]> {
  const html = await (await fetch(site.url + PLACE)).text();
  return [...html.matchAll(/class="review-head"><h3>(?:<a [^>]*href="([^"]+)"[^>]*>)?([^<]+)</g)].map(
    ([, path = null, name = ""]) => [name, path],
  );
}

async function notice(page: Page): Promise<string> {
  return (await page.getByRole("status").first().innerText()).replaceAll(/\s+/g, " ");
}

async function htmlAs(site: RunningSite, role: "business" | "admin"): Promise<string> {
  return (await fetch(`${site.url}/settings`, { headers: { cookie: await cookieOf(role, site.url) } })).text();
}

async function post(
  site: RunningSite,
  role: "business" | "admin",
  fields: Record<string, string>,
  path = "/settings",
): Promise<Response> {
  const headers = { cookie: await cookieOf(role, site.url) };
  return fetch(site.url + path, {
    method: "POST",
    headers,
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
}
