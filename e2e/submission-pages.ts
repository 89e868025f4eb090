import type { Locator, Page } from "playwright-core";

import { FILL_TIME_MS_MIN } from "#app/business/submissions/form/form-stamp.server.ts";

import { testWithSite } from "./browser.ts";
import { createTestClient } from "./test-client.ts";
import type { Site } from "./site.ts";

/** Published listings are visible to everybody. */
export const test = testWithSite({ emptyMap: true }).extend("pictures", { scope: "file" }, () => true);

export function file(name: string, buffer: Buffer) {
  return { name, mimeType: "application/octet-stream", buffer };
}

/** Fields that every form of these tests has. */
export const FORM = {
  category: "services",
  type: "Repair shop",
  street: "987 Ninth Street",
  quadrant: "NW",
  zip: "20001",
  relation: "customer",
  description: "A bench by the window, and instruments that play again a week later.",
};

/** Opens a form that is old enough not to look like it was filled in too quickly. */
export function opened<Result>(site: Site, open: () => Promise<Result>): Promise<Result> {
  return site.atEarlierTime(FILL_TIME_MS_MIN, open);
}

/** The path of the submission's page. */
export async function sent(page: Page, send: Locator): Promise<string> {
  await send.click();
  await page.waitForURL(/\/submissions\/[0-9a-f]{32}$/);
  return page.url();
}

/** Submits a form without a browser, from a given network address. */
export async function post(
  site: Site,
  path: string,
  fields: Record<string, string>,
  from: string,
  cookie = "",
): Promise<{ status: number; location: string | null }> {
  const response = await createTestClient(site.url, cookie, from).post(path, fields);
  await response.arrayBuffer();
  return { status: response.status, location: response.headers.get("location") };
}

export async function stampOf(site: Site): Promise<string> {
  const [, stamp = ""] = /name="stamp" value="([^"]+)"/.exec(await textOf(site, "/submit")) ?? [];
  return stamp;
}

export async function textOf(site: Site, path: string): Promise<string> {
  return (await fetch(site.url + path)).text();
}
