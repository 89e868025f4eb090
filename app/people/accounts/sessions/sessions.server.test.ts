import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { type Role, sessions, users } from "#app/db/schema/accounts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/duration.ts";
import { test } from "#tests/test-database.ts";

import {
  endOwnSession,
  endSession,
  endUserSessions,
  findViewer,
  deleteExpiredSessions,
  listSessions,
  SESSIONS_PER_USER_MAX,
  startSession,
} from "./sessions.server.ts";

const NOW = new Date("2027-01-13T17:00:00Z");

test("a token finds its user's session, and the database stores only its hash", async ({ db }) => {
  const user = await buildUser(db, { name: "Mia" });
  const token = await startSession(db, { userId: user.id, browser: "Firefox on Linux", now: NOW });

  expect(await findViewer(db, token, NOW)).toMatchObject({ id: user.id, name: "Mia", role: "member" });
  expect(await findViewer(db, token.replace(/^./, token.startsWith("A") ? "B" : "A"), NOW)).toBeNull();
  const [row] = await db.select().from(sessions);
  expect(Buffer.from(row?.tokenHash ?? []).toString("base64url")).not.toBe(token);
});

test("each sign-in gets its own token, and ending one session leaves the others", async ({ db }) => {
  const user = await buildUser(db);
  const one = await startSession(db, { userId: user.id, browser: "A browser", now: NOW });
  const other = await startSession(db, { userId: user.id, browser: "A browser", now: NOW });
  expect(one).not.toBe(other);

  await endSession(db, (await findViewer(db, one, NOW))?.session.id ?? "");

  expect(await findViewer(db, one, NOW)).toBeNull();
  expect(await findViewer(db, other, NOW)).not.toBeNull();
});

test.for<{ role: Role; idleMs: number; totalMs: number }>([
  { role: "member", idleMs: 30 * DAY_MS, totalMs: 30 * DAY_MS },
  { role: "business", idleMs: 30 * DAY_MS, totalMs: 30 * DAY_MS },
  { role: "admin", idleMs: HOUR_MS, totalMs: DAY_MS },
])(
  "the session of a $role expires when idle, and after its total lifetime",
  async ({ role, idleMs, totalMs }, { db }) => {
    const user = await buildUser(db, { role });
    const start = () => startSession(db, { userId: user.id, browser: "A browser", now: NOW });
    const after = (ms: number) => new Date(NOW.getTime() + ms);

    expect(await findViewer(db, await start(), after(idleMs - 1))).not.toBeNull();
    expect(await findViewer(db, await start(), after(idleMs))).toBeNull();
    const used = await start();
    for (let ms = 0; ms < totalMs; ms += idleMs / 2) {
      expect(await findViewer(db, used, after(ms)), `${ms / HOUR_MS} h`).not.toBeNull();
    }
    expect(await findViewer(db, used, after(totalMs))).toBeNull();
  },
);

test("a suspension, a deletion and a new role apply to the next request", async ({ db }) => {
  const user = await buildUser(db);
  const token = await startSession(db, { userId: user.id, browser: "A browser", now: NOW });
  const change = (set: Partial<typeof users.$inferInsert>) => db.update(users).set(set).where(eq(users.id, user.id));

  await change({ role: "business" });
  expect((await findViewer(db, token, NOW))?.role).toBe("business");
  await change({ suspendedAt: NOW });
  expect(await findViewer(db, token, NOW)).toBeNull();
  await change({ suspendedAt: null, deletedAt: NOW });
  expect(await findViewer(db, token, NOW)).toBeNull();
  // Two days old: fine for a member, too old for an admin.
  await change({ deletedAt: null, role: "admin" });
  expect(await findViewer(db, token, new Date(NOW.getTime() + 2 * DAY_MS))).toBeNull();
});

test("signing in again in a browser ends its previous session", async ({ db }) => {
  const [mia, ben] = [await buildUser(db), await buildUser(db)];
  const old = await startSession(db, { userId: mia.id, browser: "This one", now: NOW });
  const elsewhere = await startSession(db, { userId: mia.id, browser: "Another", now: NOW });
  const replaces = (await findViewer(db, old, NOW))?.session.id ?? null;

  const token = await startSession(db, { userId: ben.id, browser: "This one", replaces, now: NOW });

  expect((await findViewer(db, token, NOW))?.id).toBe(ben.id);
  expect(await findViewer(db, old, NOW)).toBeNull();
  expect((await findViewer(db, elsewhere, NOW))?.id).toBe(mia.id);
});

test("a user's sessions are listed, most recently used first, without expired ones", async ({ db }) => {
  const [mia, ben] = [await buildUser(db), await buildUser(db)];
  const at = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
  await startSession(db, { userId: mia.id, browser: "Ended", now: at(-31) });
  await startSession(db, { userId: mia.id, browser: "Older", now: at(-2) });
  const used = await startSession(db, { userId: mia.id, browser: "Used", now: at(-3) });
  await findViewer(db, used, at(-1));
  await startSession(db, { userId: ben.id, browser: "Another's", now: NOW });

  const listed = await listSessions(db, { id: mia.id, role: "member" }, NOW);

  expect(listed).toMatchObject([
    { browser: "Used", createdAt: at(-3), lastSeenAt: at(-1) },
    { browser: "Older", lastSeenAt: at(-2) },
  ]);
});

test("a user can end one session, all others or all, but never another user's", async ({ db }) => {
  const [mia, ben] = [await buildUser(db), await buildUser(db)];
  const start = (userId: string) => startSession(db, { userId, browser: "A browser", now: NOW });
  const [one, two, three, bens] = [await start(mia.id), await start(mia.id), await start(mia.id), await start(ben.id)];
  const idOf = async (token: string) => (await findViewer(db, token, NOW))?.session.id ?? "";
  const open = async () => {
    const found: boolean[] = [];
    for (const token of [one, two, three, bens]) found.push((await idOf(token)) !== "");
    return found;
  };
  const [first, bensId] = [await idOf(one), await idOf(bens)];

  await endOwnSession(db, { userId: mia.id, id: bensId });
  expect(await open()).toEqual([true, true, true, true]);
  await endOwnSession(db, { userId: mia.id, id: await idOf(three) });
  expect(await open()).toEqual([true, true, false, true]);
  await endUserSessions(db, mia.id, first);
  expect(await open()).toEqual([true, false, false, true]);
  await endUserSessions(db, mia.id);
  expect(await open()).toEqual([false, false, false, true]);
});

test("a user over the session limit loses the least recently used session", async ({ db }) => {
  const user = await buildUser(db);
  const start = (minute: number) =>
    startSession(db, { userId: user.id, browser: "A browser", now: new Date(NOW.getTime() + minute * MINUTE_MS) });
  const [first, second] = [await start(0), await start(1)];
  for (let minute = 2; minute <= SESSIONS_PER_USER_MAX; minute += 1) await start(minute);
  const later = new Date(NOW.getTime() + (SESSIONS_PER_USER_MAX + 1) * MINUTE_MS);

  expect(await findViewer(db, first, later)).toBeNull();
  expect(await findViewer(db, second, later)).not.toBeNull();
  expect(await db.$count(sessions)).toBe(SESSIONS_PER_USER_MAX);
});

test("the last use is written at most once a minute", async ({ db }) => {
  const user = await buildUser(db);
  const token = await startSession(db, { userId: user.id, browser: "A browser", now: NOW });
  const seenAt = async (ms: number) => {
    await findViewer(db, token, new Date(NOW.getTime() + ms));
    const [row] = await db.select().from(sessions);
    return row?.lastSeenAt.getTime();
  };

  expect(await seenAt(MINUTE_MS - 1)).toBe(NOW.getTime());
  expect(await seenAt(MINUTE_MS)).toBe(NOW.getTime() + MINUTE_MS);
});

test("a user without a name is shown as Anonymous", async ({ db }) => {
  const user = await buildUser(db, { name: "" });
  const token = await startSession(db, { userId: user.id, browser: "A browser", now: NOW });

  expect((await findViewer(db, token, NOW))?.name).toBe("Anonymous");
});

test("the cleanup deletes expired sessions and no others", async ({ db }) => {
  const user = await buildUser(db);
  const old = new Date(NOW.getTime() - 31 * DAY_MS);
  await startSession(db, { userId: user.id, browser: "An old one", now: old });
  await startSession(db, { userId: user.id, browser: "A new one", now: NOW });

  await deleteExpiredSessions(db, NOW);

  expect((await db.select().from(sessions)).map(({ browser }) => browser)).toEqual(["A new one"]);
});

async function buildUser(db: Database, given: Partial<typeof users.$inferInsert> = {}) {
  const [user] = await db
    .insert(users)
    .values({ name: "Somebody", joinedAt: NOW, ...given })
    .returning();
  if (user === undefined) throw new Error("The user was not saved");
  return user;
}
