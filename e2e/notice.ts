import type { Page } from "playwright-core";

/** The page's message about the last action. */
export async function noticeText(page: Page): Promise<string> {
  return (await page.getByRole("status").first().innerText()).replaceAll(/\s+/g, " ");
}
