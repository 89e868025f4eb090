import type { Locator, Page } from "playwright-core";

/** Opens the case in the moderation queue whose line contains `says`. Returns the page's only article. */
export async function openCase(page: Page, says: string | RegExp): Promise<Locator> {
  await page.goto("/admin/moderation");
  await page.locator(".queue-row").filter({ hasText: says }).first().getByRole("link").click();
  await page.waitForURL(/\/admin\/moderation\/[0-9a-f-]{36}/);
  return page.getByRole("article");
}

/** Rejects the open case with a reason from the list and a message. */
export async function rejectCase(open: Locator, { why, message }: { why: string; message: string }): Promise<void> {
  await open.getByLabel("Rejection reason").selectOption(why);
  await open.getByLabel(/^Message to/).fill(message);
  await open.getByRole("button", { name: /^Reject/ }).click();
}
