import type { Page } from "playwright-core";

import type { Asker } from "./person.ts";

/** The address where a member changes their new list. */
export async function makeList(member: Asker, name: string, place = ""): Promise<string> {
  const made = await member.post("/lists", { do: "make", name, place });
  return made.headers.get("location") ?? "";
}

/** The names in the list that is being changed. */
export function listed(page: Page): Promise<string[]> {
  return page.locator(".list-entries h3 a").allInnerTexts();
}

/** Where the list that is being changed is shown to others. */
export async function sharedAt(page: Page): Promise<string> {
  return (await page.locator(".list-link a").getAttribute("href")) ?? "";
}
