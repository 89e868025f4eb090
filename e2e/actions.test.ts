import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";

import { describe, expect } from "vitest";

import { violationsInEachTheme } from "./axe-violations.ts";
import { waitForHydration, testWithSite } from "./browser.ts";

/** A site of its own: switches affect everyone, and requested runs need jobs. */
const test = testWithSite({ jobs: true });

const RUN_MS_MAX = 30_000;

describe("the actions of the admin dashboard", { timeout: 180_000 }, () => {
  test("an admin makes a backup in a dialog, follows its progress, downloads it, and runs a job", async ({ as }) => {
    const admin = await as("admin");
    const ada = await admin.visit("/admin/dashboard");
    await ada.getByRole("navigation", { name: "Pages for admins" }).getByRole("link", { name: "Actions" }).click();
    await ada.getByRole("heading", { name: "Actions", level: 1 }).waitFor();
    await waitForHydration(ada);
    expect(await violationsInEachTheme(ada)).toEqual([]);
    await ada.getByRole("link", { name: "Back up… Back up now" }).click();
    const dialog = ada.getByRole("dialog", { name: "Make a backup?" });
    expect(await dialog.innerText()).toContain("everyone’s personal data");
    await ada.keyboard.press("Escape");
    expect(await dialog.isVisible()).toBe(false);
    await ada.getByRole("link", { name: "Back up… Back up now" }).click();
    await dialog.getByRole("button", { name: "Make a backup" }).click();
    await ada.waitForURL("**/admin/actions/back-up");
    await ada.getByText(/has [\d,]+ rows and 0 files/).waitFor({ timeout: RUN_MS_MAX });
    expect(await ada.locator(".actions-standing").innerText()).toMatch(new RegExp(`^Done\\s+Started by ${admin.name}`));
    // Opened again: the page of a running operation reloads itself until the run has ended.
    await ada.goto("/admin/actions/back-up");
    expect(await violationsInEachTheme(ada)).toEqual([]);
    const [download] = await Promise.all([
      ada.waitForEvent("download"),
      ada.getByRole("button", { name: /^Download rowhouse-/ }).click(),
    ]);
    const bytes = await buffer(await download.createReadStream());
    expect(gunzipSync(bytes).toString("latin1", 0, 11)).toBe("backup.json");

    await ada.goto("/admin/actions/health");
    await ada.getByText("All jobs").click();
    await ada.getByRole("link", { name: "refresh-search-index" }).click();
    await ada.getByRole("heading", { name: "refresh-search-index", level: 1 }).waitFor();
    await waitForHydration(ada);
    await ada.getByRole("button", { name: "Run now" }).click();
    await ada.locator(".actions-runs .badge-ivy").first().waitFor({ timeout: RUN_MS_MAX });
    await ada.goto("/admin/actions/health");
    expect(await violationsInEachTheme(ada)).toEqual([]);
    await ada.goto("/admin/audit?subject=job");
    expect(await ada.locator(".audit-entries").innerText()).toMatch(
      new RegExp(`${admin.name} as staff\\s+ran\\s+job refresh-search-index`),
    );
  });

  test("without script: a switch closes a form for visitors until it is on again, and keeps what was typed", async ({
    visit,
    as,
  }) => {
    const admin = await as("admin");
    const ada = await admin.visit("/admin/actions", { script: false });
    const visitor = await visit("/newsletter", { script: false, expectedErrors: ["/newsletter"] });
    expect(await visitor.locator("main").getByLabel("Email address").count()).toBe(1);
    await visitor.locator("main").getByLabel("Email address").fill("late@example.com");

    await ada.getByRole("link", { name: "Turn off… Newsletter sign-up" }).click();
    await expect.poll(() => ada.locator("main").innerText()).toContain("New people can’t subscribe.");
    await ada.getByRole("button", { name: "Turn off" }).click();
    expect(await ada.getByRole("status").first().innerText()).toMatch(new RegExp(`^Off\\s+since .* by ${admin.name}$`));

    await visitor.locator("main").getByRole("button", { name: "Subscribe" }).click();
    await expect.poll(() => visitor.locator("main").innerText()).toContain("New subscriptions are paused");
    expect(await visitor.locator("main").getByLabel("Email address").inputValue()).toBe("late@example.com");
    await visitor.goto("/newsletter");
    expect(await visitor.locator("main").innerText()).toContain("New subscriptions are paused");
    expect(await visitor.getByLabel("Email address").count(), "nor in the footer").toBe(0);
    await visitor.goto("/about");
    expect(await visitor.locator(".site-footer-feeds").textContent()).toContain("New subscriptions are paused");
    const member = await (await as("member")).visit("/settings", { script: false });
    expect(await member.locator(".newsletter-own").innerText()).toContain("New subscriptions are paused");
    expect(await member.getByRole("button", { name: "Get the newsletter" }).count()).toBe(0);

    await ada.getByRole("button", { name: "Turn on" }).click();
    expect(await ada.getByRole("status").first().innerText()).toMatch(/^On\s+since/);
    await visitor.goto("/about");
    expect(await visitor.getByLabel("Email address").count()).toBe(1);
    await visitor.goto("/newsletter");
    expect(await visitor.locator("main").getByLabel("Email address").count()).toBe(1);
    await member.reload();
    expect(await member.getByRole("button", { name: "Get the newsletter" }).count()).toBe(1);
  });

  test("without script: search is rebuilt, and demo data is deleted only with the exact confirmation text", async ({
    as,
  }) => {
    const clear = "/admin/actions/clear-demo";
    const ada = await (await as("admin")).visit("/admin/actions", { script: false, expectedErrors: [clear] });
    await ada.getByRole("link", { name: "Start… Rebuild search" }).click();
    await ada.getByRole("button", { name: "Rebuild search" }).click();
    // The page refreshes itself, with or without script.
    await ada.getByText(/\d{3} places and \d+ guides were indexed/).waitFor({ timeout: RUN_MS_MAX });

    await ada.goto(clear);
    expect(await ada.locator("main").innerText()).toMatch(/This deletes 40 demo people, [\s\S]*\d+ rows of demo views/);
    await ada.getByLabel("Type “clear demo data” to confirm").fill("yes");
    await ada.getByRole("button", { name: "Clear demo data" }).click();
    expect(await ada.getByRole("alert").innerText()).toContain("Nothing was deleted");
    await ada.goto("/admin/actions/health");
    expect(await ada.locator("main").innerText()).toMatch(/Database\s+OK\s+Responding\.[\s\S]*Uptime/);

    const mia = await (await as("member")).visit("/admin/actions");
    expect(new URL(mia.url()).pathname).toBe("/");

    // The admin's own account is demo data: clearing it ends on a page that says so.
    await ada.goto(clear);
    await ada.getByLabel("Type “clear demo data” to confirm").fill("clear demo data");
    await ada.getByRole("button", { name: "Clear demo data" }).click();
    await ada.waitForURL("**/development/demo-cleared");
    await ada.getByRole("heading", { name: "Demo data cleared" }).waitFor({ timeout: RUN_MS_MAX });
    expect(await ada.locator("main").innerText()).toMatch(/Deleted 40 demo people[\s\S]*you’re signed out/);
    expect(await ada.getByRole("link", { name: "Sign In" }).count()).toBeGreaterThan(0);
  });
});
