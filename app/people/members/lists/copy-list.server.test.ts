import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { lists } from "#app/db/schema/members.ts";
import { places } from "#app/db/schema/places.ts";
import { buildRequestContext, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { requestRoute } from "#tests/request-route.ts";
import { test } from "#tests/test-database.ts";

import * as copyListRoute from "./copy-list.route.ts";
import { copyList } from "./copy-list.server.ts";
import { findOwnList } from "./list-queries.server.ts";
import { FREE_LISTS_MAX } from "./list.ts";
import { addEntry, updateList, deleteList, createList, saveEntryNotes, renewShareLink } from "./lists.server.ts";

describe("copying a shared list", () => {
  test("creates a private list with its places in order, without the notes", async ({ db }) => {
    const { own, slugs, shareKey } = await sharedList(db);
    await saveEntryNotes(db, { ...own, notes: { [slugs[0] ?? ""]: "Ask for the corner." } });
    await db
      .update(places)
      .set({ status: "removed" })
      .where(eq(places.slug, slugs[1] ?? ""));
    const { id: userId } = await buildUser(db);

    const copy = await copyList(db, { userId, shareKey, now: NOW });

    if (copy.outcome !== "copied") throw new Error(copy.outcome);
    const made = await findOwnList(db, { userId, listId: copy.listId }, buildRequestContext());
    expect(made).toMatchObject({ name: "Pizza night", note: "", visibility: "private" });
    expect(made?.entries.map(({ place, note }) => [place.slug, note])).toEqual([
      [slugs[0], ""],
      [slugs[2], ""],
    ]);
    expect(made?.shareKey).not.toBe(shareKey);
  });

  test("again returns the existing copy; the owner gets their own list", async ({ db }) => {
    const { own, shareKey } = await sharedList(db);
    const { id: userId } = await buildUser(db);
    const first = await copyList(db, { userId, shareKey, now: NOW });

    const again = await copyList(db, { userId, shareKey, now: NOW });

    expect(first).toHaveProperty("listId");
    expect(again).toEqual({ ...first, outcome: "copied-before" });
    expect(await db.$count(lists, eq(lists.ownerId, userId))).toBe(1);
    expect(await copyList(db, { userId: own.userId, shareKey, now: NOW })).toEqual({
      outcome: "own",
      listId: own.listId,
    });
  });

  test("is limited to the number of lists of a free membership", async ({ db }) => {
    const { shareKey } = await sharedList(db);
    const { id: userId } = await buildUser(db);
    const listIds: string[] = [];
    for (let count = 0; count < FREE_LISTS_MAX; count += 1) {
      const made = await createList(db, { userId, name: "Mine", note: "", now: NOW });
      if (made !== "lists-full") listIds.push(made.listId);
    }

    expect(await copyList(db, { userId, shareKey, now: NOW })).toEqual({ outcome: "lists-full" });
    await deleteList(db, { userId, listId: listIds[0] ?? "" });
    expect(await copyList(db, { userId, shareKey, now: NOW })).toMatchObject({ outcome: "copied" });
  });

  test("rejects unknown and renewed keys, private lists and lists of suspended owners", async ({ db }) => {
    const { own, shareKey } = await sharedList(db);
    const { id: userId } = await buildUser(db);
    const copy = (key: string) => copyList(db, { userId, shareKey: key, now: NOW });
    const none = { outcome: "no-such-list" };

    for (const key of ["", "x", own.listId, "0".repeat(32)]) expect(await copy(key)).toEqual(none);
    await renewShareLink(db, own);
    expect(await copy(shareKey)).toEqual(none);
    const renewed = (await findOwnList(db, own, buildRequestContext()))?.shareKey ?? "";
    await db.update(users).set({ suspendedAt: NOW }).where(eq(users.id, own.userId));
    expect(await copy(renewed)).toEqual(none);
    await db.update(users).set({ suspendedAt: null }).where(eq(users.id, own.userId));
    await updateList(db, { ...own, name: "Pizza night", note: "", visibility: "private" });
    expect(await copy(renewed)).toEqual(none);
    expect(await db.$count(lists, eq(lists.ownerId, userId))).toBe(0);
  });

  test("keeps the original's name until its author's account is removed, even if the original is deleted", async ({
    db,
  }) => {
    const { own, shareKey } = await sharedList(db);
    const [mia, ben, cleo] = [await buildUser(db), await buildUser(db), await buildUser(db)];
    const first = await copied(db, mia.id, shareKey);
    const link = { userId: mia.id, listId: first, now: NOW };
    await updateList(db, { ...link, name: "Pizza night", note: "", visibility: "link" });
    const ofCopy = await copied(db, ben.id, (await findOwnList(db, link, buildRequestContext()))?.shareKey ?? "");
    const renamed = { userId: cleo.id, listId: await copied(db, cleo.id, shareKey), now: NOW };
    await updateList(db, { ...renamed, name: "Mine", note: "", visibility: "private" });

    await deleteList(db, own);
    expect([await nameOf(db, first), await nameOf(db, ofCopy)]).toEqual(["Pizza night", "Pizza night"]);
    await db.delete(users).where(eq(users.id, own.userId));

    expect(await Promise.all([first, ofCopy, renamed.listId].map((id) => nameOf(db, id)))).toEqual([
      "A copied list",
      "A copied list",
      "Mine",
    ]);
  });

  test("of a copy of the user's own list keeps the user's name for it", async ({ db }) => {
    const { own, shareKey } = await sharedList(db);
    const { id: userId } = await buildUser(db);
    const copy = { userId, listId: await copied(db, userId, shareKey), now: NOW };
    await updateList(db, { ...copy, name: "Pizza night", note: "", visibility: "link" });
    const back = await copied(db, own.userId, (await findOwnList(db, copy, buildRequestContext()))?.shareKey ?? "");

    await db.delete(users).where(eq(users.id, userId));

    expect(await nameOf(db, back)).toBe("Pizza night");
  });

  test("survives deletion of the original", async ({ db }) => {
    const { own, slugs, shareKey } = await sharedList(db);
    const { id: userId } = await buildUser(db);
    const copy = await copyList(db, { userId, shareKey, now: NOW });
    if (copy.outcome !== "copied") throw new Error(copy.outcome);

    await deleteList(db, own);

    const survivingCopy = await findOwnList(db, { userId, listId: copy.listId }, buildRequestContext());
    expect(survivingCopy?.entries.map(({ place }) => place.slug)).toEqual(slugs);
  });
});

/** A member's list of three places, shared by link. */
async function sharedList(db: Database) {
  const { id: userId } = await buildUser(db);
  const words = { name: "Pizza night", note: "For the cousins." };
  const made = await createList(db, { ...words, userId, now: NOW });
  if (made === "lists-full") throw new Error("A new member has no room for a list");
  const own = { userId, listId: made.listId, now: NOW };
  await updateList(db, { ...own, ...words, visibility: "link" });
  const slugs: string[] = [];
  for (const _ of [1, 2, 3]) {
    const { slug } = await buildPlace(db);
    slugs.push(slug);
    await addEntry(db, { ...own, slug });
  }
  const shareKey = (await findOwnList(db, own, buildRequestContext()))?.shareKey ?? "";
  return { own, slugs, shareKey };
}

async function copied(db: Database, userId: string, shareKey: string): Promise<string> {
  const copy = await copyList(db, { userId, shareKey, now: NOW });
  if (copy.outcome !== "copied") throw new Error(copy.outcome);
  return copy.listId;
}

async function nameOf(db: Database, listId: string): Promise<string | undefined> {
  const [list] = await db.select({ name: lists.name }).from(lists).where(eq(lists.id, listId));
  return list?.name;
}

test("a non-ASCII list key is percent-encoded in the redirect", async ({ db }) => {
  const request = { route: copyListRoute, path: "/lists/%E5%AF%BF/copy", params: { key: "寿" }, person: null };

  expect(await requestRoute(db, request)).toBe("/lists/%E5%AF%BF");
});
