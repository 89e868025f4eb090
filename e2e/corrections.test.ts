import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { violationsInEachTheme } from "./axe-violations.ts";
import { waitForHydration, testWithSite } from "./browser.ts";
import { openCase } from "./open-case.ts";
import { createTestClient } from "./test-client.ts";
import type { Site } from "./site.ts";
import { HOSTILE_LINES } from "./hostile-lines.ts";
import { watchDialogs } from "./watch-dialogs.ts";

/** These tests change and close places that everybody sees. */
const test = testWithSite();

describe("corrections", { timeout: 120_000 }, () => {
  test("a guest suggests an edit without script, an editor approves, and the page and the guest's link show it", async ({
    visit,
    as,
  }) => {
    const path = "/places/tryst";
    const guest = await visit(path, { script: false, expectedErrors: [`${path}/suggest`] });
    await guest.getByRole("link", { name: "Suggest an edit" }).click();
    await guest.getByLabel("Phone", { exact: true }).fill("12");
    await guest.getByRole("button", { name: "Send suggestion" }).click();
    expect(await guest.getByRole("alert").innerText()).toMatch(
      /Phone: Enter all ten digits[\s\S]*How you know: Choose/,
    );
    expect(await guest.getByLabel("Phone", { exact: true }).inputValue()).toBe("12");
    await guest.getByLabel("Phone", { exact: true }).fill("202 555 0142");
    await guest.getByLabel("Type the hours").fill("daily 7am to 11pm");
    await guest.locator("#edit-basis").getByLabel("I was there").check();
    await guest.getByRole("button", { name: "Send suggestion" }).click();
    await guest.waitForURL("**/corrections/*");
    const link = guest.url();
    expect(await guest.locator("main").innerText()).toContain("Waiting for an editor.");

    const ada = await (await as("admin")).visit("/robots.txt");
    const waiting = (await openCase(ada, "Tryst")).filter({ hasText: "555-0142" });
    expect(await waiting.innerText()).toMatch(
      /Suggested edit to[\s\S]*\(202\) 555-0142[\s\S]*Monday to Sunday: 7 AM to 11 PM/,
    );
    await waiting.getByRole("button", { name: /^Approve/ }).click();
    await expect.poll(() => waiting.count()).toBe(0);

    await guest.goto(path);
    const phone = guest.locator(".facts > div").filter({ hasText: "(202) 555-0142" });
    expect(await phone.innerText()).toMatch(/Checked \w{3} \d{1,2}, \d{4}/);
    expect(await guest.locator(".hours-table").innerText()).toContain("7 AM to 11 PM");
    await guest.goto(link);
    expect(await guest.locator("main").innerText()).toMatch(/An editor approved it[\s\S]*Phone: applied/);
  });

  test("an editor sets the map position of a place at its new address, and is asked when it isn't clear", async ({
    visit,
    as,
  }) => {
    const path = "/places/pitchers-and-a-league-of-her-own";
    const guest = await visit(`${path}/suggest`, { script: false });
    await guest.getByLabel("House number and street").fill("9 Far Street");
    await guest.locator("#edit-quadrant").selectOption("NE");
    await guest.locator("#edit-basis").getByLabel("I was there").check();
    await guest.getByRole("button", { name: "Send suggestion" }).click();
    await guest.waitForURL("**/corrections/*");

    const ada = await (
      await as("admin")
    ).visit("/robots.txt", { script: false, expectedErrors: ["/admin/moderation/*"] });
    const waiting = (await openCase(ada, "Suggested edit")).filter({ hasText: "9 Far Street" });
    expect(
      await waiting.getByRole("radio").evaluateAll((all) => all.filter((each) => each.matches(":checked"))),
    ).toEqual([]);
    const approve = waiting.getByRole("button", { name: /^Approve/ });
    await approve.click();
    expect(await waiting.getByRole("alert").innerText()).toContain("Set the map pin");
    await waiting.getByLabel("Set a new pin:").check();
    await waiting.getByLabel("Latitude").fill("51.5");
    await waiting.getByLabel("Longitude").fill("-77");
    await approve.click();
    expect(await waiting.getByRole("alert").innerText()).toContain("The pin needs a latitude");
    expect(await waiting.getByLabel("Latitude").inputValue()).toBe("51.5");
    await waiting.getByLabel("Latitude").fill("38.9");
    await approve.click();
    await expect.poll(() => waiting.count()).toBe(0);

    await guest.goto(path);
    expect(await guest.locator("main").innerText()).toMatch(/9 Far Street\s*NE/);
    expect(await guest.content()).toMatch(/"latitude":\s*38\.9\b/);
  });

  test("two independent visitors mark a place as reported closed; an editor closes and reopens it", async ({
    visit,
    as,
    site,
  }) => {
    const path = "/places/madams-organ";
    const report = { intent: "closed", closure: "permanent", basis: "visit" };
    const statuses = [
      (await send(site, `${path}/suggest`, report, "192.0.2.1")).status,
      (await send(site, `${path}/suggest`, { ...report, note: "Again." }, "192.0.2.1")).status,
    ];
    const page = await visit(path);
    const afterOne = await page.locator(".closure-notice").count();
    statuses.push((await send(site, `${path}/suggest`, report, "198.51.100.7")).status);

    await page.goto(path);
    expect([afterOne, ...statuses]).toEqual([0, 303, 303, 303]);
    expect(await page.locator(".closure-notice").innerText()).toMatch(/^Reported closed\..*It isn’t confirmed yet/);
    await page.goto("/search?q=madams+organ");
    expect(await page.locator(".place-rows > li").first().innerText()).toContain("Reported closed not confirmed");
    await page.goto("/nightlife?neighborhood=adams-morgan");
    expect(await rowOf(page, "Madam's Organ").innerText()).toContain("Reported closed not confirmed");

    const ada = await (await as("admin")).visit("/robots.txt");
    const waiting = (await openCase(ada, "Madam's Organ")).filter({ hasText: "Madam's Organ" });
    expect(await waiting.innerText()).toContain("Independent closure reports: 2.");
    await waiting.getByRole("button", { name: /^Approve/ }).click();
    await expect.poll(() => waiting.count()).toBe(0);

    const gone = await page.goto(path);
    expect(gone?.status()).toBe(200);
    expect(await page.locator(".closure-notice").innerText()).toMatch(
      /^Permanently closed\. An editor confirmed it on/,
    );
    expect(await page.getByRole("link", { name: /^(?:Write a review|Directions|Call)/ }).count()).toBe(0);
    expect(await page.content()).not.toContain("openingHours");
    await page.goto("/nightlife?neighborhood=adams-morgan");
    expect(await rowOf(page, "Madam's Organ").count()).toBe(0);
    const sitemap = await createTestClient(site.url).read("/sitemaps/places.xml");
    expect([sitemap.includes(`${path}<`), sitemap.includes("/places/2-amys<")]).toEqual([false, true]);

    await ada.goto(`${path}/suggest`);
    await ada.getByRole("button", { name: "Update status" }).click();
    await ada.waitForURL(`**${path}`);
    await page.goto(path);
    expect(await page.locator(".closure-notice").count()).toBe(0);
    await page.goto("/nightlife?neighborhood=adams-morgan");
    expect(await rowOf(page, "Madam's Organ").count()).toBe(1);
  });

  test("one tap without script confirms a fact, on a cached page, and only once", async ({ visit, site }) => {
    const path = "/places/eastern-market";
    const page = await visit(path, { script: false });
    const address = page.locator(".facts > div").filter({ hasText: "Washington, DC" });

    await address.getByRole("button", { name: "Still right? Address" }).click();
    await page.waitForURL(`**${path}#facts`);
    const message = await page.locator(".notice").innerText();
    await address.getByRole("button", { name: "Still right? Address" }).click();
    const again = await page.locator(".notice").innerText();

    expect([message, again]).toEqual([
      expect.stringMatching(/^Thank you\./),
      expect.stringMatching(/^You already confirmed this/),
    ]);
    const other = await visit(path);
    expect(await other.locator(".facts").innerText()).toMatch(/confirmed by a reader on \w{3} \d{1,2}, \d{4}/i);
    const changed = await send(site, `${path}/confirm`, { address: "0000" }, "192.0.2.9");
    expect([
      changed.status,
      changed.cookies.some((cookie) => cookie.startsWith("rowhouse-notice=fact-changed")),
    ]).toEqual([303, true]);
  });

  test("hostile text stays text for the editor, the reporter and visitors", async ({ as }) => {
    const path = "/places/busboys-and-poets-14th-and-v";
    const name = '"><img src=x onerror=alert(1)></script>';
    const member = await (await as("member")).visit(`${path}/suggest`);
    const dialogs = watchDialogs(member);
    await member.getByLabel("Name", { exact: true }).fill(name);
    await member.getByLabel("What’s wrong with the description").fill(HOSTILE_LINES.slice(0, 7).join("\n"));
    await member.locator("#edit-note").fill(HOSTILE_LINES.slice(7).join("\n"));
    await member.locator("#edit-basis").getByLabel("I called").check();
    await member.getByRole("button", { name: "Send suggestion" }).click();
    await member.waitForURL("**/corrections/*");
    for (const trick of HOSTILE_LINES) expect(await member.locator("main").innerText()).toContain(trick);
    await member.getByRole("link", { name: "All your corrections" }).click();
    await member.getByRole("heading", { name: "Your corrections" }).waitFor();
    expect(await member.locator("main").innerText()).toMatch(/Name, Description[\s\S]*Waiting for an editor/);

    const ada = await (await as("admin")).visit("/robots.txt", { expectedErrors: ["/admin/moderation/*"] });
    dialogs.push(...watchDialogs(ada));
    await ada.goto("/admin/moderation");
    expect(await ada.locator(".queue-line").allInnerTexts()).toContain("Name, Description");
    const waiting = (await openCase(ada, "Suggested edit")).filter({ hasText: "onerror" });
    for (const trick of HOSTILE_LINES) expect(await waiting.innerText()).toContain(trick);
    await waiting.getByLabel("Edit the description").fill(HOSTILE_LINES[0] ?? "");
    await waiting.getByLabel("Name", { exact: true }).uncheck();
    await waiting.getByRole("button", { name: /^Reject/ }).click();
    expect(await ada.getByRole("alert").innerText()).toContain("Choose a reason");
    expect(await waiting.getByLabel("Edit the description").inputValue()).toBe(HOSTILE_LINES[0]);
    expect(await waiting.getByLabel("Name", { exact: true }).isChecked()).toBe(false);
    await waiting.getByLabel("Name", { exact: true }).check();
    await waiting.getByRole("button", { name: /^Approve/ }).click();
    await expect.poll(() => waiting.count()).toBe(0);

    await member.goto("/notifications");
    expect(await member.locator("main").innerText()).toMatch(/Your correction of .* was accepted/);
    await member.goto(path);
    expect(await member.getByRole("heading", { level: 1 }).innerText()).toBe(name);
    expect(await member.locator(".place-text > :last-child").innerText()).toBe(HOSTILE_LINES[0]);
    await member.goto(`${path}/suggest`);
    expect(await member.getByLabel("Name", { exact: true }).inputValue()).toBe(name);
    expect(dialogs).toEqual([]);
  });

  test.for([
    { what: "what is typed", typed: "The hall, and the market on Sundays.", before: true },
    { what: "what is selected, to be typed over,", typed: "The market.", before: false },
  ])("$what in a filled text box before the page's script starts stays", async ({ typed, before }, { visit }) => {
    const path = "/places/eastern-market/suggest";
    const scripts = Promise.withResolvers<void>();
    const page = await visit(path, { expectedErrors: [path] });
    const box = page.getByLabel("What’s wrong with the description");
    await box.fill("The hall.");
    await waitForHydration(page);
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Send suggestion" }).click();
    await page.getByRole("alert").waitFor();

    await box.click();
    await page.keyboard.press("ControlOrMeta+A");
    if (before) await page.keyboard.insertText(typed);
    scripts.resolve();
    await waitForHydration(page);
    if (!before) await page.keyboard.insertText(typed);

    expect(await box.inputValue()).toBe(typed);
  });

  test("a form submitted twenty times at once has one outcome, and a network can submit ten forms a day", async ({
    site,
  }) => {
    const path = "/places/eastern-market/suggest";
    const form = (note: string) => ({ intent: "closed", closure: "temporary", basis: "call", note });

    const answers = await Promise.all(Array.from({ length: 20 }, () => send(site, path, form("Shut."), "203.0.113.5")));
    const more: number[] = [];
    for (let count = 1; count <= 10; count += 1) {
      more.push((await send(site, path, form(`${count}`), "203.0.113.5")).status);
    }

    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    expect(answers[0]?.location).toMatch(/^\/corrections\/[0-9a-f]{32}$/);
    expect(more).toEqual([...Array.from({ length: 9 }, () => 303), 429]);
  });

  test.for([
    ["/places/no-such-place/suggest", { intent: "edit" }, 404],
    ["/places/no-such-place/confirm", { phone: "x" }, 404],
    ["/places/eastern-market/suggest", { intent: "edit", opened: "{", name: "\0" }, 400],
    [
      "/places/eastern-market/suggest",
      { intent: "closed", closure: "duplicate", other: "eastern-market", basis: "visit" },
      400,
    ],
    ["/places/eastern-market/suggest", { intent: "decide", closure: "permanent" }, 303],
  ] as const)("%s refuses invalid input: %o", async ([path, fields, status], { site }) => {
    const answer = await send(site, path, fields, "192.0.2.77");

    expect(answer.status).toBe(status);
    if (status === 303) expect(answer.location).toMatch(/^\/auth\/login/);
  });

  test("axe finds no violation on the forms, an outcome, the list and an editor's case", async ({ as }) => {
    const path = "/places/lincoln-theatre/suggest";
    const ada = await (await as("admin")).visit(path, { expectedErrors: [path] });
    await ada.getByRole("button", { name: "Send report" }).click();
    await ada.getByRole("alert").waitFor();
    expect(await violationsInEachTheme(ada)).toEqual([]);
    await ada.getByLabel("ZIP code").fill("20010");
    await ada.locator("#edit-basis").getByLabel("I was there").check();
    await ada.getByRole("button", { name: "Send suggestion" }).click();
    await ada.waitForURL("**/corrections/*");
    expect(await violationsInEachTheme(ada)).toEqual([]);
    for (const address of ["/corrections", "/admin/moderation"]) {
      await ada.goto(address);
      expect(await violationsInEachTheme(ada)).toEqual([]);
    }
  });
});

function rowOf(page: Page, name: string) {
  return page.locator(".place-rows > li").filter({ has: page.getByRole("link", { name, exact: true }) });
}

/** Submits a guest's form without a browser, from a given network address. */
async function send(site: Site, path: string, fields: Record<string, string>, from: string) {
  const response = await createTestClient(site.url, "", from).post(path, fields);
  await response.arrayBuffer();
  const { status, headers } = response;
  return { status, location: headers.get("location"), cookies: headers.getSetCookie() };
}
