import type { Page } from "playwright-core";

import type { TestClient } from "./test-client.ts";

/** Creates a list and returns the path where the member edits it. */
export async function createMemberList(member: TestClient, name: string, place = ""): Promise<string> {
  const made = await member.post("/lists", { do: "make", name, place });
  return made.headers.get("location") ?? "";
}

/** The names in the list that is being edited. */
export function listed(page: Page): Promise<string[]> {
  return page.locator(".list-entries h3 a").allInnerTexts();
}

/** The path where others see the list that is being edited. */
export async function visibleListPath(page: Page): Promise<string> {
  return (await page.locator(".list-link a").getAttribute("href")) ?? "";
}
