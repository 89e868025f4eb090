import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { waitForHydration, siteUrl, test } from "./browser.ts";

describe("development login", () => {
  test("offers three users, greets them, and returns to where signing in began", async ({ visit }) => {
    const page = await visit("/places/eastern-market");
    await page.getByRole("link", { name: "Sign In" }).first().click();
    await page.waitForURL("**/auth/login?to=%2Fplaces%2Feastern-market");
    await page.getByRole("link", { name: "Development Login" }).click();
    const people = page.getByRole("button", { name: /persona|member|business|admin/i });
    await expect.poll(() => people.count()).toBe(3);

    await people.filter({ hasText: "Mia Member" }).click();

    await page.waitForURL("**/places/eastern-market");
    expect(await page.getByRole("status").first().innerText()).toContain(
      "Signed in successfully Logged in as Mia Member (member)",
    );
    await page.reload();
    expect(await page.getByText("Signed in successfully").count()).toBe(0);
    await openUserMenu(page);
    expect(await page.locator(".user-menu-sheet").innerText()).toContain("Mia Member");
  });

  test.for([
    ["Mia Member", "/member/dashboard"],
    ["Ben Business", "/business/dashboard"],
    ["Ada Admin", "/admin/dashboard"],
  ] as const)("%s, who began at home, lands on their own page at %s", async ([name, path], { visit }) => {
    const page = await visit("/auth/dev-login");
    await page.getByRole("button", { name }).click();
    await page.waitForURL(siteUrl + path);

    const again = await page.goto("/auth/login");
    expect(new URL(again?.url() ?? "").pathname).toBe(path);
  });

  test("signing out ends the session on the server, not only in this browser", async ({ visit }) => {
    const page = await signIn(visit, "Ben Business");
    const cookies = await page.context().cookies();
    const cookieHeader = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    expect(await shownTo(cookieHeader)).toContain("Ben Business");

    await openUserMenu(page);
    await page.getByRole("button", { name: "Sign Out" }).first().click();

    await page.waitForURL(`${siteUrl}/`);
    expect(await page.getByRole("status").first().innerText()).toContain("Signed out successfully");
    expect(await page.getByRole("link", { name: "Sign In" }).first().isVisible()).toBe(true);
    expect(await shownTo(cookieHeader)).not.toContain("Ben Business");
  });

  test("everything works without script", async ({ visit }) => {
    const page = await visit("/auth/dev-login", { script: false });
    await page.getByRole("button", { name: /Ada Admin/ }).click();
    await page.waitForURL(`${siteUrl}/admin/dashboard`);
    expect(await page.getByText("Logged in as Ada Admin (admin)").count()).toBe(1);

    await page.getByRole("button", { name: "Ada Admin" }).click();
    await page.getByRole("button", { name: "Sign Out" }).first().click();
    await page.getByText("Signed out successfully").waitFor();
  });

  test("a new user signs in by a name, each time as another user, without script too", async ({ visit }) => {
    const page = await visit("/auth/dev-login?to=/saved", { script: false, expectedErrors: ["/auth/dev-login?to=*"] });
    await page.getByLabel("New user’s name").fill("@");
    await page.getByRole("button", { name: "Sign in as new user" }).click();
    expect(await page.getByRole("alert").innerText()).toBe("A name needs at least one letter or digit.");
    expect(await page.getByLabel("New user’s name").inputValue()).toBe("@");
    await page.getByLabel("New user’s name").fill("Nell  Newcomer ");
    await page.getByRole("button", { name: "Sign in as new user" }).click();

    await page.waitForURL("**/saved");
    expect(await page.getByText("Logged in as Nell Newcomer (member)").count()).toBe(1);
  });

  test("two users of the same name are separate", async ({ as }) => {
    const [one, other] = [
      await as("business", { name: "Nell Newcomer" }),
      await as("admin", { name: "Nell Newcomer" }),
    ];

    expect(one.id).not.toBe(other.id);
    const statuses = [await one.fetch("/admin/dashboard"), await other.fetch("/admin/dashboard")];
    expect(statuses.map(({ status }) => status)).toEqual([303, 200]);
  });

  test.for(["", "x".repeat(61), "Rowhouse Editors", "www.example.com"])(
    "no new user is called %j, and nobody is signed in",
    async (name, { guest }) => {
      const answer = await guest.post("/auth/dev-login", { role: "member", name });

      expect([answer.status, answer.headers.get("set-cookie")]).toEqual([400, null]);
      expect(await answer.text()).toMatch(/<small id="new-persona-says" role="alert">(?:Enter|A name|Names|This name)/);
    },
  );

  test("a user that isn't one of the three is refused with a message", async () => {
    const response = await fetch(`${siteUrl}/auth/dev-login`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: siteUrl },
      body: "role=owner",
    });

    expect(response.status).toBe(400);
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(await response.text()).toMatch(/Login failed[\s\S]*Failed to sign in with development account/);
  });
});

test("a signed-in page is cached for nobody else", async ({ visit }) => {
  const page = await signIn(visit, "Mia Member");
  const response = await page.goto("/food");
  expect(response?.headers()["cache-control"]).toBe("private, no-cache");

  const stranger = await (await fetch(`${siteUrl}/food`)).text();

  expect(stranger).not.toContain("Mia Member");
  expect(stranger).toContain("Sign In");
});

test.for([
  ["another site's page", { "sec-fetch-site": "cross-site" }],
  ["another host under ours", { "sec-fetch-site": "same-site" }],
  ["another origin", { origin: "https://evil.example" }],
  ["a page without an origin", { origin: "null" }],
] as const)("a form of %s signs nobody in or out", async ([, headers]) => {
  for (const path of ["/auth/dev-login", "/auth/sign-out", "/auth/session", "/member/sessions", "/notifications"]) {
    const response = await fetch(siteUrl + path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: "role=admin",
      redirect: "manual",
    });
    expect([path, response.status]).toEqual([path, 403]);
    expect(response.headers.get("set-cookie")).toBeNull();
  }
});

test("an invalid session cookie is deleted, and the visitor continues", async () => {
  const name = `rowhouse-session-${new URL(siteUrl).port}`;
  const response = await fetch(`${siteUrl}/about`, { headers: { cookie: `${name}=${"x".repeat(43)}` } });

  expect(response.status).toBe(200);
  expect(response.headers.get("set-cookie")).toMatch(new RegExp(`^${name}=; .*Max-Age=0`));
});

test("the sign-in page says that Google isn't set up, and guests return to where they were", async ({ visit }) => {
  const page = await visit("/auth/login?to=/latest", { width: 360 });

  expect(await page.getByRole("button", { name: "Continue with Google" }).isDisabled()).toBe(true);
  expect(await page.getByText("isn’t set up on this server").isVisible()).toBe(true);
  await page.getByRole("link", { name: "Continue as Guest" }).click();
  await page.waitForURL("**/latest");
});

async function signIn(visit: (path: string) => Promise<Page>, name: string): Promise<Page> {
  const page = await visit("/auth/dev-login?to=/about");
  await page.getByRole("button", { name }).click();
  await page.waitForURL(`${siteUrl}/about`);
  return page;
}

async function openUserMenu(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.locator(".user-menu > button").click();
}

async function shownTo(cookies: string): Promise<string> {
  return (await fetch(siteUrl, { headers: { cookie: cookies } })).text();
}
