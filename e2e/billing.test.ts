import type { Page } from "playwright-core";
import { expect } from "vitest";

import { violationsInEachLook } from "./axe-violations.ts";
import { test as journey, type Visit, type VisitOptions } from "./browser.ts";
import { seededFolder } from "./data-folder.ts";
import { cookieOf } from "./signed-in.ts";
import { type RunningSite, startSite } from "./site-process.ts";

/** A site of its own: what the member of the development login is a member of is the same for every browser. */
const test = journey.extend("site", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
  const folder = seededFolder();
  const site = await startSite(folder.path, { LOG_LEVEL: "silent" });
  onCleanup(async () => {
    await site.stop();
    folder.remove();
  });
  return site;
});

const PHONE = 360;
const DESKTOP = 1280;

test("a guest who chooses a plan is told to sign in, and comes back to the plans", async ({ visit, site }) => {
  const page = await visit("/subscription", { site: site.url });

  await page.getByRole("button", { name: "Choose VIP" }).click();
  await page.waitForURL("**/auth/login?to=%2Fsubscription");

  expect(await page.getByRole("status").innerText()).toContain("Please sign in to subscribe");
});

test("whoever was signed out in another tab is led to sign in when they choose a plan", async ({ visit, site }) => {
  const page = await asMember(visit, site, "/subscription", { refuses: ["/api/create-checkout"] });
  await page.context().clearCookies();

  await page.getByRole("button", { name: "Choose VIP" }).click();
  await page.waitForURL("**/auth/login?to=%2Fsubscription");

  expect(await page.getByRole("status").innerText()).toContain("Please sign in to subscribe");
});

test.for([
  { plan: "Local Explorer", price: "$5", width: DESKTOP, script: true },
  { plan: "City Insider", price: "$20", width: PHONE, script: true },
  { plan: "VIP", price: "$50", width: DESKTOP, script: false },
])(
  "subscribe to $plan, change nothing, cancel (width $width, script: $script)",
  { timeout: 120_000 },
  async ({ plan, price, width, script }, { visit, site }) => {
    const page = await asMember(visit, site, "/subscription", { script, width });
    await page.getByRole("button", { name: `Choose ${plan}` }).click();
    await page.waitForURL("**/sandbox/checkout/*");
    expect(await page.getByText("Test mode.").count()).toBe(1);
    if (script) expect(await violationsInEachLook(page)).toEqual([]);
    await page.getByRole("button", { name: `Pay ${price}` }).click();
    await page.waitForURL("**/subscription/success");
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(`Welcome to ${plan}`);

    await page.goto("/member/dashboard");
    expect(await page.locator(".membership").innerText()).toMatch(new RegExp(`${plan}\\s+Renews `));
    await page.goto("/subscription");
    expect(await page.getByRole("button", { name: "Current Plan" }).isDisabled()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    if (script) expect(await violationsInEachLook(page)).toEqual([]);

    const portal = await openPortal(page);
    expect(await portal.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await portal.getByRole("button", { name: "Cancel at the end of the month" }).click();
    await portal.getByRole("button", { name: "Don’t cancel after all" }).waitFor();
    await page.goto("/subscription");
    expect(await page.locator(".premium-standing").innerText()).toContain("Ends ");
    await portal.getByRole("button", { name: "To the end of the month" }).click();
    await portal.getByText("Nothing is running").waitFor();
    await page.goto("/subscription");
    expect(await page.getByRole("button", { name: `Choose ${plan}` }).count()).toBe(1);
    expect(await page.locator(".premium-standing").count()).toBe(0);
    if (script) expect(await violationsInEachLook(portal)).toEqual([]);
  },
);

test("an open tab hears of an upgrade that another tab pays for", { timeout: 120_000 }, async ({ visit, site }) => {
  const page = await asMember(visit, site, "/subscription");
  await subscribe(page, "Local Explorer");
  await page.goto("/subscription");
  await page.getByRole("button", { name: "Current Plan" }).waitFor();

  const portal = await openPortal(page);
  await portal.getByRole("button", { name: /^Pay \$.*VIP$/ }).click();
  await portal.getByText("VIP, $50 a month").waitFor();

  await page.locator(".premium-standing", { hasText: "Your plan: VIP" }).waitFor();
  expect(await page.locator(".user-menu > button .badge").innerText()).toBe("VIP");
  await page.goto("/subscription/refund");
  // Whatever was paid in thirty days, the upgrade and the month that it is for among it.
  const words = await page.getByText("You paid $").innerText();
  const cents = [...words.matchAll(/\$([\d.]+) on/g)].map(([, paid]) => Math.round(Number(paid) * 100));
  const button = page.getByRole("button", { name: /^Give me back \$/ });
  const [, sum] = /\$([\d.,]+)/.exec(await button.innerText()) ?? [];
  expect(cents.length).toBeGreaterThan(1);
  expect(Math.round(Number(sum) * 100)).toBe(cents.reduce((total, paid) => total + paid, 0));
  await button.click();
  await page.getByText("is on its way back").waitFor();
  await page.goto("/subscription");
  expect(await page.getByRole("button", { name: "Choose VIP" }).count()).toBe(1);
});

test(
  "an admin gives a payment back, once, and to the person who was found",
  { timeout: 120_000 },
  async ({ visit, site }) => {
    const member = await asMember(visit, site, "/subscription");
    await subscribe(member, "City Insider");
    const admin = await visit("/auth/dev-login", { site: site.url, alone: true, width: PHONE });
    await admin.getByRole("button", { name: "Ada Admin" }).click();
    await admin.waitForURL((url) => url.pathname !== "/auth/dev-login");
    await admin.goto("/admin/refunds?email=nobody%40example.com");
    expect(await admin.getByText("Nobody signs in with nobody@example.com.").count()).toBe(1);

    await admin.getByLabel("E-mail address of the member").fill("MIA@persona.invalid");
    await admin.getByRole("button", { name: "Find" }).click();
    await admin.getByRole("heading", { name: "Mia Member" }).waitFor();
    expect(await violationsInEachLook(admin)).toEqual([]);
    const payments = await admin.locator('input[name="payments"]').inputValue();
    await admin.getByRole("button", { name: "Give $20 back" }).click();
    await admin.getByText("$20 is given back, and the membership has ended.").waitFor();
    await admin.getByText("was given back.", { exact: false }).last().waitFor();

    await member.goto("/subscription");
    expect(await member.locator(".premium-standing").count()).toBe(0);
    const send = async (person: string, cookie: string) =>
      fetch(`${site.url}/admin/refunds`, {
        method: "POST",
        headers: { cookie, origin: site.url },
        body: new URLSearchParams({ person, payments }),
        redirect: "manual",
      });
    const cookie = await cookieOf("admin", site.url);
    const nobody = "00000000-0000-4000-8000-000000000000";
    expect((await send(nobody, cookie)).status).toBe(409);
    expect((await send(nobody, await cookieOf("member", site.url))).headers.get("location")).toBe("/");
  },
);

test("checkouts at once, paid at once, make one subscription", { timeout: 120_000 }, async ({ site }) => {
  const cookie = await cookieOf("business", site.url);
  const send = (path: string, body: string, type: string) =>
    fetch(new URL(path, site.url), {
      method: "POST",
      headers: { cookie, origin: site.url, "content-type": type },
      body,
      redirect: "manual",
    });
  const started = await Promise.all(
    ["VIP", "City Insider", "VIP", "Local Explorer", "VIP", "City Insider"].map(async (tier) => {
      const response = await send("/api/create-checkout", JSON.stringify({ tier }), "application/json");
      const { url }: { url: string } = await response.json();
      return url;
    }),
  );
  expect(new Set(started).size).toBe(6);

  const pay = (url: string) => send(url, "do=pay&card=works", "application/x-www-form-urlencoded");
  const pressed = [...started, ...started];
  const paid = await Promise.all(pressed.map(pay));

  // Both presses of the one that is paid lead on; of all others nothing is paid.
  const ledOn = pressed.filter((_, press) => paid[press]?.status === 303);
  expect([ledOn.length, new Set(ledOn).size]).toEqual([2, 1]);
  expect(paid.filter(({ status }) => status === 409).length).toBe(10);
  const status = await send("/api/check-subscription", "", "application/json");
  expect(await status.json()).toMatchObject({ subscribed: true });
  const again = await send("/api/create-checkout", JSON.stringify({ tier: "VIP" }), "application/json");
  expect(await again.json()).toEqual({ url: `${site.url}/sandbox/portal` });
});

async function subscribe(page: Page, plan: string): Promise<void> {
  await page.getByRole("button", { name: `Choose ${plan}` }).click();
  await page.waitForURL("**/sandbox/checkout/*");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.waitForURL("**/subscription/success");
}

/** It opens in a tab of its own. */
async function openPortal(page: Page): Promise<Page> {
  const [portal] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("button", { name: "Manage subscription" }).click(),
  ]);
  await portal.waitForURL("**/sandbox/portal");
  return portal;
}

async function asMember(visit: Visit, site: RunningSite, path: string, options: VisitOptions = {}): Promise<Page> {
  const page = await visit(`/auth/dev-login?to=${path}`, { ...options, site: site.url });
  await page.getByRole("button", { name: "Mia Member" }).click();
  await page.waitForURL(site.url + path);
  return page;
}
