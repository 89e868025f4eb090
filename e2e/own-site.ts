import type { Page } from "playwright-core";
import { inject } from "vitest";

import { test as journey, type Visit, type VisitOptions } from "./browser.ts";
import { seededFolder } from "./data-folder.ts";
import { type RunningSite, startSite } from "./site-process.ts";

/** Each file's own site: what the member of the development login keeps and is told is the same for every browser. */
export const test = journey.extend("site", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
  const folder = seededFolder(inject("seeded"));
  const site = await startSite(folder.path, { LOG_LEVEL: "silent" });
  onCleanup(async () => {
    await site.stop();
    folder.remove();
  });
  return site;
});

/** Opens a page as the member of the development login. */
export async function asMember(
  visit: Visit,
  site: RunningSite,
  path: string,
  options: VisitOptions = {},
): Promise<Page> {
  const page = await visit(`/auth/dev-login?to=${path}`, { ...options, site: site.url });
  await page.getByRole("button", { name: /Mia Member/ }).click();
  await page.waitForURL(site.url + path);
  return page;
}

/** What the page says of what was done last. */
export async function notice(page: Page): Promise<string> {
  return (await page.getByRole("status").first().innerText()).replaceAll(/\s+/g, " ");
}
