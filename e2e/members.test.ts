import { describe, expect } from "vitest";

import { violationsInEachTheme } from "./axe-violations.ts";
import { waitForHydration, test } from "./browser.ts";
import { noticeText } from "./notice.ts";
import { createMemberList, visibleListPath } from "./member-lists.ts";
import type { TestClient } from "./test-client.ts";

describe("a member's own pages", () => {
  test("are in no cache and no index, and guests see none of them", async ({ as, guest }) => {
    const mia = await as("member");
    for (const path of ["/member/dashboard", "/saved", "/lists"]) {
      const mine = await mia.fetch(path);
      expect([path, mine.headers.get("cache-control")]).toEqual([path, "private, no-store"]);
      expect(await mine.text()).toContain('name="robots" content="noindex');
      expect([path, (await guest.fetch(path)).status]).toEqual([path, 303]);
    }
  });

  test("are where a guest returns after signing in, with all parameters of the URL", async ({ guest }) => {
    for (const path of ["/lists?place=2-amys", "/saved?kind=guides", "/activity?page=2"]) {
      const redirected = await guest.fetch(path);
      expect(redirected.headers.get("location")).toBe(`/auth/login?${new URLSearchParams({ to: path })}`);
    }
  });

  test("say what to do when they are empty, and collect what there is", async ({ as }) => {
    const mia = await as("member");
    const page = await mia.visit("/member/dashboard");
    expect(await page.locator("h1").innerText()).toBe(mia.name);
    expect(await page.getByText("No saved places yet.").count()).toBe(1);
    expect(await page.getByText("Free Member").count()).toBe(1);
    const starters = page.locator("section[aria-labelledby=starters]");
    expect(await starters.locator(".place-row").count()).toBe(4);
    expect(await starters.locator(".guide-row").count()).toBe(3);

    await save(mia, ["places/2-amys", "posts/best-pizza"]);
    await page.reload();

    const saved = page.locator("section[aria-labelledby=saved-places] .place-row h3 a");
    expect(await saved.allInnerTexts()).toEqual(["2 Amys"]);
    expect(await page.locator(".saved-guides h3 a").count()).toBe(1);
    expect(await page.locator(".membership dl").innerText()).toMatch(/Places saved\s*1\s*Guides saved\s*1/);
  });
});

describe("a member's picks", () => {
  test.for([true, false])("have a reason, and can be dismissed or kept (script: %s)", async (script, { as }) => {
    const mia = await as("member");
    const page = await mia.visit("/member/dashboard", { script });
    const picks = page.locator("section[aria-labelledby=picks]");
    expect(await page.locator("section[aria-labelledby=starters]").innerText()).toContain("We’ll suggest more like it");

    await save(mia, ["places/2-amys"]);
    await page.reload();
    if (script) await waitForHydration(page);
    const names = () => picks.locator(".place-row h3 a").allInnerTexts();
    const before = await names();
    expect(before.length).toBe(4);
    expect(before).not.toContain("2 Amys");
    expect(await picks.locator(".place-row-reason").first().innerText()).toContain("Because you saved 2 Amys");

    const [first = ""] = before;
    await picks.getByRole("button", { name: `Don’t suggest ${first} again` }).click();
    await page.waitForLoadState();
    expect(await noticeText(page)).toContain("We won’t suggest it again. Undo");
    expect(await names()).not.toContain(first);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForLoadState();
    expect(await noticeText(page)).toContain("We may suggest it again.");
    expect(await names()).toEqual(before);
  });

  test("refuse the dismissal of a missing place with a message", async ({ as }) => {
    const mia = await as("member");
    const unknown = await mia.post("/member/dashboard", { do: "dismiss", item: "places/no-such-place" });
    expect(unknown.status).toBe(404);
    for (const fields of [
      { do: "dismiss", item: "posts/best-pizza" },
      { do: "adore", item: "places/albi" },
    ]) {
      const refused = await mia.post("/member/dashboard", fields);
      expect([refused.status, await refused.text()]).toEqual([
        400,
        expect.stringContaining("Use one of the buttons on this page."),
      ]);
    }
  });
});

test("a member's activity shows what they did, and only theirs", async ({ as }) => {
  const [mia, ada] = [await as("member"), await as("admin")];
  await save(mia, ["places/2-amys", "posts/best-pizza"]);
  await createMemberList(mia, "Pizza night", "albi");
  const page = await mia.visit("/activity");

  const activities = (await page.locator(".activity p").allInnerTexts()).slice(0, 3);
  expect(activities[0]).toBe("Created the list Pizza night");
  expect(activities.slice(1)).toEqual([expect.stringContaining("Saved the guide"), "Saved 2 Amys"]);
  expect(await ada.read("/activity")).not.toContain("Pizza night");
});

test("axe finds no violation on a member's pages, and nothing overflows", { timeout: 120_000 }, async ({ as }) => {
  const mia = await as("member");
  await save(mia, ["places/2-amys", "places/madams-organ", "posts/best-pizza"]);
  const path = await createMemberList(mia, "A list with a name of more than a few words", "2-amys");
  await mia.post(path, { do: "save", name: "Long ".repeat(16), note: "Why", visibility: "link" });
  const page = await mia.visit(path);
  await waitForHydration(page);
  const shared = await visibleListPath(page);

  const found: string[] = [];
  for (const at of [
    path,
    shared,
    "/lists?place=albi",
    "/saved",
    "/saved?kind=guides",
    "/activity",
    "/member/dashboard",
  ]) {
    await page.goto(at);
    await waitForHydration(page);
    found.push(...(await violationsInEachTheme(page)).map((violation) => `${at} ${violation}`));
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (width > 0) found.push(`${at} is ${width} px too wide`);
  }
  expect(found).toEqual([]);
});

async function save(member: TestClient, items: string[]): Promise<void> {
  for (const item of items) await member.post("/saves", { item, do: "save" });
}
