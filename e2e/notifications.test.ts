import { expect } from "vitest";

import { violationsInEachTheme } from "./axe-violations.ts";
import { waitForHydration, testWithSite } from "./browser.ts";
import type { TestClient } from "./test-client.ts";
import { notifyMember } from "./notify-member.ts";

/** These tests publish reviews. */
const test = testWithSite();

const TITLE = "Your review of Eastern Market is published";

test("a member without notifications reads what will appear here", async ({ as }) => {
  const page = await (await as("member")).visit("/notifications");

  expect(await page.getByRole("heading", { name: "No notifications yet" }).count()).toBe(1);
  expect(await page.getByRole("button", { name: /^Mark/ }).count()).toBe(0);
  expect(await page.locator(".unread-count").count()).toBe(0);
  expect(await violationsInEachTheme(page)).toEqual([]);
});

test.for([true, false])(
  "an editor's decision is a notification, counted in the header, and marked as read (script: %s)",
  { timeout: 120_000 },
  async (script, { as }) => {
    const [member, admin] = [await as("member"), await as("admin")];
    await notifyMember({ member, admin });
    await notifyMember({ member, admin });
    const page = await member.visit("/member/dashboard", { script });
    const unread = page.locator(".user-menu > button .unread-count");
    const rows = page.locator(".notification-unread");
    expect([await unread.innerText(), await rows.count()]).toEqual([expect.stringMatching(/^2/), 2]);

    await rows.first().getByRole("button", { name: "Mark read" }).click();
    await page.waitForURL("**/member/dashboard");
    expect([await unread.innerText(), await rows.count()]).toEqual([expect.stringMatching(/^1/), 1]);
    await page.goto("/notifications");
    expect(await page.getByRole("link", { name: TITLE }).first().getAttribute("href")).toBe(
      "/places/eastern-market#reviews",
    );
    if (script) expect(await violationsInEachTheme(page)).toEqual([]);
    await page.getByRole("button", { name: "Mark all read" }).click();
    await page.waitForURL("**/notifications");
    expect([await unread.count(), await rows.count()]).toEqual([0, 0]);
  },
);

test(
  "an open list adds new notifications and updates read ones without moving the current one",
  { timeout: 120_000 },
  async ({ as }) => {
    const [member, admin] = [await as("member"), await as("admin")];
    for (let count = 0; count < 6; count += 1) await notifyMember({ member, admin });
    const page = await member.visit("/notifications", { height: 420 });
    await waitForHydration(page);
    await page.evaluate(() => (document.title = "the same page"));
    const rows = page.locator(".notifications > li");
    const before = await rows.count();
    const last = rows.last();
    await last.scrollIntoViewIfNeeded();
    const text = await last.innerText();
    const top = () =>
      rows
        .last()
        .boundingBox()
        .then((box) => Math.round(box?.y ?? 0));
    const positionBefore = await top();

    await notifyMember({ member, admin });

    await expect.poll(() => rows.count()).toBe(before + 1);
    expect(await rows.last().innerText()).toBe(text);
    await expect.poll(top).toBe(positionBefore);
    expect(await page.getByRole("status").last().innerText()).toContain("7 new notifications");
    expect((await member.post("/notifications", { do: "read-all" })).status).toBe(303);
    await expect.poll(() => page.locator(".notification-unread").count()).toBe(0);
    expect(await page.title()).toBe("the same page");
  },
);

test("the dashboard adds new notifications too", { timeout: 60_000 }, async ({ as }) => {
  const [member, admin] = [await as("member"), await as("admin")];
  const page = await member.visit("/member/dashboard");
  await waitForHydration(page);
  expect(await page.locator(".notification-unread").count()).toBe(0);

  await notifyMember({ member, admin });

  await expect.poll(() => page.locator(".notification-unread").count()).toBe(1);
});

test("a member can't see or mark another's notifications, and an invalid form is refused with a message", async ({
  as,
}) => {
  const [mia, ben] = [await as("member"), await as("business")];
  await notifyMember({ member: mia, admin: await as("admin") });
  const read = (person: TestClient) => person.read("/notifications");
  const mark = (person: TestClient, fields: Record<string, string>) => person.post("/notifications", fields);
  const [, id = ""] = /name="id" value="([0-9a-f-]{36})"/.exec(await read(mia)) ?? [];
  expect(id).not.toBe("");

  expect(await read(ben)).not.toContain(TITLE);
  expect((await mark(ben, { do: "read", id })).status).toBe(303);
  expect((await mark(ben, { do: "read-all" })).status).toBe(303);
  expect(await read(mia)).toContain(id);
  const unreadable: Record<string, string>[] = [{}, { do: "read" }, { do: "read", id: "x" }, { do: "burn" }];
  for (const fields of unreadable) {
    const refused = await mark(mia, fields);
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("Choose what to mark")]);
  }
  const back = await mark(mia, { do: "read", id, back: "https://evil.example/" });
  expect(back.headers.get("location")).toBe("/notifications");
});
