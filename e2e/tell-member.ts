import { expect } from "vitest";

import { cookieOf } from "./signed-in.ts";

const PLACE = "/places/eastern-market";

/** Has the member of the development login told something: a review of theirs is held, and an admin approves it. */
export async function tellMember(site: string): Promise<void> {
  const [member, admin] = [await cookieOf("member", site), await cookieOf("admin", site)];
  // What was told before is about a review; it is taken away, and what was told stays.
  await send(site, `${PLACE}/review`, { cookie: member, fields: { intent: "delete" } });
  const form = await (await fetch(`${site}${PLACE}/review`, { headers: { cookie: member } })).text();
  const [, visitMonth = ""] = /<option value="(\d{4}-\d{2})"/.exec(form) ?? [];
  const fields = {
    version: "0",
    stars: "4",
    visitMonth,
    relation: "none",
    body: `See www.market.example ${Date.now()}`,
  };
  expect((await send(site, `${PLACE}/review`, { cookie: member, fields })).status).toBe(303);

  const cases = await (await fetch(`${site}/admin/moderation`, { headers: { cookie: admin } })).text();
  const row = cases.split('class="queue-row"').find((each) => each.includes("www.market.example")) ?? "";
  const [, id = "", seen = ""] = /name="seen-([0-9a-f-]{36})" value="(\d+)"/.exec(row) ?? [];
  const decision = { do: "approve", seen, code: "", message: "" };
  expect((await send(site, `/admin/moderation/${id}`, { cookie: admin, fields: decision })).status).toBe(303);
}

/** Marks all that the member was told as read. */
export async function noNotifications(site: string): Promise<void> {
  const cookie = await cookieOf("member", site);
  expect((await send(site, "/notifications", { cookie, fields: { do: "read-all" } })).status).toBe(303);
}

function send(site: string, path: string, given: { cookie: string; fields: Record<string, string> }) {
  const { cookie, fields } = given;
  return fetch(site + path, {
    method: "POST",
    headers: { cookie },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
}
