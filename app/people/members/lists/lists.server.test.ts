import { eq } from "drizzle-orm";
import { describe, expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { places } from "#app/db/schema/places.ts";
import { PAGE_TAGS_CHANNEL } from "#app/platform/page-tags.server.ts";
import { buildRequestContext, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import { findOwnList, findSharedList, findOwnLists, findSavedPlacesNotInList } from "./list-queries.server.ts";
import { LIST_PLACES_MAX } from "./list.ts";
import { findPublicLists } from "../profile/member-profile.server.ts";
import {
  addEntry,
  updateList,
  deleteList,
  createList,
  moveEntry,
  saveEntryNotes,
  reorderEntries,
  removeEntry,
  renewShareLink,
} from "./lists.server.ts";
import { saveItem } from "../saves/saves.server.ts";

describe("a list", () => {
  test("has each place once, in the order they were added", async ({ db }) => {
    const { own, slugs } = await listOf(db, 4);
    const [first = "", second = "", third = "", fourth = ""] = slugs;

    expect(await addEntry(db, { ...own, slug: second })).toBe("added");
    expect(await orderOf(db, own)).toEqual(slugs);
    await moveEntry(db, { ...own, slug: fourth, to: "up" });
    await moveEntry(db, { ...own, slug: first, to: "down" });
    expect(await orderOf(db, own)).toEqual([second, first, fourth, third]);
    // Moving past either end does nothing and succeeds.
    expect(await moveEntry(db, { ...own, slug: second, to: "up" })).toBe(true);
    expect(await moveEntry(db, { ...own, slug: third, to: "down" })).toBe(true);
    await removeEntry(db, { ...own, slug: first });
    await addEntry(db, { ...own, slug: first });
    expect(await orderOf(db, own)).toEqual([second, fourth, third, first]);
  });

  test("can be reordered in one step; closed places keep their positions", async ({ db }) => {
    const { own, slugs } = await listOf(db, 4);
    const [first = "", second = "", third = "", fourth = ""] = slugs;
    await db.update(places).set({ status: "closed" }).where(eq(places.slug, second));
    const [was, order] = [
      [first, third, fourth],
      [fourth, first, third],
    ];

    // Sent twice, as by a double tap.
    for (const _ of [1, 2]) expect(await reorderEntries(db, { ...own, was, order })).toBe("ordered");
    expect(await orderOf(db, own)).toEqual(order);
    await moveEntry(db, { ...own, slug: first, to: "up" });
    expect(await orderOf(db, own)).toEqual([first, fourth, third]);
    await db.update(places).set({ status: "published" }).where(eq(places.slug, second));
    expect(await orderOf(db, own)).toEqual([first, second, fourth, third]);
  });

  test("rejects an order based on an outdated order or with other places", async ({ db }) => {
    const { own, slugs } = await listOf(db, 3);
    const [first = "", second = "", third = ""] = slugs;
    const { slug: foreign } = await buildPlace(db);
    const put = (was: string[], order: string[]) => reorderEntries(db, { ...own, was, order });

    expect(await put([second, first, third], [third, second, first])).toBe("changed-meanwhile");
    expect(await put(slugs, [third, second])).toBe("changed-meanwhile");
    expect(await put(slugs, [third, second, second])).toBe("changed-meanwhile");
    expect(await put(slugs, [third, second, foreign])).toBe("changed-meanwhile");
    expect(await put([], [])).toBe("changed-meanwhile");
    expect(await orderOf(db, own)).toEqual(slugs);
  });

  test("has a note for each place", async ({ db }) => {
    const { own, slugs } = await listOf(db, 2);

    expect(await saveEntryNotes(db, { ...own, notes: { [slugs[1] ?? ""]: "Ask for the corner." } })).toBe(true);

    const list = await findOwnList(db, own, buildRequestContext());
    expect(list?.entries.map(({ note }) => note)).toEqual(["", "Ask for the corner."]);
  });

  test("can't be read or changed by another member", async ({ db }) => {
    const { own, slugs } = await listOf(db, 1);
    const theirs = { ...own, userId: (await buildUser(db)).id };
    const slug = slugs[0] ?? "";
    const words = { name: "Mine now", note: "", visibility: "public" as const };

    expect(await findOwnList(db, theirs, buildRequestContext())).toBeNull();
    expect(await addEntry(db, { ...theirs, slug })).toBe("no-such-list");
    expect(await updateList(db, { ...theirs, ...words })).toBe(false);
    expect(await saveEntryNotes(db, { ...theirs, notes: { [slug]: "x" } })).toBe(false);
    expect(await moveEntry(db, { ...theirs, slug, to: "up" })).toBe(false);
    expect(await removeEntry(db, { ...theirs, slug })).toBe(false);
    expect(await reorderEntries(db, { ...theirs, was: slugs, order: slugs })).toBe("no-such-list");
    expect(await renewShareLink(db, theirs)).toBe(false);
    expect(await deleteList(db, theirs)).toBe(false);
    expect(await orderOf(db, own)).toEqual(slugs);
  });

  test(`has at most ${LIST_PLACES_MAX} places, and a free member has at most three lists`, async ({ db }) => {
    const { own } = await listOf(db, LIST_PLACES_MAX);
    const another = await buildPlace(db);
    const make = () => createList(db, { userId: own.userId, name: "Another", note: "", now: NOW });

    expect(await addEntry(db, { ...own, slug: another.slug })).toBe("list-full");
    for (const _ of [2, 3]) expect(await make()).toHaveProperty("listId");
    expect(await make()).toBe("lists-full");
    await deleteList(db, own);
    expect(await make()).toHaveProperty("listId");
  });

  test("rejects places that aren't published, and invalid list ids find nothing", async ({ db }) => {
    const { own } = await listOf(db, 0);
    const gone = await buildPlace(db, { status: "removed" });

    expect(await addEntry(db, { ...own, slug: gone.slug })).toBe("no-such-place");
    for (const listId of ["", "x", "00000000-0000-4000-8000-000000000000"]) {
      expect(await findOwnList(db, { ...own, listId }, buildRequestContext())).toBeNull();
      expect(await deleteList(db, { ...own, listId })).toBe(false);
    }
  });
});

describe("a shared list", () => {
  test("is visible by its key until the key is renewed or the list is made private", async ({ db }) => {
    const { own } = await listOf(db, 1);
    const keyNow = async () => (await findOwnList(db, own, buildRequestContext()))?.shareKey ?? "";
    const visible = (key: string) => findSharedList(db, key, buildRequestContext());
    const share = (visibility: "private" | "link" | "public") =>
      updateList(db, { ...own, name: "Shared", note: "", visibility });

    expect(await visible(await keyNow())).toBeNull();
    await share("link");
    const first = await keyNow();
    expect(await visible(first)).toMatchObject({ name: "Shared", entries: [{ note: "" }] });
    await renewShareLink(db, own);
    const second = await keyNow();
    expect([await visible(first), (await visible(second))?.name]).toEqual([null, "Shared"]);
    await share("private");
    await share("link");
    expect([await visible(second), (await visible(await keyNow()))?.name]).toEqual([null, "Shared"]);
    expect(await visible(own.listId)).toBeNull();
  });

  test.for([{ suspendedAt: NOW }, { deletedAt: NOW }])(
    "isn't visible if its owner is inactive: %j",
    async (set, { db }) => {
      const { own } = await listOf(db, 1);
      await updateList(db, { ...own, name: "Shared", note: "", visibility: "public" });
      const key = (await findOwnList(db, own, buildRequestContext()))?.shareKey ?? "";
      expect(await findSharedList(db, key, buildRequestContext())).not.toBeNull();

      await db.update(users).set(set).where(eq(users.id, own.userId));

      expect(await findSharedList(db, key, buildRequestContext())).toBeNull();
    },
  );
});

test("saved places that aren't in the list can be added; lists say whether they have a place", async ({ db }) => {
  const { own, slugs } = await listOf(db, 1);
  const saved = await buildPlace(db);
  for (const slug of [saved.slug, ...slugs]) {
    await saveItem(db, { userId: own.userId, item: { kind: "places", slug }, now: NOW });
  }

  expect(await findSavedPlacesNotInList(db, own)).toEqual([{ slug: saved.slug, name: saved.name }]);
  expect(await findOwnLists(db, { userId: own.userId, slug: slugs[0] ?? "" })).toEqual([
    { id: own.listId, name: "A list", visibility: "private", placeCount: 1, hasPlace: true },
  ]);
  expect(await findOwnLists(db, { userId: own.userId })).toMatchObject([{ hasPlace: false }]);
});

describe("a member's page", () => {
  test("shows only public lists", async ({ db }) => {
    const { own } = await listOf(db, 2);
    const visible = () => findPublicLists(db, own.userId);

    for (const visibility of ["private", "link"] as const) {
      await updateList(db, { ...own, name: "Mine", note: "", visibility });
      expect(await visible()).toEqual([]);
    }
    await updateList(db, { ...own, name: "Mine", note: "", visibility: "public" });
    expect(await visible()).toMatchObject([{ name: "Mine", placeCount: 2 }]);
  });

  test("is invalidated when one of their lists is changed or deleted", async () => {
    const opened = await workerDatabase();
    const receivedTags: string[] = [];
    await opened.listen(PAGE_TAGS_CHANNEL, { onMessage: (payload) => receivedTags.push(payload), onGap: () => {} });
    const { id: userId } = await buildUser(opened.db);
    onTestFinished(async () => {
      await opened.db.delete(users).where(eq(users.id, userId));
    });
    const made = await createList(opened.db, { userId, name: "Mine", note: "", now: NOW });
    const own = { userId, listId: made === "lists-full" ? "" : made.listId, now: NOW };
    const tag = `member:${userId}`;

    await updateList(opened.db, { ...own, name: "Mine", note: "", visibility: "public" });
    await expect.poll(() => receivedTags.filter((each) => each === tag).length).toBe(1);
    await deleteList(opened.db, own);
    await expect.poll(() => receivedTags.filter((each) => each === tag).length).toBe(2);
  });
});

/** A member's private list with `count` new places. */
async function listOf(db: Database, count: number) {
  const { id: userId } = await buildUser(db);
  const made = await createList(db, { userId, name: "A list", note: "", now: NOW });
  if (made === "lists-full") throw new Error("A new member has no room for a list");
  const own = { userId, listId: made.listId, now: NOW };
  const slugs: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const { slug } = await buildPlace(db);
    slugs.push(slug);
    await addEntry(db, { ...own, slug });
  }
  return { own, slugs };
}

async function orderOf(db: Database, own: { userId: string; listId: string }): Promise<string[]> {
  const list = await findOwnList(db, own, buildRequestContext());
  return list?.entries.map(({ place }) => place.slug) ?? [];
}
