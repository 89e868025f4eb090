import type { Page } from "playwright-core";

import { cookieOf } from "./signed-in.ts";

/** What the member of the development login saves and lists, done and read without a browser. */
export async function postAs(site: { url: string }, path: string, fields: Record<string, string>): Promise<Response> {
  const headers = { cookie: await cookieOf("member", site.url) };
  return fetch(site.url + path, { method: "POST", headers, body: new URLSearchParams(fields), redirect: "manual" });
}

/** The address where the member changes the new list. */
export async function makeList(site: { url: string }, name: string, place = ""): Promise<string> {
  const made = await postAs(site, "/lists", { do: "make", name, place });
  return made.headers.get("location") ?? "";
}

export async function noLists(site: { url: string }): Promise<void> {
  for (const [path] of (await savedHtml(site, "/lists")).matchAll(/\/lists\/[0-9a-f-]{36}\/edit/g)) {
    await postAs(site, path, { do: "delete" });
  }
}

/** The names in the list that is being changed. */
export function listed(page: Page): Promise<string[]> {
  return page.locator(".list-entries h3 a").allInnerTexts();
}

/** Where the list that is being changed is shown to others. */
export async function sharedAt(page: Page): Promise<string> {
  return (await page.locator(".list-link a").getAttribute("href")) ?? "";
}

/** What the button with the heart sends. */
export function send(
  site: { url: string },
  fields: Record<string, string>,
  headers: Record<string, string>,
): Promise<Response> {
  return fetch(`${site.url}/saves`, { method: "POST", headers, body: new URLSearchParams(fields), redirect: "manual" });
}

export async function saveAs(site: { url: string }, items: string[], doing = "save"): Promise<void> {
  const cookie = await cookieOf("member", site.url);
  for (const item of items) await send(site, { item, do: doing }, { cookie });
}

/** The member's saved places by name, as their page shows them. */
export async function savedNames(site: { url: string }): Promise<string[]> {
  return [...(await savedHtml(site, "/saved")).matchAll(/class="name-link" href="\/places\/[^"]*"[^>]*>([^<]+)</g)].map(
    ([, name = ""]) => name,
  );
}

export async function nothingSaved(site: { url: string }): Promise<void> {
  for (const path of ["/saved", "/saved?kind=guides"]) {
    const items = [...(await savedHtml(site, path)).matchAll(/name="item" value="([^"]+)"/g)].map(
      ([, item = ""]) => item,
    );
    await saveAs(site, items, "unsave");
  }
}

/** A page of the member's own. */
export async function savedHtml(site: { url: string }, path: string): Promise<string> {
  const cookie = await cookieOf("member", site.url);
  return (await fetch(site.url + path, { headers: { cookie } })).text();
}
