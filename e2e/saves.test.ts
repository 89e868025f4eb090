import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { waitForHydration, test } from "./browser.ts";
import { noticeText } from "./notice.ts";
import type { TestClient } from "./test-client.ts";

describe("a guest who saves", () => {
  test.for([true, false])(
    "signs in, has the place saved, and returns to the same page (script: %s)",
    async (script, { visit }) => {
      const page = await visit("/food?page=2", { script });
      if (script) await waitForHydration(page);
      const row = page.locator(".place-row").nth(2);
      const name = await row.locator("h3 a").innerText();
      await row.getByRole("button", { name: `Save ${name}` }).click();
      await page.waitForURL("**/auth/login?to=%2Fsaves");
      expect(await page.getByText("Sign in to save this").count()).toBe(1);

      await page.getByRole("link", { name: "Development Login" }).click();
      await page.getByLabel("New user’s name").fill("Nell Newcomer");
      await page.getByRole("button", { name: "Sign in as new user" }).click();

      await page.waitForURL("**/food?page=2");
      expect(await page.getByRole("status").first().innerText()).toMatch(/Signed in successfully[\s\S]*is saved/);
      expect(await heartOf(page, name).getAttribute("aria-pressed")).toBe("true");
      await page.goto("/saved");
      expect(await page.locator(".place-row h3 a").allInnerTexts()).toEqual([name]);
    },
  );

  test("and continues as a guest returns to the same page, with nothing saved", async ({ visit }) => {
    const page = await visit("/posts/best-pizza");
    await page.getByRole("button", { name: /^Save/ }).first().click();
    await page.waitForURL("**/auth/login?*");
    await page.getByRole("link", { name: "Continue as Guest" }).click();

    await page.waitForURL("**/posts/best-pizza");
    await page.goto("/saves");
    expect(new URL(page.url()).pathname).toBe("/");
  });
});

describe("a member", () => {
  test.for(["/places/madams-organ", "/posts/best-pizza"])(
    "saves %s without script, undoes it, and gets a message each time",
    async (path, { as }) => {
      const page = await (await as("member")).visit(path, { script: false });
      const heart = page.locator("main form.save button").first();
      await heart.click();
      expect(await noticeText(page)).toContain("Saved. Undo");
      expect(await heart.getAttribute("aria-pressed")).toBe("true");

      await page.getByRole("button", { name: "Undo" }).click();

      expect(new URL(page.url()).pathname).toBe(path);
      expect(await noticeText(page)).toContain("Removed from saved.");
      expect(await heart.getAttribute("aria-pressed")).toBe("false");
      await page.getByRole("button", { name: "Undo" }).click();
      expect(await heart.getAttribute("aria-pressed")).toBe("true");
    },
  );

  test("saves and unsaves with script, without leaving the page", async ({ as }) => {
    const member = await as("member");
    const page = await member.visit("/places/eastern-market");
    await waitForHydration(page);
    await page.evaluate(() => (document.title = "the same page"));
    const heart = page.locator("main form.save button").first();
    const settled = () => page.waitForResponse((response) => response.url().endsWith("/saves"));

    await Promise.all([settled(), heart.click()]);
    await expect.poll(() => heart.innerText()).toContain("Saved");
    expect(await savedNames(member)).toEqual(["Eastern Market"]);
    await Promise.all([settled(), heart.click()]);
    await expect.poll(() => heart.getAttribute("aria-pressed")).toBe("false");
    expect(await savedNames(member)).toEqual([]);
    expect(await page.title()).toBe("the same page");
  });
});

describe("the save endpoint", () => {
  test("called twenty times at once saves once", async ({ as }) => {
    const member = await as("member");
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(member, "places/2-amys")));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(await savedNames(member)).toEqual(["2 Amys"]);
  });

  test.for(["member", null] as const)("refuses a missing item with a message (%s)", async (role, { as, guest }) => {
    const asker = role === null ? guest : await as(role);
    for (const item of ["places/no-such-place", "posts/no-such-guide", "lists/x", ""]) {
      const answer = await save(asker, item);
      expect([item, answer.status]).toEqual([item, 404]);
      expect(await answer.text()).toContain("That place or guide is no longer available");
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
  });

  test("answers a script by status", async ({ as, guest }) => {
    const member = await as("member");
    const accept = "application/json";

    expect((await save(member, "places/2-amys", { accept })).status).toBe(204);
    const unknown = await save(member, "places/no-such-place", { accept });
    expect(unknown.headers.get("content-type")).toBe("application/problem+json");
    const refused = await save(guest, "places/2-amys", { accept });
    expect([refused.status, refused.headers.get("location")]).toEqual([401, "/auth/login?to=%2Fsaves"]);
  });

  test.for<Record<string, string>>([{ referer: "https://evil.example/places/x" }, { referer: "not an address" }, {}])(
    "redirects only to this site: %j",
    async (headers, { as }) => {
      const answer = await save(await as("member"), "places/2-amys", headers);

      expect(answer.headers.get("location")).toBe("/places/2-amys");
    },
  );

  test("accepts nothing from another site's page, and refuses an invalid body", async ({ as }) => {
    const member = await as("member");
    const foreign = await save(member, "places/2-amys", { origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
    const odd = await member.fetch("/saves", { method: "POST", body: "item" });
    expect([odd.status, await odd.text()]).toEqual([400, expect.stringContaining("couldn’t read that form")]);
  });
});

test.for(["/", "/latest", "/category/food", "/food", "/neighborhood/georgetown", "/places/2-amys"])(
  "every guide card on %s has a heart that shows what is saved",
  async (path, { as }) => {
    const page = await (await as("member")).visit(path);
    await waitForHydration(page);
    const cards = page.locator(".guide-card");
    expect(await cards.count()).toBeGreaterThan(0);
    expect(await page.locator(".guide-card .save-heart").count()).toBe(await cards.count());
    const heart = page.locator(".guide-card .save-heart").first();
    const settled = page.waitForResponse((response) => response.url().endsWith("/saves"));
    await Promise.all([settled, heart.click()]);

    await page.reload();
    expect(await page.locator(".guide-card .save-heart").first().getAttribute("aria-pressed")).toBe("true");
  },
);

test.for([
  ["/food", ".hub-featured > .place-row"],
  ["/food", ".place-row"],
  ["/neighborhood/georgetown", ".place-card"],
] as const)("every place on %s in %s has a heart", async ([path, cards], { visit }) => {
  const page = await visit(path, { width: 360 });
  const count = await page.locator(cards).count();

  expect(count).toBeGreaterThan(0);
  expect(await page.locator(`${cards} .save-heart`).count()).toBe(count);
  await page.locator(`${cards} .save-heart`).first().click();
  await page.waitForURL("**/auth/login?to=%2Fsaves");
});

function heartOf(page: Page, name: string) {
  return page.locator(".place-row", { hasText: name }).locator(".save button");
}

/** The request of the heart button. */
function save(asker: TestClient, item: string, headers: Record<string, string> = {}): Promise<Response> {
  return asker.post("/saves", { item, do: "save" }, headers);
}

/** A member's saved places by name, as their page shows them. */
async function savedNames(member: TestClient): Promise<string[]> {
  const html = await member.read("/saved");
  return [...html.matchAll(/class="name-link" href="\/places\/[^"]*"[^>]*>([^<]+)</g)].map(([, name = ""]) => name);
}
