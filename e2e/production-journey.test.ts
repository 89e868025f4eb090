import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";

import { signInAtProvider, startCertifiedProvider } from "./certified-provider.ts";
import { waitForHydration, test } from "./browser.ts";
import { emptyFolder, seededFolder } from "./data-folder.ts";
import { sendRawRequest, rawRequest } from "./raw-http.ts";
import { startSite } from "./site-process.ts";

const CLIENT = { id: "rowhouse", secret: "a-secret-of-the-client" };

test(
  "on the production build a guest signs in with a real provider, keeps their saved place, and signs out",
  { timeout: 240_000 },
  async ({ browser }) => {
    const folder = emptyFolder();
    const provider = await startCertifiedProvider(CLIENT);
    const settings = { GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret, OIDC_ISSUER: provider.issuer };
    const site = await startSite(folder.path, settings, "production");
    provider.serve(site.url);
    const { page, problems } = await watchedPage(browser, site.url);

    await page.goto(`${site.url}/places/eastern-market`);
    await waitForHydration(page);
    await page.locator("main form.save button").first().click();
    await page.waitForURL("**/auth/login?to=%2Fsaves");
    expect(await page.getByRole("link", { name: "Development Login" }).count()).toBe(0);
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await signInAtProvider(page, provider.issuer);
    await page.waitForURL(`${site.url}/places/eastern-market`);
    const heart = page.locator("main form.save button").first();
    expect(await heart.getAttribute("aria-pressed")).toBe("true");
    await page.goto(`${site.url}/saved`);
    expect(await page.locator(".place-row h3 a").allInnerTexts()).toEqual(["Eastern Market"]);

    await page.getByRole("button", { name: "Grace Example" }).click();
    await page.locator("#user-menu-sheet").getByRole("button", { name: "Sign Out" }).click();
    await page.waitForURL(`${site.url}/`);
    expect(await page.getByRole("status").first().innerText()).toContain("Signed out successfully");
    await page.goto(`${site.url}/saved`);
    expect(new URL(page.url()).pathname).toBe("/auth/login");
    expect((await fetch(`${site.url}/auth/dev-login`)).status).toBe(404);

    expect(problems).toEqual([]);
    await page.context().close();
    expect(await site.stop()).toBe(0);
    provider.close();
    folder.remove();
  },
);

test("behind a proxy that terminates TLS our own forms are accepted, and another site's are not", async () => {
  const folder = seededFolder("production");
  const site = await startSite(folder.path, { SITE_URL: "https://guide.example" }, "production");
  const signOut = (origin: string) =>
    sendRawRequest(
      site.url,
      rawRequest({
        method: "POST",
        target: "/auth/sign-out",
        host: "guide.example",
        headers: { Origin: origin, "Content-Type": "application/x-www-form-urlencoded" },
        body: "a=b",
      }),
    );

  expect((await signOut("https://guide.example"))?.status).toBe(303);
  expect((await signOut("https://evil.example"))?.status).toBe(403);

  expect(await site.stop()).toBe(0);
  folder.remove();
});

/** A visitor whose page errors are collected, except on the provider's own pages. */
async function watchedPage(browser: Browser, siteUrl: string): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ locale: "en-US" });
  const page = await context.newPage();
  const problems: string[] = [];
  const note = (problem: string) => {
    if (page.url().startsWith(siteUrl)) problems.push(`${page.url()}: ${problem}`);
  };
  page.on("pageerror", (error) => note(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") note(message.text());
  });
  return { page, problems };
}
