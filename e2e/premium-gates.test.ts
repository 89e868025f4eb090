import type { Page } from "playwright-core";
import { expect } from "vitest";

import { violationsInEachTheme } from "./axe-violations.ts";
import { testWithSite } from "./browser.ts";
import { seedData } from "./page-kinds.ts";

/** Questions wait for any editor. */
const test = testWithSite();

const MEMBERS = "/posts/brookland-the-quiet-capital";
const EARLY = "/posts/southwest-from-fish-to-art";
const QUESTION = "Where do four people eat well on a Tuesday, one of them a vegetarian?";

test("members-only content is in nothing that a guest or a free member gets", async ({ guest, as }) => {
  const free = await as("member");
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
  const guide = seedData().guides.find(({ slug }) => `/posts/${slug}` === MEMBERS);
  const secrets = [
    ...(guide?.places.flatMap(({ reason, hint }) => [reason, hint]) ?? []),
    "Now you have seen both ways of building a church",
  ];
  expect(secrets.length).toBeGreaterThan(10);

  for (const path of paths) {
    for (const asker of [guest, guest, free]) {
      const response = await asker.fetch(path);
      const text = await response.text();
      expect(response.status, path).toBe(200);
      for (const secret of secrets) expect(text, path).not.toContain(secret.slice(0, 60));
    }
  }
  expect(await guest.read("/places/primrose")).not.toContain(MEMBERS);
});

test("an early guide appears nowhere for guests and free members", async ({ guest, as }) => {
  for (const asker of [guest, await as("member")]) {
    expect((await asker.fetch(EARLY)).status).toBe(404);
    for (const path of [
      "/latest",
      "/category/entertainment",
      "/feed.xml",
      "/sitemaps/guides.xml",
      "/search?q=southwest",
    ]) {
      const response = await asker.fetch(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(await response.text(), path).not.toContain(EARLY);
    }
  }
});

test.for([true, false])(
  "a guest is invited, subscribes, reads members-only and early guides, and loses access when it ends (script: %s)",
  { timeout: 120_000 },
  async (script, { visit, as, guest }) => {
    const gate = await visit(MEMBERS, { script, width: 360 });
    expect(await gate.getByRole("heading", { name: "The rest is for members" }).count()).toBe(1);
    expect(await gate.locator(".guide-stop").count()).toBe(0);
    expect(await gate.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    if (script) expect(await violationsInEachTheme(gate)).toEqual([]);
    expect(await gate.getByRole("link", { name: "See plans" }).getAttribute("href")).toBe("/subscription");

    const mia = await as("member");
    const page = await mia.visit("/subscription", { script });
    await subscribe(page, "City Insider");
    await page.goto(MEMBERS);
    expect(await page.locator(".guide-stop").count()).toBe(7);
    expect(await page.getByRole("heading", { name: "The rest is for members" }).count()).toBe(0);
    await page.goto("/latest");
    await page.locator(`a[href="${EARLY}"]`).first().click();
    await page.waitForURL(`**${EARLY}`);
    expect(await page.getByText("Early for City Insider").first().count()).toBe(1);
    expect(await page.locator(".guide-stop").count()).toBe(7);
    if (script) expect(await violationsInEachTheme(page)).toEqual([]);

    // A member's content isn't in another visitor's page.
    const later = await guest.read(MEMBERS);
    expect(later).toContain("The rest is for members");
    expect(later).not.toContain("guide-stop");
    expect((await guest.fetch(EARLY)).status).toBe(404);

    await refundNow(page);
    await page.goto(MEMBERS);
    expect(await page.getByRole("heading", { name: "The rest is for members" }).count()).toBe(1);
    expect((await mia.fetch(EARLY)).status).toBe(404);
  },
);

test("a VIP asks, an editor answers, and the VIP is notified", { timeout: 120_000 }, async ({ as }) => {
  const mia = await as("member");
  const page = await mia.visit("/ask", { script: false });
  // A free member is redirected to the plans.
  expect(new URL(page.url()).pathname).toBe("/subscription");
  await subscribe(page, "VIP");

  await page.goto("/ask");
  const shortOne = await mia.post("/ask", { question: "Too short" });
  expect([shortOne.status, await shortOne.text()]).toEqual([400, expect.stringContaining(">Too short</textarea>")]);
  await page.getByRole("textbox", { name: "Your question" }).fill(QUESTION);
  await page.getByRole("button", { name: "Send question" }).click();
  await page.waitForURL("**/ask/*");
  expect(await page.getByRole("heading", { name: "Your question is waiting" }).count()).toBe(1);
  const again = await mia.post("/ask", { question: `${QUESTION} Again.` });
  expect(again.status).toBe(409);

  const editor = await (await as("admin")).visit("/admin/questions");
  await editor.getByRole("textbox").first().fill("Try the long table at the back, and ask for the window.");
  await editor.getByRole("button", { name: "Send answer" }).click();
  await editor.getByText("No questions waiting").waitFor();
  expect(await violationsInEachTheme(editor)).toEqual([]);

  await page.goto("/notifications");
  await page.getByRole("link", { name: "An editor answered your question" }).first().click();
  expect(await page.locator(".question-answer").innerText()).toContain("Try the long table");
  await refundNow(page);
});

/** Subscribes on the page of plans. */
async function subscribe(page: Page, plan: string): Promise<void> {
  await page.getByRole("button", { name: `Choose ${plan}` }).click();
  await page.waitForURL("**/sandbox/checkout/*");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.waitForURL("**/subscription/success");
}

/** Gets a refund, which ends the membership at once. */
async function refundNow(page: Page): Promise<void> {
  await page.goto("/subscription/refund");
  await page.getByRole("button", { name: /^Refund \$/ }).click();
  await page.getByText("is on its way back").waitFor();
}
