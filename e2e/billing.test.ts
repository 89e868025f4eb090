import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect } from "vitest";

import { users } from "#app/db/schema/accounts.ts";

import { violationsInEachTheme } from "./axe-violations.ts";
import { test } from "./browser.ts";
import type { Site } from "./site.ts";

const PHONE = 360;
const DESKTOP = 1280;

test("a guest who chooses a plan signs in and returns to the plans", async ({ visit }) => {
  const page = await visit("/subscription");

  await page.getByRole("button", { name: "Choose VIP" }).click();
  await page.waitForURL("**/auth/login?to=%2Fsubscription");

  expect(await page.getByRole("status").innerText()).toContain("Please sign in to subscribe");
});

test("a member who was signed out in another tab is redirected to sign in when they choose a plan", async ({ as }) => {
  const page = await (await as("member")).visit("/subscription", { expectedErrors: ["/api/create-checkout"] });
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
  async ({ plan, price, width, script }, { as }) => {
    const page = await (await as("member")).visit("/subscription", { script, width });
    await page.getByRole("button", { name: `Choose ${plan}` }).click();
    await page.waitForURL("**/sandbox/checkout/*");
    expect(await page.getByText("Test mode.").count()).toBe(1);
    if (script) expect(await violationsInEachTheme(page)).toEqual([]);
    await page.getByRole("button", { name: `Pay ${price}` }).click();
    await page.waitForURL("**/subscription/success");
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Welcome to the premium tier");
    expect(await page.locator("main .lede").innerText()).toContain(`Your ${plan} membership is active.`);

    await page.goto("/member/dashboard");
    expect(await page.locator(".membership").innerText()).toMatch(new RegExp(`${plan}\\s+Renews `));
    await page.goto("/subscription");
    expect(await page.getByRole("button", { name: "Current Plan" }).isDisabled()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    if (script) expect(await violationsInEachTheme(page)).toEqual([]);

    const portal = await openPortal(page);
    expect(await portal.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await portal.getByRole("button", { name: "Cancel at the end of the month" }).click();
    await portal.getByRole("button", { name: "Resume plan" }).waitFor();
    await page.goto("/subscription");
    expect(await page.locator(".premium-standing").innerText()).toContain("Ends ");
    await portal.getByRole("button", { name: "Skip to the end of the month" }).click();
    await portal.getByText("You have no subscription").waitFor();
    await page.goto("/subscription");
    expect(await page.getByRole("button", { name: `Choose ${plan}` }).count()).toBe(1);
    expect(await page.locator(".premium-standing").count()).toBe(0);
    if (script) expect(await violationsInEachTheme(portal)).toEqual([]);
  },
);

test("an open tab shows an upgrade that is paid in another tab", { timeout: 120_000 }, async ({ as }) => {
  const page = await (await as("member")).visit("/subscription");
  await subscribe(page, "Local Explorer");
  await page.goto("/subscription");
  await page.getByRole("button", { name: "Current Plan" }).waitFor();

  const portal = await openPortal(page);
  await portal.getByRole("button", { name: /^Pay \$.*VIP$/ }).click();
  await portal.getByText("VIP, $50 a month").waitFor();

  await page.locator(".premium-standing", { hasText: "Your plan: VIP" }).waitFor();
  expect(await page.locator(".user-menu > button .badge").innerText()).toBe("VIP");
  await page.goto("/subscription/refund");
  // All payments of thirty days, including the upgrade and the month that it is for.
  const words = await page.getByText("You paid $").innerText();
  const cents = [...words.matchAll(/\$([\d.]+) on/g)].map(([, paid]) => Math.round(Number(paid) * 100));
  const button = page.getByRole("button", { name: /^Refund \$/ });
  const [, sum] = /\$([\d.,]+)/.exec(await button.innerText()) ?? [];
  expect(cents.length).toBeGreaterThan(1);
  expect(Math.round(Number(sum) * 100)).toBe(cents.reduce((total, paid) => total + paid, 0));
  await button.click();
  await page.getByText("is on its way back").waitFor();
  await page.goto("/subscription");
  expect(await page.getByRole("button", { name: "Choose VIP" }).count()).toBe(1);
});

test(
  "an admin refunds a payment, once, and only to the member who was found",
  { timeout: 120_000 },
  async ({ site, as }) => {
    const mia = await as("member");
    const member = await mia.visit("/subscription");
    await subscribe(member, "City Insider");
    const ada = await as("admin");
    const admin = await ada.visit("/admin/refunds?email=nobody%40example.com", { width: PHONE });
    expect(await admin.getByText("No account uses nobody@example.com.").count()).toBe(1);

    await admin.getByLabel("Member’s email").fill((await emailOf(site, mia.id)).toUpperCase());
    await admin.getByRole("button", { name: "Find" }).click();
    await admin.getByRole("heading", { name: mia.name }).waitFor();
    expect(await violationsInEachTheme(admin)).toEqual([]);
    const payments = await admin.locator('input[name="payments"]').inputValue();
    await admin.getByRole("button", { name: "Refund $20" }).click();
    await admin.getByText("Refunded $20. The membership has ended.").waitFor();
    await admin.getByText("was refunded.", { exact: false }).last().waitFor();

    await member.goto("/subscription");
    expect(await member.locator(".premium-standing").count()).toBe(0);
    const unknownUser = { person: "00000000-0000-4000-8000-000000000000", payments };
    expect((await ada.post("/admin/refunds", unknownUser)).status).toBe(409);
    expect((await mia.post("/admin/refunds", unknownUser)).headers.get("location")).toBe("/");
  },
);

test("concurrent checkouts, paid at once, make one subscription", { timeout: 120_000 }, async ({ site, as }) => {
  const ben = await as("business");
  const ask = (path: string, body = "") =>
    ben.fetch(path, { method: "POST", headers: { origin: site.url, "content-type": "application/json" }, body });
  const started = await Promise.all(
    ["VIP", "City Insider", "VIP", "Local Explorer", "VIP", "City Insider"].map(async (tier) => {
      const response = await ask("/api/create-checkout", JSON.stringify({ tier }));
      const { url }: { url: string } = await response.json();
      return new URL(url).pathname;
    }),
  );
  expect(new Set(started).size).toBe(6);

  const pressed = [...started, ...started];
  const paid = await Promise.all(pressed.map((path) => ben.post(path, { do: "pay", card: "works" })));

  // Both presses on the paid checkout redirect; nothing is paid for the others.
  const redirected = pressed.filter((_, press) => paid[press]?.status === 303);
  expect([redirected.length, new Set(redirected).size]).toEqual([2, 1]);
  expect(paid.filter(({ status }) => status === 409).length).toBe(10);
  const status = await ask("/api/check-subscription");
  expect(await status.json()).toMatchObject({ subscribed: true });
  const again = await ask("/api/create-checkout", JSON.stringify({ tier: "VIP" }));
  expect(await again.json()).toEqual({ url: `${site.url}/sandbox/portal` });
});

async function subscribe(page: Page, plan: string): Promise<void> {
  await page.getByRole("button", { name: `Choose ${plan}` }).click();
  await page.waitForURL("**/sandbox/checkout/*");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.waitForURL("**/subscription/success");
}

/** The portal opens in a new tab. */
async function openPortal(page: Page): Promise<Page> {
  const [portal] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("button", { name: "Manage subscription" }).click(),
  ]);
  await portal.waitForURL("**/sandbox/portal");
  return portal;
}

async function emailOf({ db }: Site, id: string): Promise<string> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, id));
  return user?.email ?? "";
}
