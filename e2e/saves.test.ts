import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { interactive } from "./browser.ts";
import { nothingSaved, savedNames, send } from "./keepsakes.ts";
import { asMember, notice, test } from "./own-site.ts";
import { cookieOf } from "./signed-in.ts";

describe("a guest who saves", () => {
  test.for([true, false])(
    "signs in, has it saved and is back where they were (script: %s)",
    async (script, { visit, site }) => {
      await nothingSaved(site);
      const page = await visit("/food?page=2", { site: site.url, script });
      if (script) await interactive(page);
      const row = page.locator(".place-row").nth(2);
      const name = await row.locator("h3 a").innerText();
      await row.getByRole("button", { name: `Save ${name}` }).click();
      await page.waitForURL("**/auth/login?to=%2Fsaves");
      expect(await page.getByText("Signing in saves it").count()).toBe(1);

      await page.getByRole("link", { name: "Development Login" }).click();
      await page.getByRole("button", { name: /Mia Member/ }).click();

      await page.waitForURL("**/food?page=2");
      expect(await page.getByRole("status").first().innerText()).toMatch(/Signed in successfully[\s\S]*is saved/);
      expect(await heartOf(page, name).getAttribute("aria-pressed")).toBe("true");
      await page.goto("/saved");
      expect(await page.locator(".place-row h3 a").allInnerTexts()).toEqual([name]);
    },
  );

  test("and goes on as a guest is back where they were, with nothing kept", async ({ visit, site }) => {
    const page = await visit("/posts/best-pizza", { site: site.url });
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
    "saves %s without script, undoes it, and is told each time",
    async (path, { visit, site }) => {
      await nothingSaved(site);
      const page = await asMember(visit, site, path, { script: false });
      const heart = page.locator("main form.save button").first();
      await heart.click();
      expect(await notice(page)).toContain("Saved. Undo");
      expect(await heart.getAttribute("aria-pressed")).toBe("true");

      await page.getByRole("button", { name: "Undo" }).click();

      expect(new URL(page.url()).pathname).toBe(path);
      expect(await notice(page)).toContain("No longer saved.");
      expect(await heart.getAttribute("aria-pressed")).toBe("false");
      await page.getByRole("button", { name: "Undo" }).click();
      expect(await heart.getAttribute("aria-pressed")).toBe("true");
    },
  );

  test("saves and takes back with script, without leaving the page", async ({ visit, site }) => {
    await nothingSaved(site);
    const page = await asMember(visit, site, "/places/eastern-market");
    await interactive(page);
    await page.evaluate(() => (document.title = "the same page"));
    const heart = page.locator("main form.save button").first();
    const settled = () => page.waitForResponse((response) => response.url().endsWith("/saves"));

    await Promise.all([settled(), heart.click()]);
    await expect.poll(() => heart.innerText()).toContain("Saved");
    expect(await savedNames(site)).toEqual(["Eastern Market"]);
    await Promise.all([settled(), heart.click()]);
    await expect.poll(() => heart.getAttribute("aria-pressed")).toBe("false");
    expect(await savedNames(site)).toEqual([]);
    expect(await page.title()).toBe("the same page");
  });
});

describe("the address that saves", () => {
  test("asked twenty times at once has saved once", async ({ site }) => {
    await nothingSaved(site);
    const cookie = await cookieOf("member", site.url);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(site, { item: "places/2-amys", do: "save" }, { cookie })),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(await savedNames(site)).toEqual(["2 Amys"]);
  });

  test.for(["member", null] as const)("refuses what isn't there, in words (%s)", async (role, { site }) => {
    const cookie = role === null ? "" : await cookieOf(role, site.url);
    for (const item of ["places/no-such-place", "posts/no-such-guide", "lists/x", ""]) {
      const answer = await send(site, { item, do: "save" }, { cookie });
      expect([item, answer.status]).toEqual([item, 404]);
      expect(await answer.text()).toContain("There is no such place or guide");
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
  });

  test("tells a script what happened by its status", async ({ site }) => {
    const cookie = await cookieOf("member", site.url);
    const accept = "application/json";
    const ask = (item: string, headers: Record<string, string>) => send(site, { item, do: "save" }, headers);

    expect((await ask("places/2-amys", { cookie, accept })).status).toBe(204);
    const unknown = await ask("places/no-such-place", { cookie, accept });
    expect(unknown.headers.get("content-type")).toBe("application/problem+json");
    const guest = await ask("places/2-amys", { accept });
    expect([guest.status, guest.headers.get("location")]).toEqual([401, "/auth/login?to=%2Fsaves"]);
  });

  test.for<Record<string, string>>([{ referer: "https://evil.example/places/x" }, { referer: "not an address" }, {}])(
    "leads nowhere else: %j",
    async (headers, { site }) => {
      const cookie = await cookieOf("member", site.url);
      const answer = await send(site, { item: "places/2-amys", do: "save" }, { cookie, ...headers });

      expect(answer.headers.get("location")).toBe("/places/2-amys");
    },
  );

  test("takes nothing from another site's page, and a body that is no form is refused", async ({ site }) => {
    const cookie = await cookieOf("member", site.url);
    const foreign = await send(site, { item: "places/2-amys" }, { cookie, origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
    const odd = await fetch(`${site.url}/saves`, { method: "POST", headers: { cookie }, body: "item" });
    expect([odd.status, await odd.text()]).toEqual([400, expect.stringContaining("isn’t a form of ours")]);
  });
});

test.for(["/", "/latest", "/category/food", "/food", "/neighborhood/georgetown", "/places/2-amys"])(
  "every card of a guide on %s has a heart that shows what is saved",
  async (path, { visit, site }) => {
    await nothingSaved(site);
    const page = await asMember(visit, site, "/saved");
    await page.goto(path);
    await interactive(page);
    const cards = page.locator(".guide-card");
    expect(await cards.count()).toBeGreaterThan(0);
    expect(await page.locator(".guide-card .save-heart").count()).toBe(await cards.count());
    const heart = page.locator(".guide-card .save-heart").first();
    const settled = page.waitForResponse((response) => response.url().endsWith("/saves"));
    await Promise.all([settled, heart.click()]);

    await page.reload();
    expect(await page.locator(".guide-card .save-heart").first().getAttribute("aria-pressed")).toBe("true");
    await nothingSaved(site);
  },
);

test.for([
  ["/food", ".place-card-compact"],
  ["/neighborhood/georgetown", ".place-card"],
] as const)("every small card on %s has a heart", async ([path, cards], { visit, site }) => {
  const page = await visit(path, { site: site.url, width: 360 });
  const count = await page.locator(cards).count();

  expect(count).toBeGreaterThan(0);
  expect(await page.locator(`${cards} .save-heart`).count()).toBe(count);
  await page.locator(`${cards} .save-heart`).first().click();
  await page.waitForURL("**/auth/login?to=%2Fsaves");
});

function heartOf(page: Page, name: string) {
  return page.locator(".place-row", { hasText: name }).locator(".save button");
}
