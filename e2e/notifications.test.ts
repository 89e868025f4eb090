import { expect } from "vitest";

import { violationsInEachLook } from "./axe-violations.ts";
import { interactive } from "./browser.ts";
import { asMember, test } from "./own-site.ts";
import { cookieOf } from "./signed-in.ts";
import { noNotifications, tellMember } from "./tell-member.ts";

const TITLE = "Your review of Eastern Market is published";

test("whoever was told nothing reads what stands here one day", async ({ visit, site }) => {
  const page = await asMember(visit, site, "/notifications");

  expect(await page.getByRole("heading", { name: "Nothing to tell you yet." }).count()).toBe(1);
  expect(await page.getByRole("button", { name: /^Mark/ }).count()).toBe(0);
  expect(await page.locator(".unread-count").count()).toBe(0);
  expect(await violationsInEachLook(page)).toEqual([]);
});

test.for([true, false])(
  "what a moderator decides is told, counted in the header, and marked as read (script: %s)",
  { timeout: 120_000 },
  async (script, { visit, site }) => {
    await noNotifications(site.url);
    await tellMember(site.url);
    await tellMember(site.url);
    const page = await asMember(visit, site, "/member/dashboard", { script });
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
    if (script) expect(await violationsInEachLook(page)).toEqual([]);
    await page.getByRole("button", { name: "Mark all read" }).click();
    await page.waitForURL("**/notifications");
    expect([await unread.count(), await rows.count()]).toEqual([0, 0]);
  },
);

test(
  "an open list takes in what is new, and what was read elsewhere, without moving what is being read",
  { timeout: 120_000 },
  async ({ visit, site }) => {
    await noNotifications(site.url);
    for (let count = 0; count < 6; count += 1) await tellMember(site.url);
    const page = await asMember(visit, site, "/notifications", { height: 420 });
    await interactive(page);
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
    const stood = await top();

    await tellMember(site.url);

    await expect.poll(() => rows.count()).toBe(before + 1);
    expect(await rows.last().innerText()).toBe(text);
    await expect.poll(top).toBe(stood);
    expect(await page.getByRole("status").last().innerText()).toContain("7 new notifications");
    await noNotifications(site.url);
    await expect.poll(() => page.locator(".notification-unread").count()).toBe(0);
    expect(await page.title()).toBe("the same page");
  },
);

test("the dashboard takes in what is new too", { timeout: 60_000 }, async ({ visit, site }) => {
  await noNotifications(site.url);
  const page = await asMember(visit, site, "/member/dashboard");
  await interactive(page);
  expect(await page.locator(".notification-unread").count()).toBe(0);

  await tellMember(site.url);

  await expect.poll(() => page.locator(".notification-unread").count()).toBe(1);
});

test("nobody sees or marks another's, and what can't be read is refused in words", async ({ site }) => {
  await noNotifications(site.url);
  await tellMember(site.url);
  const [mia, ben] = [await cookieOf("member", site.url), await cookieOf("business", site.url)];
  const read = async (cookie: string) => (await fetch(`${site.url}/notifications`, { headers: { cookie } })).text();
  const mark = (cookie: string, fields: Record<string, string>) =>
    fetch(`${site.url}/notifications`, {
      method: "POST",
      headers: { cookie },
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
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
