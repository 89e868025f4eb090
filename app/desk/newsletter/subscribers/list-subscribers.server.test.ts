import { eq, isNotNull } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { requestRoute, SIGN_IN_REDIRECT } from "#tests/request-route.ts";
import { test } from "#tests/test-database.ts";

import { buildSubscriber } from "../newsletter-builders.ts";
import { EXPORT_SUBSCRIBERS_PATH } from "../newsletter-paths.ts";
import * as exportRoute from "./export-subscribers.route.ts";
import { listSubscribers, streamSubscribersCsv } from "./list-subscribers.server.ts";

const ALL = { q: "", state: "all", page: 1 } as const;

test("subscribers are listed by address, filtered by a part of it and by status", async ({ db }) => {
  await buildSubscribers(db);
  const emails = async (query: Parameters<typeof listSubscribers>[1]) =>
    (await listSubscribers(db, query)).rows.map(({ email }) => email);

  expect(await emails(ALL)).toEqual(["Ann@quibblewort.example", "bob_1@quibblewort.example", "cleo@kite.example"]);
  expect(await emails({ ...ALL, q: "QUIBBLE", state: "active" })).toEqual(["Ann@quibblewort.example"]);
  expect(await emails({ ...ALL, q: "b_1" })).toEqual(["bob_1@quibblewort.example"]);
  expect(await emails({ ...ALL, q: "%" })).toEqual([]);
});

test("the CSV file has what the list shows, and no formulas", async ({ db }) => {
  await buildSubscribers(db);

  let csv = "";
  for await (const part of streamSubscribersCsv(db, { q: "quibblewort", state: "all" })) csv += part;

  expect(csv.split("\r\n")).toEqual([
    "email,state,weekly,neighborhoods,paused_until,confirmed_at,ended_at",
    `Ann@quibblewort.example,active,yes,shaw; navy-yard,,${NOW.toISOString()},`,
    "bob_1@quibblewort.example,pending,yes,,,,",
    "",
  ]);
});

test("each export is in the audit log, and only admins export", async ({ db }) => {
  await buildSubscribers(db);
  const [admin, member] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  const ask = (person: typeof admin | null) =>
    requestRoute(db, { route: exportRoute, path: EXPORT_SUBSCRIBERS_PATH, fields: { state: "active" }, person });

  expect([await ask(null), await ask(member)]).toEqual([SIGN_IN_REDIRECT, "/"]);
  expect(await ask(admin)).toBe(200);

  const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, "newsletter.export-subscribers"));
  expect(entries).toMatchObject([{ actorId: admin.id, after: { count: 2, state: "active" } }]);
});

async function buildSubscribers(db: Database): Promise<void> {
  await db.delete(newsletterSubscribers).where(isNotNull(newsletterSubscribers.id));
  await buildSubscriber(db, { email: "cleo@kite.example" });
  await buildSubscriber(db, { email: "bob_1@quibblewort.example", state: "pending", confirmedAt: null });
  const neighborhoods = ["shaw", "navy-yard"];
  await buildSubscriber(db, { email: "Ann@quibblewort.example", confirmedAt: NOW, neighborhoods });
}
