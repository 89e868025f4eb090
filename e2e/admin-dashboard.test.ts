import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { interactive, type Visit, type VisitOptions } from "./browser.ts";
import { violationsInEachLook } from "./axe-violations.ts";
import { asMember, test } from "./own-site.ts";
import { cookieOf } from "./signed-in.ts";
import type { RunningSite } from "./site-process.ts";

const BUSINESSES = "/admin/content/businesses";

describe("the admin dashboard", { timeout: 120_000 }, () => {
  test("an admin lands on what is counted and finds, suspends and restores a member, without script", async ({
    visit,
    site,
  }) => {
    const member = await asMember(visit, site, "/saved");
    const personPath = `/admin/users/${await idOfMember(site)}`;
    const ada = await asAdmin(visit, site, { script: false, refuses: [personPath] });
    expect(await ada.locator("main").innerText()).toMatch(
      /Total Posts\s+\d+\s+\d+ published[\s\S]*Businesses\s+\d{3}[\s\S]*Growth[\s\S]*What waits for you/,
    );
    await ada.getByRole("navigation", { name: "Pages for admins" }).getByRole("link", { name: "Users" }).click();
    await ada.getByLabel("Name or id").fill("mIA m");
    await ada.getByLabel("Role").selectOption("Member");
    await ada.locator("main").getByRole("button", { name: "Search" }).click();
    expect(await ada.locator("tbody tr").allInnerTexts()).toEqual([
      expect.stringMatching(/^Mia Member\s+[0-9a-f]{8}\s+Member\s+[A-Z][a-z]{2} \d+, \d{4}\s+Active/),
    ]);
    await ada.getByLabel("Actions for Mia Member").click();
    await ada.getByRole("link", { name: "Suspend" }).click();
    await ada.getByLabel("Reason").fill("Spam");
    await ada.getByRole("button", { name: "Suspend" }).click();
    expect(await ada.getByRole("alert").innerText()).toMatch(/Nobody was suspended\.[\s\S]*these are 4/);
    expect(await ada.getByLabel("Reason").inputValue()).toBe("Spam");
    await ada.getByLabel("Reason").fill("Advertising in eleven reviews.");
    await ada.getByRole("button", { name: "Suspend" }).click();
    await expect
      .poll(() => ada.locator("main").innerText())
      .toMatch(/Suspended because\s+Advertising in eleven reviews\./);

    await member.goto("/saved");
    expect(new URL(member.url()).pathname).toBe("/auth/login");
    await ada.getByRole("button", { name: "Restore" }).click();
    await ada.getByRole("link", { name: "What was changed of them" }).click();
    expect(await ada.locator(".audit-entries").innerText()).toMatch(
      /Ada Admin as staff\s+person\.restore\s+Mia Member[\s\S]*person\.suspend[\s\S]*Advertising in eleven reviews\./,
    );
  });

  test("nobody changes their own role; whoever is no admin is led home", async ({ visit, site }) => {
    const ada = await asAdmin(visit, site);
    await ada.goto("/admin/users?role=admin");
    await ada.getByRole("link", { name: "Ada Admin" }).first().click();
    await ada.waitForURL("**/admin/users/*");
    expect(await ada.locator("main").innerText()).toContain("Nobody changes their own role");
    expect(await ada.getByRole("button", { name: /Change the role|Suspend/ }).count()).toBe(0);
    const cookie = await cookieOf("admin", site.url);
    const forced = await fetch(ada.url(), {
      method: "POST",
      headers: { cookie, origin: site.url },
      body: new URLSearchParams({ do: "role", role: "member" }),
      redirect: "manual",
    });
    expect(forced.status).toBe(409);

    const mia = await asMember(visit, site, "/saved");
    for (const path of ["/admin/dashboard", "/admin/content", BUSINESSES, "/admin/users", "/admin/audit"]) {
      await mia.goto(path);
      expect(new URL(mia.url()).pathname, path).toBe("/");
    }
  });

  test("an admin makes a member an editor and takes it back, and signs them out everywhere", async ({
    visit,
    site,
  }) => {
    const mia = await asMember(visit, site, "/saved");
    const ada = await asAdmin(visit, site);
    await ada.goto(`/admin/users/${await idOfMember(site)}`);
    await interactive(ada);
    await changeRole(ada, "Admin");
    await ada.getByText("Their role is changed.").waitFor();
    await mia.goto("/admin/audit?action=person.role");
    expect(await mia.locator(".audit-entries").innerText()).toMatch(/Ada Admin as staff\s+person\.role\s+Mia Member/);
    await changeRole(ada, "Member");
    expect(await ada.getByRole("status").first().innerText()).toContain("Their role is changed.");
    await mia.goto("/admin/audit");
    expect(new URL(mia.url()).pathname).toBe("/");

    await ada.getByRole("button", { name: "Sign out everywhere" }).click();
    await ada.getByText("Signed in nowhere.").waitFor();
    await mia.goto("/saved");
    expect(new URL(mia.url()).pathname).toBe("/auth/login");
  });

  test("an admin changes a listing, and its page has it", async ({ visit, site }) => {
    const ada = await asAdmin(visit, site, { script: false });
    await ada.goto(`${BUSINESSES}?q=tryst`);
    await ada.getByLabel("Actions for Tryst").click();
    await ada.getByRole("link", { name: "Edit", exact: true }).click();
    await ada.waitForURL(/businesses\/\d+$/);
    const path = new URL(ada.url()).pathname;
    await ada.getByLabel("Phone").fill("202-555-0188");
    const answered = ada.waitForResponse((response) => response.request().method() === "POST");
    await ada.getByRole("button", { name: "Keep the changes" }).click();
    expect((await answered).status()).toBe(303);

    await ada.goto("/admin/audit?q=%2B12025550188");
    expect(await ada.locator(".audit-entries").innerText()).toMatch(/Ada Admin as staff\s+place\.edit\s+Tryst/);
    expect(await (await fetch(`${site.url}/places/tryst`)).text()).toContain("(202) 555-0188");

    await ada.goto(path);
    await ada.getByRole("button", { name: /^Undo ?: Phone$/ }).click();
    await expect.poll(async () => (await fetch(`${site.url}/places/tryst`)).text()).not.toContain("(202) 555-0188");
  });

  test("an admin lists a business, deletes it with another, takes that back, and reads it in the log", async ({
    visit,
    site,
  }) => {
    const ada = await asAdmin(visit, site);
    await ada.goto(BUSINESSES);
    await ada.getByRole("link", { name: "Add Business" }).click();
    await ada.getByLabel("Name", { exact: true }).fill("Quillon and Daughters");
    await ada.getByLabel("Category").selectOption("food");
    await ada.getByLabel("Kind of place").fill("Bakery");
    await ada.getByLabel("House number and street").fill("1264 Ninth Street");
    await ada.getByLabel("Quadrant").selectOption("NW");
    await ada.getByLabel("Neighborhood", { exact: true }).selectOption("Shaw");
    await ada.getByLabel("Description").fill("Bread and rolls from five in the morning, by the loaf.");
    await ada.getByRole("button", { name: "Add Business" }).click();
    await ada.waitForURL(/businesses\/\d+$/);
    const place = "/places/quillon-and-daughters";
    expect(await statusOf(site, place)).toBe(200);

    await ada.goto(`${BUSINESSES}?q=quillon&sort=name`);
    await ada.getByLabel("Tick all on this page").check();
    await ada.getByText("1 row ticked").waitFor();
    await ada.getByRole("button", { name: "Delete ticked" }).click();
    await ada.waitForURL("**done=deleted.*");
    expect(await ada.locator(".admin-done").innerText()).toContain("1 business is deleted.");
    expect(await statusOf(site, place)).toBe(404);
    await ada.getByRole("button", { name: "Undo" }).click();
    await ada.waitForURL("**done=restored.*");
    expect(await statusOf(site, place)).toBe(200);

    await ada.goto("/admin/audit?q=quillon");
    expect(await ada.locator(".audit-entries").innerText()).toMatch(
      /place\.restore[\s\S]*place\.delete[\s\S]*place\.add\s+Quillon and Daughters/,
    );
    const csv = await fetch(`${site.url}${BUSINESSES}.csv?q=quillon`, {
      headers: { cookie: await cookieOf("admin", site.url) },
    });
    expect(await csv.text()).toMatch(/^id,slug,name[\s\S]*\r\n\d+,quillon-and-daughters,Quillon and Daughters,Shaw,/);
  });

  test("posts are deleted by their menu, columns are chosen, and the pages are sound in each look", async ({
    visit,
    site,
  }) => {
    const ada = await asAdmin(visit, site);
    await ada.goto("/admin/content?q=pizza");
    await ada.getByLabel(/^Actions for The best pizza/).click();
    await ada.getByRole("button", { name: "Delete", exact: true }).click();
    await ada.waitForURL("**done=deleted.*");
    expect(await statusOf(site, "/posts/best-pizza")).toBe(404);
    await ada.goto("/admin/content?status=deleted");
    await ada.getByLabel(/^Actions for The best pizza/).click();
    await ada.getByRole("button", { name: "Restore", exact: true }).click();
    await ada.waitForURL("**done=restored.*");
    expect(await statusOf(site, "/posts/best-pizza")).toBe(200);

    await ada.goto("/admin/content?q=pizza&status=published");
    await ada.getByLabel(/^Tick The best pizza/).check();
    await ada.getByRole("button", { name: "Unpublish ticked" }).click();
    await ada.waitForURL("**done=unpublished.*");
    expect(await statusOf(site, "/posts/best-pizza")).toBe(404);
    await ada.getByRole("button", { name: "Undo" }).click();
    await ada.waitForURL("**done=published.*");
    expect(await statusOf(site, "/posts/best-pizza")).toBe(200);

    await ada.goto("/admin/content");
    await ada.getByText("Columns", { exact: true }).click();
    await ada.getByLabel("Author").uncheck();
    await ada.getByRole("button", { name: "Show these" }).click();
    await ada.waitForURL("**choose=columns**");
    expect(await ada.getByRole("columnheader").allInnerTexts()).not.toContain("Author");

    await ada.getByRole("navigation", { name: "Content" }).getByRole("link", { name: "Authors" }).click();
    await ada.getByRole("heading", { name: "Authors", level: 1 }).waitFor();
    for (const path of ["/admin/dashboard", "/admin/content", "/admin/users", "/admin/audit", "/admin/authors"]) {
      await ada.goto(path);
      expect(await violationsInEachLook(ada), path).toEqual([]);
    }
  });
});

async function asAdmin(visit: Visit, site: RunningSite, options: VisitOptions = {}): Promise<Page> {
  const page = await visit("/auth/dev-login", { ...options, site: site.url });
  await page.getByRole("button", { name: /Ada Admin/ }).click();
  await page.waitForURL("**/admin/dashboard");
  return page;
}

async function changeRole(page: Page, role: string): Promise<void> {
  await page.getByRole("radio", { name: role }).check();
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Change the role" }).click();
  await answered;
  await page.waitForLoadState();
}

/** What a guest gets. */
async function statusOf(site: RunningSite, path: string): Promise<number> {
  return (await fetch(site.url + path, { redirect: "manual" })).status;
}

async function idOfMember(site: RunningSite): Promise<string> {
  const response = await fetch(`${site.url}/admin/users?q=mia%20member`, {
    headers: { cookie: await cookieOf("admin", site.url) },
  });
  return /\/admin\/users\/([0-9a-f-]{36})/.exec(await response.text())?.[1] ?? "";
}
