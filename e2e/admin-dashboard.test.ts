import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { violationsInEachTheme } from "./axe-violations.ts";
import { waitForHydration, testWithSite } from "./browser.ts";
import type { TestClient } from "./test-client.ts";

/** A site of its own: changes of admins to listings and guides are visible to everyone. */
const test = testWithSite();

const BUSINESSES = "/admin/content/businesses";

describe("the admin dashboard", { timeout: 120_000 }, () => {
  test("without script, an admin sees the dashboard, and finds, suspends and restores a member", async ({ as }) => {
    const person = await as("member");
    const member = await person.visit("/saved");
    const admin = await as("admin");
    const ada = await admin.visit("/auth/login", { script: false, expectedErrors: [`/admin/users/${person.id}`] });
    expect(new URL(ada.url()).pathname).toBe("/admin/dashboard");
    expect(await ada.locator("main").innerText()).toMatch(
      /Total Posts\s+\d+\s+\d+ published[\s\S]*Businesses\s+\d,\d{3}[\s\S]*Growth[\s\S]*To do/,
    );
    await ada.getByRole("navigation", { name: "Pages for admins" }).getByRole("link", { name: "Users" }).click();
    await ada.getByLabel("Name, email or ID").fill(person.name.toUpperCase());
    await ada.getByLabel("Role").selectOption("Member");
    await ada.locator("main").getByRole("button", { name: "Search" }).click();
    expect(await ada.locator("tbody tr").allInnerTexts()).toEqual([
      expect.stringMatching(
        new RegExp(`^${person.name}\\s+[0-9a-f]{8}\\s+Member\\s+[A-Z][a-z]{2} \\d+, \\d{4}\\s+Active`),
      ),
    ]);
    await ada.getByLabel(`Actions for ${person.name}`).click();
    await ada.getByRole("link", { name: "Suspend" }).click();
    await ada.getByLabel("Reason").fill("Spam");
    await ada.getByRole("button", { name: "Suspend" }).click();
    expect(await ada.getByRole("alert").innerText()).toMatch(/They weren’t suspended\.[\s\S]*You wrote 4/);
    expect(await ada.getByLabel("Reason").inputValue()).toBe("Spam");
    await ada.getByLabel("Reason").fill("Advertising in eleven reviews.");
    await ada.getByRole("button", { name: "Suspend" }).click();
    await expect
      .poll(() => ada.locator("main").innerText())
      .toMatch(/Suspension reason\s+Advertising in eleven reviews\./);

    await member.goto("/saved");
    expect(new URL(member.url()).pathname).toBe("/auth/login");
    await ada.getByRole("button", { name: "Restore" }).click();
    await ada.getByRole("link", { name: "Change history" }).click();
    expect(await ada.locator(".audit-entries").innerText()).toMatch(
      new RegExp(
        `${admin.name} as staff\\s+restored\\s+${person.name}[^]*suspended[^]*Advertising in eleven reviews\\.`,
      ),
    );
  });

  test("admins can't change their own role; everyone else is redirected to the home page", async ({ as }) => {
    const admin = await as("admin");
    const ada = await admin.visit("/admin/users?role=admin");
    await ada.getByRole("link", { name: admin.name, exact: true }).first().click();
    await ada.getByText("You can’t change your own role").waitFor();
    expect(new URL(ada.url()).pathname).toBe(`/admin/users/${admin.id}`);
    expect(await ada.getByRole("button", { name: /Save role|Suspend/ }).count()).toBe(0);
    const forced = await admin.post(`/admin/users/${admin.id}`, { do: "role", role: "member" });
    expect(forced.status).toBe(409);

    const mia = await (await as("member")).visit("/saved");
    for (const path of ["/admin/dashboard", "/admin/content", BUSINESSES, "/admin/users", "/admin/audit"]) {
      await mia.goto(path);
      expect(new URL(mia.url()).pathname, path).toBe("/");
    }
  });

  test("an admin makes a member an admin and back, and signs them out everywhere", async ({ as }) => {
    const person = await as("member");
    const mia = await person.visit("/saved");
    const admin = await as("admin");
    const ada = await admin.visit(`/admin/users/${person.id}`);
    await waitForHydration(ada);
    await changeRole(ada, "Admin");
    await ada.getByText("Role changed.").waitFor();
    await mia.goto("/admin/audit?action=person.role");
    expect(await mia.locator(".audit-entries").innerText()).toMatch(
      new RegExp(`${admin.name} as staff\\s+changed the role of\\s+${person.name}`),
    );
    await changeRole(ada, "Member");
    expect(await ada.getByRole("status").first().innerText()).toContain("Role changed.");
    await mia.goto("/admin/audit");
    expect(new URL(mia.url()).pathname).toBe("/");

    await ada.getByRole("button", { name: "Sign out everywhere" }).click();
    await ada.getByText("Not signed in anywhere.").waitFor();
    await mia.goto("/saved");
    expect(new URL(mia.url()).pathname).toBe("/auth/login");
  });

  test("an admin edits a listing, and its page shows the change", async ({ as, guest }) => {
    const admin = await as("admin");
    const ada = await admin.visit(`${BUSINESSES}?q=tryst`, { script: false });
    await ada.getByLabel("Actions for Tryst").click();
    await ada.getByRole("link", { name: "Edit", exact: true }).click();
    await ada.waitForURL(/businesses\/\d+$/);
    const path = new URL(ada.url()).pathname;
    await ada.getByLabel("Phone").fill("202-555-0188");
    const answered = ada.waitForResponse((response) => response.request().method() === "POST");
    await ada.getByRole("button", { name: "Save changes" }).click();
    expect((await answered).status()).toBe(303);

    await ada.goto("/admin/audit?q=%2B12025550188");
    expect(await ada.locator(".audit-entries").innerText()).toMatch(
      new RegExp(`${admin.name} as staff\\s+edited\\s+Tryst`),
    );
    expect(await guest.read("/places/tryst")).toContain("(202) 555-0188");

    await ada.goto(path);
    await ada.getByRole("button", { name: /^Undo ?: Phone$/ }).click();
    await expect.poll(() => guest.read("/places/tryst")).not.toContain("(202) 555-0188");
  });

  test("an admin adds a business, deletes it, undoes that, and finds it in the audit log", async ({ as, guest }) => {
    const admin = await as("admin");
    const ada = await admin.visit(BUSINESSES);
    await ada.getByRole("link", { name: "Add Business" }).click();
    await ada.getByLabel("Name", { exact: true }).fill("Quillon and Daughters");
    await ada.getByLabel("Category").selectOption("food");
    await ada.getByLabel("Type", { exact: true }).fill("Bakery");
    await ada.getByLabel("House number and street").fill("1264 Ninth Street");
    await ada.getByLabel("Quadrant").selectOption("NW");
    await ada.getByLabel("Neighborhood", { exact: true }).selectOption("Shaw");
    await ada.getByLabel("Description").fill("Bread and rolls from five in the morning, by the loaf.");
    await ada.getByRole("button", { name: "Add Business" }).click();
    await ada.waitForURL(/businesses\/\d+$/);
    const place = "/places/quillon-and-daughters";
    expect(await statusOf(guest, place)).toBe(200);

    // The table follows what is typed and chosen, without a button.
    await ada.goto(`${BUSINESSES}?sort=name`);
    await waitForHydration(ada);
    await ada.getByLabel("Name or URL").fill("quillon");
    await ada.waitForURL(`**${BUSINESSES}?q=quillon**`);
    await ada.getByText("1 business", { exact: true }).waitFor();
    expect(await ada.getByRole("button", { name: "Delete selected" }).isVisible()).toBe(false);
    await ada.getByLabel("Select all on this page").check();
    await ada.getByText("1 row selected").waitFor();
    await ada.getByRole("button", { name: "Delete selected" }).click();
    await ada.waitForURL("**done=deleted.*");
    expect(await ada.locator(".admin-done").innerText()).toContain("1 business deleted.");
    expect(await statusOf(guest, place)).toBe(404);
    await ada.getByRole("button", { name: "Undo" }).click();
    await ada.waitForURL("**done=restored.*");
    expect(await statusOf(guest, place)).toBe(200);

    await ada.goto("/admin/audit?q=quillon");
    expect(await ada.locator(".audit-entries").innerText()).toMatch(
      /restored[\s\S]*deleted[\s\S]*added\s+Quillon and Daughters/,
    );
    expect(await admin.read(`${BUSINESSES}.csv?q=quillon`)).toMatch(
      /^id,slug,name[\s\S]*\r\n\d+,quillon-and-daughters,Quillon and Daughters,Shaw,/,
    );
  });

  test("posts are deleted from their menu, columns are chosen, and the pages have no accessibility violations", async ({
    as,
    guest,
  }) => {
    const ada = await (await as("admin")).visit("/admin/content?q=pizza");
    await ada.getByLabel(/^Actions for The best pizza/).click();
    await ada.getByRole("button", { name: "Delete", exact: true }).click();
    await ada.waitForURL("**done=deleted.*");
    expect(await statusOf(guest, "/posts/best-pizza")).toBe(404);
    await ada.goto("/admin/content?status=deleted");
    await ada.getByLabel(/^Actions for The best pizza/).click();
    await ada.getByRole("button", { name: "Restore", exact: true }).click();
    await ada.waitForURL("**done=restored.*");
    expect(await statusOf(guest, "/posts/best-pizza")).toBe(200);

    await ada.goto("/admin/content?q=pizza&status=published");
    await ada.getByLabel(/^Select The best pizza/).check();
    await ada.getByRole("button", { name: "Unpublish selected" }).click();
    await ada.waitForURL("**done=unpublished.*");
    expect(await statusOf(guest, "/posts/best-pizza")).toBe(404);
    await ada.getByRole("button", { name: "Undo" }).click();
    await ada.waitForURL("**done=published.*");
    expect(await statusOf(guest, "/posts/best-pizza")).toBe(200);

    await ada.goto("/admin/content");
    await ada.getByText("Columns", { exact: true }).click();
    await ada.getByLabel("Author").uncheck();
    await ada.getByRole("button", { name: "Apply" }).click();
    await ada.waitForURL("**choose=columns**");
    await expect.poll(() => ada.getByRole("columnheader").allInnerTexts()).not.toContain("Author");

    await ada.getByRole("navigation", { name: "Pages of Content" }).getByRole("link", { name: "Authors" }).click();
    await ada.getByRole("heading", { name: "Authors", level: 1 }).waitFor();
    for (const path of ["/admin/dashboard", "/admin/content", "/admin/users", "/admin/audit", "/admin/authors"]) {
      await ada.goto(path);
      expect(await violationsInEachTheme(ada), path).toEqual([]);
    }
  });
});

async function changeRole(page: Page, role: string): Promise<void> {
  await page.getByRole("radio", { name: role }).check();
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Save role" }).click();
  await answered;
  await page.waitForLoadState();
}

/** The status that a guest gets. */
async function statusOf(guest: TestClient, path: string): Promise<number> {
  return (await guest.fetch(path)).status;
}
