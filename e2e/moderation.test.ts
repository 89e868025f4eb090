import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { violationsInEachTheme } from "./axe-violations.ts";
import { waitForHydration, testWithSite } from "./browser.ts";
import { openCase } from "./open-case.ts";
import { type TestClient, signInNewUser } from "./test-client.ts";

const PLACES = ["eastern-market", "hirshhorn-museum", "madams-organ", "tryst"];

/** The queue is shared: here it has four of Mia's reviews and nothing else. */
const test = testWithSite().extend("mia", { scope: "file", auto: true }, async ({ site }) => {
  const mia = await signInNewUser(site.url, "member");
  for (const place of PLACES) await writeHeld(mia, place);
  return mia;
});

/** A review with a link waits for an editor. */
async function writeHeld(member: TestClient, place: string): Promise<void> {
  const path = `/places/${place}/review`;
  const [, visitMonth = ""] = /<option value="(\d{4}-\d{2})"/.exec(await member.read(path)) ?? [];
  const body = `Everything of ${place} is told on www.${place}.example and it is warm there.`;
  const sent = await member.post(path, { version: "0", stars: "4", visitMonth, relation: "none", body });
  expect(sent.status).toBe(303);
}

describe("the editors' queue", { timeout: 180_000 }, () => {
  test("is worked through by keyboard: a template, a rejection, its undo, an approval, and two at once", async ({
    as,
  }) => {
    const admin = await as("admin");
    const ada = await admin.visit("/admin/moderation/templates", { expectedErrors: ["/admin/moderation*"] });
    await ada.getByLabel("Name", { exact: true }).fill("Links");
    await ada.getByLabel("For", { exact: true }).selectOption("held-review");
    await ada.getByLabel("Message", { exact: true }).fill("Leave the address out, and send it again.");
    await ada.getByRole("button", { name: "Add" }).click();
    await ada.getByText("1 template of 60").waitFor();
    await ada.locator(".queue-template-list summary").click();
    await ada.getByLabel("Message", { exact: true }).last().fill("Other words.");
    await ada.getByRole("button", { name: "Save", exact: true }).click();
    await ada.getByText("“Links” saved.").waitFor();
    await ada.getByRole("button", { name: "Undo" }).click();
    await expect
      .poll(() => ada.getByLabel("Message", { exact: true }).last().inputValue())
      .toBe("Leave the address out, and send it again.");
    await ada.locator(".queue-template-list summary").click();
    await ada.getByRole("button", { name: "Delete Links" }).click();
    await ada.getByText("“Links” deleted.").waitFor();
    await ada.getByRole("button", { name: "Undo" }).click();
    await ada.getByText("1 template of 60").waitFor();
    expect(await violationsInEachTheme(ada)).toEqual([]);

    await ada.goto("/admin/moderation");
    await waitForHydration(ada);
    expect(await ada.locator(".queue-filters").innerText()).toMatch(/Held reviews\s+4/);
    const inboxTab = ada.getByRole("navigation", { name: "Pages for admins" }).getByRole("link", { name: "Inbox" });
    expect(await inboxTab.innerText()).toMatch(/^Inbox\s*4$/);
    expect(await violationsInEachTheme(ada)).toEqual([]);
    // The accessibility check ends on a phone, where a case and the list are never side by side.
    await ada.setViewportSize({ width: 1280, height: 800 });
    await ada.keyboard.press("?");
    expect(await ada.getByText("Choose a rejection reason").isVisible()).toBe(true);
    await ada.keyboard.press("?");
    await ada.keyboard.press("j");
    await ada.keyboard.press("Enter");
    await ada.waitForURL(/\/admin\/moderation\/[0-9a-f-]{36}$/);
    const { pathname } = new URL(ada.url());
    const article = ada.getByRole("article");
    await article.filter({ hasText: "Hirshhorn" }).waitFor();
    await ada.keyboard.press("e");
    await expect.poll(() => article.getByLabel("Assignee").evaluate(chosen)).toBe(admin.name);

    await ada.keyboard.press("r");
    expect(await ada.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("code");
    await article.getByLabel("Rejection reason").selectOption("advertising");
    // In a text field, keys type letters.
    await article.getByLabel(/^Message to/).fill("");
    await article.getByLabel(/^Message to/).pressSequentially("jax");
    expect(await article.getByLabel(/^Message to/).inputValue()).toBe("jax");
    await article.getByLabel("Template").selectOption({ label: "Links" });
    expect(await article.getByLabel(/^Message to/).inputValue()).toMatch(/^Leave the address out/);
    await article.getByRole("button", { name: /^Reject/ }).click();
    await ada.getByText("Rejected: held review of").waitFor();
    await ada.keyboard.press("u");
    await ada.waitForURL(`**${pathname}`);
    await article.filter({ hasText: "Hirshhorn" }).waitFor();
    await ada.keyboard.press("a");
    await ada.getByText("Approved: held review of").waitFor();

    await ada.goto("/admin/moderation");
    await waitForHydration(ada);
    await listening(ada);
    await ada.keyboard.press("x");
    await ada.getByText("Decide selected cases: 1").waitFor();
    await ada.keyboard.press("j");
    await ada.waitForURL(/\/admin\/moderation\/[0-9a-f-]{36}$/);
    const second = ada.url();
    await ada.keyboard.press("k");
    await ada.waitForURL((url) => url.href !== second && /\/admin\/moderation\/[0-9a-f-]{36}$/.test(url.pathname));
    // The URL may change before the page does.
    await expect.poll(() => ada.locator(".queue-row").first().getAttribute("data-current")).not.toBeNull();
    await ada.keyboard.press("j");
    await ada.waitForURL(second);
    await ada.keyboard.press("x");
    await ada.getByText("Decide selected cases: 2").waitFor();
    await ada.getByRole("button", { name: "Reject selected" }).click();
    expect(await ada.getByRole("alert").innerText()).toContain("Choose a reason");
    await ada.getByRole("button", { name: "Approve selected" }).click();
    await ada.getByText("2 decided.").waitFor();
    expect(await ada.locator(".queue-row").count()).toBe(1);
    await ada.keyboard.press("u");
    await ada.getByText("2 decisions undone.").waitFor();
    expect(await ada.locator(".queue-row").count()).toBe(3);
    await ada.keyboard.press("X");
    await ada.getByText("Decide selected cases: 3").waitFor();
    await ada.keyboard.press("j");
    await ada.keyboard.press("j");
    await ada.keyboard.press("x");
    await ada.getByText("Decide selected cases: 2").waitFor();
    await article.filter({ hasText: "Tryst" }).waitFor();
    await ada.keyboard.press("A");
    await ada.getByText("2 decided.").waitFor();
    expect(await ada.locator(".queue-row").count()).toBe(1);
  });

  test("works without script, has a URL for each case, and is closed to anybody without the right", async ({ as }) => {
    const admin = await as("admin");
    const ada = await admin.visit("/robots.txt", { script: false, expectedErrors: ["/admin/moderation*"] });
    const article = await openCase(ada, "Tryst");
    const { pathname } = new URL(ada.url());
    await article.getByLabel("Template").selectOption({ label: "Links" });
    await article.getByRole("button", { name: "Use template" }).click();
    expect(await article.getByLabel(/^Message to/).inputValue()).toMatch(/^Leave the address out/);
    await article.getByRole("button", { name: /^Reject/ }).click();
    expect(await article.getByRole("alert").innerText()).toContain("Choose a reason");
    await article.getByLabel("Rejection reason").selectOption("advertising");
    await article.getByRole("button", { name: /^Reject/ }).click();
    await ada.getByRole("link", { name: "held review of Tryst" }).click();
    expect(await article.innerText()).toMatch(
      new RegExp(`Rejected[\\s\\S]*${admin.name}[\\s\\S]*It advertises something\\. Leave the`),
    );

    const late = await admin.post(pathname, { do: "approve", seen: "1" });
    expect(late.status).toBe(409);
    expect(await late.text()).toMatch(new RegExp(`${admin.name}(?:<!-- -->)? rejected it a minute ago`));
    for (const role of ["member", "business"] as const) {
      const person = await as(role);
      const answers = [await person.fetch(pathname), await person.fetch(pathname, { method: "POST", body: "do=undo" })];
      expect(answers.map(({ status, headers }) => [status, headers.get("location")])).toEqual([
        [303, "/"],
        [303, "/"],
      ]);
    }
    await article.getByRole("button", { name: "Undo" }).click();
    await article.getByRole("button", { name: /^Approve/ }).waitFor();
  });

  test("is counted in public, and the author is notified", async ({ visit, guest: guestClient, mia }) => {
    const guest = await visit("/about");
    await guest.getByRole("link", { name: "transparency report" }).click();
    await guest.waitForURL("**/transparency");
    const table = guest.getByRole("table");
    expect(await table.innerText()).toMatch(/Held reviews\s+Approved\s+No problem found\s+3/);
    expect(await table.innerText()).toMatch(/Held reviews\s+Undone\s+Advertising\s+2/);
    expect(await guest.locator("main").innerText()).toMatch(/3 cases decided\s+Half within[\s\S]*4 decisions undone/);
    expect(await violationsInEachTheme(guest)).toEqual([]);
    const csv = await guestClient.read("/transparency.csv");
    expect(csv).toMatch(/^month,kind,outcome,reason,reason_words,count\r\n/);
    expect(csv).toMatch(/held-review,approved,in-order,No problem found,3\r\n/);

    const notifications = await visit("/notifications", { by: mia });
    const words = await notifications.locator("main").innerText();
    // A decision that is undone before she reads it isn't shown to her.
    const published = new Set(words.match(/Your review of .+? is published/g));
    expect([published.size, words.includes("is not published")]).toEqual([3, false]);
  });
});

/** Resolves when the keyboard shortcuts work: one of them opens and closes the help. */
async function listening(page: Page): Promise<void> {
  const help = page.getByText("Choose a rejection reason");
  await expect
    .poll(async () => {
      await page.keyboard.press("?");
      return help.isVisible();
    })
    .toBe(true);
  await page.keyboard.press("?");
}

function chosen(select: Element): string {
  return select instanceof HTMLSelectElement ? (select.selectedOptions[0]?.text ?? "") : "";
}
