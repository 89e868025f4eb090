import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import { users } from "#app/db/schema/accounts.ts";
import { places } from "#app/db/schema/places.ts";
import type { Database } from "#app/db/database.server.ts";
import { buildRequestContext, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { findOwnList } from "./list-queries.server.ts";
import { findListCard } from "./list-social-card.server.ts";
import { addEntry, updateList, createList, renewShareLink } from "./lists.server.ts";

const season = "autumn";

describe("a shared list's social card", () => {
  test("shows its name, its number of open places and the first four of them", async ({ db }) => {
    const { own, shareKey, slugs } = await listOf(db, 6);
    await db
      .update(places)
      .set({ status: "closed" })
      .where(eq(places.slug, slugs[0] ?? ""));

    const card = await findListCard(db, { shareKey: await shareKey(), season });

    expect(own.listId).not.toBe("");
    expect(card).toMatchObject({
      layout: "tiles",
      text: { title: "Pizza night", lines: [{ text: "5 places", quadrant: null }] },
    });
    if (card?.layout !== "tiles") throw new Error("Another layout");
    expect(card.arts.map((art) => art.slice(0, 5))).toEqual(["<svg ", "<svg ", "<svg ", "<svg "]);
  });

  test("shows the street for an empty list", async ({ db }) => {
    const { shareKey } = await listOf(db, 0);

    expect(await findListCard(db, { shareKey: await shareKey(), season })).toMatchObject({
      layout: "street",
      text: { lines: [{ text: "0 places" }] },
    });
  });

  test("doesn't exist for renewed or unknown keys and private lists", async ({ db }) => {
    const { own, shareKey } = await listOf(db, 1);
    const card = (key: string) => findListCard(db, { shareKey: key, season });
    const first = await shareKey();

    expect(await card(first)).not.toBeNull();
    await renewShareLink(db, own);
    expect([await card(first), await card(own.listId), await card("0".repeat(32))]).toEqual([null, null, null]);
    expect(await card(await shareKey())).not.toBeNull();
    await updateList(db, { ...own, name: "Pizza night", note: "", visibility: "private" });
    expect(await card(await shareKey())).toBeNull();
  });

  test.for([{ suspendedAt: NOW }, { deletedAt: NOW }])(
    "doesn't exist if its owner is inactive: %j",
    async (set, { db }) => {
      const { own, shareKey } = await listOf(db, 1);
      await db.update(users).set(set).where(eq(users.id, own.userId));

      expect(await findListCard(db, { shareKey: await shareKey(), season })).toBeNull();
    },
  );

  test("doesn't exist for a demo list", async ({ db }) => {
    const { shareKey } = await listOf(db, 1, true);

    expect(await findListCard(db, { shareKey: await shareKey(), season })).toBeNull();
  });
});

async function listOf(db: Database, count: number, isDemo = false) {
  const { id: userId } = await buildUser(db, { isDemo });
  const words = { name: "Pizza night", note: "" };
  const made = await createList(db, { ...words, userId, now: NOW });
  if (made === "lists-full") throw new Error("A new member has no room for a list");
  const own = { userId, listId: made.listId, now: NOW };
  await updateList(db, { ...own, ...words, visibility: "link" });
  const slugs: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const { slug } = await buildPlace(db);
    slugs.push(slug);
    await addEntry(db, { ...own, slug });
  }
  return { own, slugs, shareKey: async () => (await findOwnList(db, own, buildRequestContext()))?.shareKey ?? "" };
}
