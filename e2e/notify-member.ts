import { randomUUID } from "node:crypto";

import { expect } from "vitest";

import { type TestClient, createTestClient } from "./test-client.ts";
import { sessionCookieOf } from "./development-sign-in.ts";

const PLACE = "/places/eastern-market";

/** Sends the development login's member a notification, through its admin. */
export async function notifyDevelopmentMember(site: string): Promise<void> {
  const [member, admin] = [await sessionCookieOf("member", site), await sessionCookieOf("admin", site)];
  await notifyMember({ member: createTestClient(site, member), admin: createTestClient(site, admin) });
}

/** Sends a member a notification: a review of theirs is held and an admin approves it. */
export async function notifyMember({ member, admin }: { member: TestClient; admin: TestClient }): Promise<void> {
  // An earlier notification was about a review. The review is deleted; the notification remains.
  await member.post(`${PLACE}/review`, { intent: "delete" });
  const form = await member.read(`${PLACE}/review`);
  const [, visitMonth = ""] = /<option value="(\d{4}-\d{2})"/.exec(form) ?? [];
  const body = `See www.market-${randomUUID()}.example for all of it`;
  const fields = { version: "0", stars: "4", visitMonth, relation: "none", body };
  expect((await member.post(`${PLACE}/review`, fields)).status).toBe(303);

  const cases = await admin.read("/admin/moderation");
  const row = cases.split('class="queue-row"').find((each) => each.includes(body.slice(0, 40))) ?? "";
  const [, id = "", seen = ""] = /name="seen-([0-9a-f-]{36})" value="(\d+)"/.exec(row) ?? [];
  const decision = { do: "approve", seen, code: "", message: "" };
  expect((await admin.post(`/admin/moderation/${id}`, decision)).status).toBe(303);
}
