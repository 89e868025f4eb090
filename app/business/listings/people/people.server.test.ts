import { and, eq, inArray, isNull } from "drizzle-orm";
import { describe, expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { placeClaims, placeInvitations, placeOwners } from "#app/db/schema/business.ts";
import { mails } from "#app/db/schema/mail.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { notifications } from "#app/db/schema/notifications.ts";
import { places } from "#app/db/schema/places.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { buildOwner, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import {
  CODE_TRIES_MAX,
  confirmMailCode,
  startEvidenceClaim,
  startMailClaim,
  startWebsiteClaim,
} from "../claims/claims.server.ts";
import {
  acceptInvitation,
  findInvitation,
  purgeOldInvitations,
  changeManagerRole,
  transferOwnership,
  INVITATIONS_PER_DAY_MAX,
  listOpenInvitations,
  inviteManager,
  leavePlace,
  listManagers,
  revokeInvitation,
  removeManagerByOwner,
} from "./people.server.ts";

const later = (ms: number) => new Date(NOW.getTime() + ms);

describe("an invitation", () => {
  test("is accepted once, by the account with its email address, and the others are notified", async ({ db }) => {
    const { input, manager } = await buildShop(db);
    await inviteManager(db, { ...input, typed: " New@Example.com ", role: "owner" });
    const key = await lastKey(db);
    const [other, person] = [
      await buildUser(db, { email: "other@example.com" }),
      await buildUser(db, { email: "new@example.com" }),
    ];

    const outcomes = [
      await acceptInvitation(db, { key, person: other, now: NOW }),
      await acceptInvitation(db, { key, person: { id: person.id, email: null }, now: NOW }),
      await acceptInvitation(db, { key, person, now: later(2) }),
      await acceptInvitation(db, { key, person, now: later(2) }),
    ];

    expect(outcomes).toEqual(["other-address", "other-address", "joined", "gone"]);
    expect(await listManagers(db, { placeId: input.placeId, viewerId: person.id })).toMatchObject([
      { role: "owner" },
      { role: "owner" },
      { role: "owner", isYou: true, name: person.name },
      { role: "manager" },
    ]);
    expect(await roleOf(db, person.id)).toBe("business");
    expect([
      await notificationKinds(db, input.actorId),
      await notificationKinds(db, manager.id),
      await notificationKinds(db, person.id),
    ]).toEqual([["people-changed"], ["people-changed"], []]);
  });

  test("expires after seven days, can be revoked, and ends when the inviter leaves", async ({ db }) => {
    const { input, second } = await buildShop(db);
    const person = await buildUser(db, { email: "new@example.com" });
    const send = async (by: string, now = NOW) => {
      expect(await inviteManager(db, { ...input, actorId: by, typed: "new@example.com", role: "manager", now })).toBe(
        "invited",
      );
      return lastKey(db);
    };
    const isOpen = async (key: string, now: Date) => (await findInvitation(db, { key, now })) !== null;

    const first = await send(input.actorId);
    expect([await isOpen(first, later(7 * DAY_MS - 1)), await isOpen(first, later(7 * DAY_MS))]).toEqual([true, false]);
    const [invited] = await listOpenInvitations(db, input);
    await revokeInvitation(db, { ...input, invitationId: invited?.id ?? "" });
    expect(await acceptInvitation(db, { key: first, person, now: NOW })).toBe("gone");

    const third = await send(second.id);
    await removeManagerByOwner(db, { ...input, userId: second.id });
    expect(await acceptInvitation(db, { key: third, person, now: NOW })).toBe("gone");
    expect(await isOpen("", NOW)).toBe(false);
  });

  test("its key is only in the mail, which no data export contains and which names no one", async ({ db }) => {
    const { input, owner } = await buildShop(db);
    await inviteManager(db, { ...input, typed: "new@example.com", role: "manager" });
    const key = await lastKey(db);

    expect(JSON.stringify(await db.select().from(placeInvitations))).not.toContain(key);
    expect(await db.select().from(mails)).toMatchObject([
      { userId: null, toName: "", bodyText: expect.not.stringContaining(owner.name) },
    ]);
  });

  test("is in the audit log with inviter and revoker, without the email address", async ({ db }) => {
    const { input } = await buildShop(db);
    for (const typed of ["new@example.com", "NEW@example.com"])
      await inviteManager(db, { ...input, typed, role: "manager" });
    const [invited] = await listOpenInvitations(db, input);
    const invitationId = invited?.id ?? "";
    for (const _again of [1, 2]) await revokeInvitation(db, { ...input, invitationId });

    const isOfThem = inArray(auditEntries.action, ["place.invite", "place.invitation-revoked"]);
    const entries = await db.select().from(auditEntries).where(isOfThem).orderBy(auditEntries.id);
    const by = { actorKind: "owner", actorId: input.actorId, subjectId: String(input.placeId) };
    const sent = { invitation: invitationId, role: "manager" };
    expect(entries).toMatchObject([
      { ...by, action: "place.invite", before: null, after: sent },
      { ...by, action: "place.invitation-revoked", before: sent, after: null },
    ]);
    expect(JSON.stringify(entries)).not.toContain("example.com");
  });

  test("sent again is one invitation with one mail; the daily limit includes revoked ones", async ({ db }) => {
    const { input } = await buildShop(db);
    const send = (typed: string, now = NOW) => inviteManager(db, { ...input, typed, role: "manager", now });
    expect([await send("new@example.com"), await send("NEW@example.com"), await db.$count(mails)]).toEqual([
      "invited",
      "invited",
      1,
    ]);
    expect(await send("nobody")).toBe("no-address");

    for (let count = 1; count < INVITATIONS_PER_DAY_MAX; count += 1) {
      await send(`new-${count}@example.com`);
      const [last] = await db
        .select()
        .from(placeInvitations)
        .where(eq(placeInvitations.email, `new-${count}@example.com`));
      await revokeInvitation(db, { ...input, invitationId: last?.id ?? "" });
    }
    expect(await send("one-more@example.com")).toBe("too-many");
    expect(await send("one-more@example.com", later(DAY_MS))).toBe("invited");
    expect(await db.$count(placeInvitations, isNull(placeInvitations.closedAt))).toBe(2);

    await purgeOldInvitations(db, later(37 * DAY_MS + 1));
    expect(await db.$count(placeInvitations)).toBe(1);
  });
});

describe("an owner changing other people", () => {
  test("is refused for managers, owners of other places and strangers", async ({ db }) => {
    const { input, manager, second } = await buildShop(db);
    const elsewhere = await buildShop(db);
    await inviteManager(db, { ...input, typed: "new@example.com", role: "manager" });
    const [invited] = await listOpenInvitations(db, input);
    const before = await db.select().from(placeOwners);
    const stranger = await buildUser(db, { role: "admin" });

    for (const actorId of [manager.id, elsewhere.owner.id, stranger.id]) {
      const by = { ...input, actorId };
      expect([
        await inviteManager(db, { ...by, typed: "mine@example.com", role: "owner" }),
        await revokeInvitation(db, { ...by, invitationId: invited?.id ?? "" }),
        await changeManagerRole(db, { ...by, userId: manager.id, role: "owner" }),
        await transferOwnership(db, { ...by, userId: manager.id }),
        await removeManagerByOwner(db, { ...by, userId: second.id }),
      ]).toEqual(Array.from({ length: 5 }, () => "not-owner"));
    }
    for (const actorId of [elsewhere.owner.id, stranger.id]) {
      expect(await leavePlace(db, { ...input, actorId, isConfirmed: true })).toBe("not-there");
    }
    const theirs = elsewhere.input;
    expect(await revokeInvitation(db, { ...theirs, invitationId: invited?.id ?? "" })).toBe("done");

    expect(await db.select().from(placeOwners)).toEqual(before);
    expect(await listOpenInvitations(db, input)).toHaveLength(1);
  });

  test("can't change people who aren't there, or the owner themselves", async ({ db }) => {
    const { input } = await buildShop(db);
    const { manager } = await buildShop(db);
    for (const userId of [manager.id, input.actorId]) {
      expect([
        await changeManagerRole(db, { ...input, userId, role: "manager" }),
        await transferOwnership(db, { ...input, userId }),
        await removeManagerByOwner(db, { ...input, userId }),
      ]).toEqual(["not-there", "not-there", "not-there"]);
    }
  });

  test("changes roles, transfers ownership, and makes a removed person a member again, notified", async ({ db }) => {
    const { input, manager, second } = await buildShop(db);

    expect(await changeManagerRole(db, { ...input, userId: second.id, role: "manager" })).toBe("done");
    expect(await transferOwnership(db, { ...input, userId: manager.id })).toBe("done");
    expect(await removeManagerByOwner(db, { ...input, userId: second.id })).toBe("not-owner");
    expect(await removeManagerByOwner(db, { ...input, actorId: manager.id, userId: second.id })).toBe("done");

    expect(await managersOf(db, input.placeId)).toEqual({ [input.actorId]: "manager", [manager.id]: "owner" });
    expect([await roleOf(db, second.id), await roleOf(db, input.actorId)]).toEqual(["member", "business"]);
    expect(await notificationKinds(db, second.id)).toEqual(["owner-role-given", "people-changed", "place-left"]);
  });
});

describe("leaving a place", () => {
  test("the last owner has to confirm; then everybody is removed and the place can be claimed", async ({ db }) => {
    const { input, owner, second, manager } = await buildShop(db);
    const leave = (actorId: string, isConfirmed = false) => leavePlace(db, { ...input, actorId, isConfirmed });

    expect(await leave(second.id)).toBe("left");
    expect(await leave(owner.id)).toBe("last-owner");
    expect(await managersOf(db, input.placeId)).toEqual({ [owner.id]: "owner", [manager.id]: "manager" });
    expect(await leave(owner.id, true)).toBe("released");

    expect(await managersOf(db, input.placeId)).toEqual({});
    for (const { id } of [owner, second, manager]) expect(await roleOf(db, id)).toBe("member");
    expect(await notificationKinds(db, manager.id)).toEqual(["people-changed", "place-left"]);
    const claiming = { placeId: input.placeId, claimerId: manager.id, now: NOW };
    expect(await startMailClaim(db, { ...claiming, typed: "office@example.com" })).toBe("sent");
  });

  test("managers of another place stay a business, and admins stay admins", async ({ db }) => {
    const { input, owner, second } = await buildShop(db);
    await buildOwner(db, { placeId: (await buildPlace(db)).id, userId: second.id });
    await db.update(users).set({ role: "admin" }).where(eq(users.id, owner.id));

    await leavePlace(db, { ...input, actorId: second.id, isConfirmed: false });
    await leavePlace(db, { ...input, actorId: owner.id, isConfirmed: true });

    expect([await roleOf(db, second.id), await roleOf(db, owner.id)]).toEqual(["business", "admin"]);
  });
});

describe("concurrent requests", () => {
  test("twenty equal requests give one code with one mail, one case, one invitation, one owner and one manager", async () => {
    const { db } = await workerDatabase();
    const { placeId, mia, ada } = await buildCommitted(db);
    const claiming = { placeId, claimerId: mia.id, now: NOW };
    const twenty = <Outcome>(act: () => Promise<Outcome>) => Promise.all(Array.from({ length: 20 }, act));

    const sent = await twenty(() => startMailClaim(db, { ...claiming, typed: "office@example.com" }));
    const site = await twenty(() => startWebsiteClaim(db, { ...claiming, draft: "draft" }));
    const evidence = await twenty(() =>
      startEvidenceClaim(db, { ...claiming, evidence: "It is mine, as the license says." }),
    );
    expect([
      new Set(sent).size,
      new Set(site.map((each) => JSON.stringify(each))).size,
      new Set(evidence).size,
    ]).toEqual([1, 1, 1]);
    expect(await db.$count(placeClaims, eq(placeClaims.placeId, placeId))).toBe(3);
    expect(await db.$count(moderationCases, eq(moderationCases.placeId, placeId))).toBe(1);
    const code = await codeIn(db, placeId);

    const granted = await twenty(() => confirmMailCode(db, { ...claiming, typed: code }));
    expect(granted.filter((outcome) => outcome === "granted")).toHaveLength(1);
    const input = { placeId, actorId: mia.id, now: NOW };
    await twenty(() => inviteManager(db, { ...input, typed: ada.email ?? "", role: "manager" }));
    expect(await db.$count(placeInvitations, eq(placeInvitations.placeId, placeId))).toBe(1);
    const key = await keyIn(db, placeId);
    const joined = await twenty(() => acceptInvitation(db, { key, person: ada, now: NOW }));
    expect(joined.filter((outcome) => outcome === "joined")).toHaveLength(1);
    expect(await managersOf(db, placeId)).toEqual({ [mia.id]: "owner", [ada.id]: "manager" });
  });

  test("five of forty guesses are compared", async () => {
    const { db } = await workerDatabase();
    const { placeId, mia } = await buildCommitted(db);
    const claiming = { placeId, claimerId: mia.id, now: NOW };
    await startMailClaim(db, { ...claiming, typed: "office@example.com" });

    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) => confirmMailCode(db, { ...claiming, typed: `WRONG${index}` })),
    );

    // The fifth wrong guess already answers that no tries are left.
    expect(outcomes.filter((outcome) => outcome === "wrong")).toHaveLength(CODE_TRIES_MAX - 1);
    expect(outcomes.filter((outcome) => outcome === "no-tries")).toHaveLength(40 - CODE_TRIES_MAX + 1);
    expect(await confirmMailCode(db, { ...claiming, typed: await codeIn(db, placeId) })).toBe("no-tries");
  });

  test("two owners who demote each other leave one owner, and two who leave are both removed", async () => {
    const { db } = await workerDatabase();
    const { placeId, mia, ada } = await buildCommitted(db);
    for (const { id: userId } of [mia, ada]) await buildOwner(db, { placeId, userId });
    const input = (actorId: string) => ({ placeId, actorId, now: NOW });

    const given = await Promise.all([
      changeManagerRole(db, { ...input(mia.id), userId: ada.id, role: "manager" }),
      changeManagerRole(db, { ...input(ada.id), userId: mia.id, role: "manager" }),
    ]);
    expect(given.toSorted()).toEqual(["done", "not-owner"]);
    await Promise.all([mia, ada].map(({ id }) => leavePlace(db, { ...input(id), isConfirmed: true })));

    expect(await managersOf(db, placeId)).toEqual({});
    expect([await roleOf(db, mia.id), await roleOf(db, ada.id)]).toEqual(["member", "member"]);
  });

  test("a member who leaves one place while getting another is a business afterwards", async () => {
    const { db } = await workerDatabase();
    const [one, other] = [await buildCommitted(db), await buildCommitted(db)];
    await buildOwner(db, { placeId: one.placeId, userId: one.mia.id });
    await db.update(users).set({ role: "business" }).where(eq(users.id, one.mia.id));
    const claiming = { placeId: other.placeId, claimerId: one.mia.id, now: NOW };
    await startMailClaim(db, { ...claiming, typed: "office@example.com" });
    const typed = await codeIn(db, other.placeId);

    await Promise.all([
      leavePlace(db, { placeId: one.placeId, actorId: one.mia.id, isConfirmed: true, now: NOW }),
      confirmMailCode(db, { ...claiming, typed }),
    ]);

    expect(await roleOf(db, one.mia.id)).toBe("business");
  });
});

/** A place with two owners and a manager, and the first owner as the actor. */
async function buildShop(db: Database) {
  const { id: placeId } = await buildPlace(db, { website: "https://www.example.com" });
  const [owner, second, manager] = [
    await buildUser(db, { role: "business" }),
    await buildUser(db, { role: "business" }),
    await buildUser(db, { role: "business" }),
  ];
  await buildOwner(db, { placeId, userId: owner.id });
  await buildOwner(db, { placeId, userId: second.id, role: "owner", since: later(1) });
  await buildOwner(db, { placeId, userId: manager.id, role: "manager", addedBy: owner.id });
  return { owner, second, manager, input: { placeId, actorId: owner.id, now: NOW } };
}

/** A place and two people outside any transaction, for concurrent requests. They are deleted when the test ends. */
async function buildCommitted(db: Database) {
  const { id: placeId } = await buildPlace(db, { website: "https://www.example.com" });
  const name = crypto.randomUUID();
  const [mia, ada] = [await buildUser(db), await buildUser(db, { email: `${name}@example.com` })];
  onTestFinished(async () => {
    await db.delete(places).where(eq(places.id, placeId));
    await db.delete(users).where(inArray(users.id, [mia.id, ada.id]));
    await db.delete(mails).where(isNull(mails.userId));
  });
  return { placeId, mia, ada };
}

async function codeIn(db: Database, placeId: number): Promise<string> {
  const rows = await db
    .select()
    .from(placeClaims)
    .where(and(eq(placeClaims.placeId, placeId), eq(placeClaims.method, "mail")));
  const keys = rows.map(({ id }) => `claim-code:${id}`);
  const sent = await db.select().from(mails).where(inArray(mails.key, keys));
  expect(sent).toHaveLength(1);
  return /code is (\S+)\./.exec(sent[0]?.bodyText ?? "")?.[1] ?? "";
}

async function keyIn(db: Database, placeId: number): Promise<string> {
  const [row] = await db.select().from(placeInvitations).where(eq(placeInvitations.placeId, placeId));
  const sent = await db
    .select()
    .from(mails)
    .where(eq(mails.key, `invitation:${row?.id}`));
  expect(sent).toHaveLength(1);
  return keyOf(sent[0]?.bodyText);
}

async function lastKey(db: Database): Promise<string> {
  const [open] = await db.select().from(placeInvitations).where(isNull(placeInvitations.closedAt));
  const [mail] = await db
    .select()
    .from(mails)
    .where(eq(mails.key, `invitation:${open?.id}`));
  return keyOf(mail?.bodyText);
}

function keyOf(text: string | undefined): string {
  return /invitations\/([0-9a-f]{64})/.exec(text ?? "")?.[1] ?? "";
}

async function managersOf(db: Database, placeId: number): Promise<Record<string, string>> {
  const rows = await db.select().from(placeOwners).where(eq(placeOwners.placeId, placeId));
  return Object.fromEntries(rows.map(({ userId, role }) => [userId, role]));
}

async function roleOf(db: Database, userId: string): Promise<string | undefined> {
  return (await db.select({ role: users.role }).from(users).where(eq(users.id, userId)))[0]?.role;
}

async function notificationKinds(db: Database, userId: string): Promise<string[]> {
  const rows = await db.select().from(notifications).where(eq(notifications.userId, userId));
  return rows.map(({ kind }) => kind).toSorted();
}
