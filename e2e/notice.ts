import type { Page } from "playwright-core";

/** What the page says of what was done last. */
export async function notice(page: Page): Promise<string> {
  return (await page.getByRole("status").first().innerText()).replaceAll(/\s+/g, " ");
}
