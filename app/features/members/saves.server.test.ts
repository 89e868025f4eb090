import { describe, expect } from "vitest";

import { savedPlaces } from "#app/db/schema/members.ts";
import { buildGuide, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { readItem, type SaveItem } from "./save-item.ts";
import { isSavedBy, save, unsave, withSaved } from "./saves.server.ts";

describe("saving", () => {
  test("a place or a guide holds until it is taken back, for one member alone", async ({ db }) => {
    const [place, guide, user, other] = [
      await buildPlace(db),
      await buildGuide(db),
      await buildUser(db),
      await buildUser(db),
    ];
    const items: SaveItem[] = [
      { kind: "places", slug: place.slug },
      { kind: "posts", slug: guide.slug },
    ];

    for (const item of items) {
      expect(await save(db, { userId: user.id, item, now: NOW })).toBe("saved");
      expect([await isSavedBy(db, user, item), await isSavedBy(db, other, item)]).toEqual([true, false]);
      expect(await unsave(db, { userId: user.id, item })).toBe("unsaved");
      expect(await isSavedBy(db, user, item)).toBe(false);
    }
  });

  test("twice is once, and taking back twice is no failure", async ({ db }) => {
    const [place, user] = [await buildPlace(db), await buildUser(db)];
    const item: SaveItem = { kind: "places", slug: place.slug };

    for (const _ of [1, 2]) expect(await save(db, { userId: user.id, item, now: NOW })).toBe("saved");
    expect(await db.$count(savedPlaces)).toBe(1);
    for (const _ of [1, 2]) expect(await unsave(db, { userId: user.id, item })).toBe("unsaved");
    expect(await db.$count(savedPlaces)).toBe(0);
  });

  test("what isn't there, is gone or isn't out yet can't be saved", async ({ db }) => {
    const user = await buildUser(db);
    const closed = await buildPlace(db, { status: "removed" });
    const coming = await buildGuide(db, { publishedAt: new Date(NOW.getTime() + 60_000) });
    const items: SaveItem[] = [
      { kind: "places", slug: "no-such-place" },
      { kind: "places", slug: closed.slug },
      { kind: "posts", slug: "no-such-guide" },
      { kind: "posts", slug: coming.slug },
    ];

    for (const item of items) expect(await save(db, { userId: user.id, item, now: NOW })).toBe("no-such-item");
  });

  test("stops when there is no more room, goes on when one is taken out, and what is saved already stays a success", async ({
    db,
  }) => {
    const user = await buildUser(db);
    const [first, second, last] = [await buildPlace(db), await buildPlace(db), await buildPlace(db)];
    const saveOf = ({ slug }: { slug: string }) => ({
      userId: user.id,
      item: { kind: "places" as const, slug },
      now: NOW,
      savesMax: 2,
    });
    for (const place of [first, second]) expect(await save(db, saveOf(place))).toBe("saved");

    expect(await save(db, saveOf(last))).toBe("saves-full");
    expect(await save(db, saveOf(first))).toBe("saved");
    await unsave(db, saveOf(first));
    expect(await save(db, saveOf(last))).toBe("saved");
  });

  test("a list of places says which are saved; for a guest it says nothing of it", async ({ db }) => {
    const [user, saved, other] = [await buildUser(db), await buildPlace(db), await buildPlace(db)];
    await save(db, { userId: user.id, item: { kind: "places", slug: saved.slug }, now: NOW });
    const items = [{ slug: saved.slug }, { slug: other.slug }];

    expect(await withSaved(db, user, items)).toEqual([
      { slug: saved.slug, isSaved: true },
      { slug: other.slug, isSaved: false },
    ]);
    expect(await withSaved(db, null, items)).toEqual(items);
  });
});

test.for(["", "places", "places/", "places/A", "lists/a", "places/a/b", "places/../x", `places/${"a".repeat(200)}`])(
  "%j names nothing that can be saved",
  (name) => expect(readItem(name)).toBeNull(),
);
