import { eq, like } from "drizzle-orm";
import { describe, expect } from "vitest";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { mails } from "#app/db/schema/mail.ts";
import { places } from "#app/db/schema/places.ts";
import { searchAlerts } from "#app/db/schema/members.ts";
import { listNotifications } from "#app/core/notifications/notifications.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { requestRoute } from "#tests/request-route.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test } from "#tests/test-database.ts";

import { createSearchAlert } from "./search-alerts.server.ts";
import { sendSearchAlertsJob } from "./send-search-alerts.job.ts";
import * as stopRoute from "./stop-search-alerts.route.tsx";

const QUERY = "zyxquibble";
const TOMORROW = new Date(NOW.getTime() + DAY_MS);

async function runJob(db: Database) {
  await sendSearchAlertsJob.run({ db, env: readEnv({}), now: TOMORROW, log: silentLog() });
  return db.select().from(mails).where(like(mails.key, "search-alert:%")).orderBy(mails.toAddress);
}

/** A place that matches, added an hour after the alerts were created. */
function addPlace(db: Database, name = "Zyxquibble Shop") {
  return buildPlace(db, { name, createdAt: new Date(NOW.getTime() + 3_600_000) });
}

let builtCount = 0;

async function buildAlert(db: Database, query = QUERY) {
  builtCount += 1;
  const user = await buildUser(db, { email: `seeker-${builtCount}@example.com` });
  await createSearchAlert(db, { userId: user.id, query, now: NOW });
  return user;
}

describe("the daily job", () => {
  test("mails a member once when a place that matches was added, and the alert is done", async ({ db }) => {
    const mia = await buildAlert(db);
    await buildPlace(db, { name: "Zyxquibble of Old" });
    expect(await runJob(db)).toEqual([]);

    await addPlace(db);
    const [mail, ...others] = await runJob(db);

    expect(others).toEqual([]);
    expect(mail).toMatchObject({ userId: mia.id, toAddress: mia.email, subject: `New on Rowhouse: ${QUERY}` });
    expect(mail?.bodyText).toContain("Since January 13, 2027 we’ve added 1 place that matches:");
    expect(mail?.bodyText).toContain("Zyxquibble Shop (Diner, Shaw)");
    expect(mail?.bodyText).toContain(`See the search: %SITE_URL%/search?q=${QUERY}`);
    expect(mail?.bodyText).not.toContain("of Old");
    expect(await db.$count(searchAlerts)).toBe(0);
    const { items } = await listNotifications(db, { userId: mia.id, page: 1, count: 20 });
    expect(items).toMatchObject([{ title: `New on Rowhouse: ${QUERY}`, to: `/search?q=${QUERY}` }]);

    await addPlace(db, "Zyxquibble Two");
    expect(await runJob(db)).toHaveLength(1);
  });

  test("leaves alerts alone whose words match only in part", async ({ db }) => {
    await buildAlert(db, "zyxquibble flumoxery");
    await addPlace(db);

    expect(await runJob(db)).toEqual([]);
    expect(await db.$count(searchAlerts)).toBe(1);
  });

  test("waits until it is known that an added place matches", async ({ db }) => {
    await buildAlert(db, "zyxquibble with wifi");
    const { id } = await addPlace(db);

    expect(await runJob(db)).toEqual([]);
    await db
      .update(places)
      .set({ attributes: { wifi: true } })
      .where(eq(places.id, id));
    expect(await runJob(db)).toHaveLength(1);
  });

  test("mails no suspended member and no deleted account, and their alerts wait", async ({ db }) => {
    const [mia, ben] = [await buildAlert(db), await buildAlert(db)];
    await db.update(users).set({ suspendedAt: NOW }).where(eq(users.id, mia.id));
    await db.update(users).set({ deletedAt: NOW }).where(eq(users.id, ben.id));
    await addPlace(db);

    expect(await runJob(db)).toEqual([]);
    expect(await db.$count(searchAlerts)).toBe(2);
    await db.update(users).set({ deletedAt: null }).where(eq(users.id, ben.id));
    expect((await runJob(db)).map(({ userId }) => userId)).toEqual([ben.id]);
  });

  test("names five places and counts the others", async ({ db }) => {
    await buildAlert(db);
    for (let number = 1; number <= 7; number += 1) await addPlace(db, `Zyxquibble ${number}`);

    const [mail] = await runJob(db);

    expect(mail?.bodyText.match(/Zyxquibble \d \(/g)).toHaveLength(5);
    expect(mail?.bodyText).toContain("And 2 more places.");
  });
});

test("the link in the mail stops all alerts of its member with one click, and only a known key does", async ({
  db,
}) => {
  const [mia, ben] = [await buildAlert(db), await buildAlert(db, "flumoxery")];
  await createSearchAlert(db, { userId: mia.id, query: "another search", now: NOW });
  await addPlace(db);
  const [mail] = await runJob(db);
  const headers = z.record(z.string(), z.string()).parse(mail?.headers);
  expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  const [, path = ""] = /^<%SITE_URL%(.+)>$/.exec(headers["List-Unsubscribe"] ?? "") ?? [];
  const key = path.slice(path.lastIndexOf("/") + 1);
  expect(mail?.bodyText).toContain(`Stop all your search alerts: %SITE_URL%${path}`);
  const open = (given: string, fields?: Record<string, string>) =>
    requestRoute(db, { route: stopRoute, path, params: { key: given }, fields, person: null });
  const alertsOf = async () => [
    await db.$count(searchAlerts, eq(searchAlerts.userId, mia.id)),
    await db.$count(searchAlerts, eq(searchAlerts.userId, ben.id)),
  ];

  const forged = key.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
  for (const other of [forged, "none", ""]) {
    expect(await open(other)).toBe(404);
    expect(await open(other, { "List-Unsubscribe": "One-Click" })).toBe(404);
  }
  // A mail scanner follows links and stops nothing by that.
  expect([await open(key), await alertsOf()]).toEqual([200, [1, 1]]);
  expect([await open(key, { "List-Unsubscribe": "One-Click" }), await alertsOf()]).toEqual([200, [0, 1]]);
});
