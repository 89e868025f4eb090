import type { Page } from "playwright-core";

import { testWithSite, type Visit, type VisitOptions } from "./browser.ts";

export { notice } from "./notice.ts";

/** Each file's own site: what the member of the development login keeps and is told is the same for every browser. */
export const test = testWithSite({ jobs: true, complains: [/./] });

/** Opens a page as the member of the development login. */
export async function asMember(
  visit: Visit,
  site: { url: string },
  path: string,
  options: VisitOptions = {},
): Promise<Page> {
  const page = await visit(`/auth/dev-login?to=${path}`, { ...options, site: site.url });
  await page.getByRole("button", { name: /Mia Member/ }).click();
  await page.waitForURL(site.url + path);
  return page;
}
