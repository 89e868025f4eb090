import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";

import { posts } from "#app/db/schema/guides.ts";
import { places } from "#app/db/schema/places.ts";
import { savedPlaces } from "#app/db/schema/members.ts";
import { buildGuide, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { parseSaveItem, type SaveItem } from "./save-item.ts";
import { findUnavailableSaves } from "./saved-item-queries.server.ts";
import { isSavedBy, removeUnavailableSaves, saveItem, unsaveItem, withSavedPlaces } from "./saves.server.ts";

describe("saving", () => {
  test("a place or guide lasts until it is unsaved, for that member only", async ({ db }) => {
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
      expect(await saveItem(db, { userId: user.id, item, now: NOW })).toBe("saved");
      expect([await isSavedBy(db, user, item), await isSavedBy(db, other, item)]).toEqual([true, false]);
      expect(await unsaveItem(db, { userId: user.id, item })).toBe("unsaved");
      expect(await isSavedBy(db, user, item)).toBe(false);
    }
  });

  test("and unsaving a place are retried after a deadlock with others", async ({ db }) => {
    const [place, user] = [await buildPlace(db), await buildUser(db)];
    const item: SaveItem = { kind: "places", slug: place.slug };
    await db.execute(sql`create sequence tries`);
    // Simulates the database's deadlock error on every first attempt.
    await db.execute(sql`
      create function fail_with_deadlock() returns trigger language plpgsql as $$
      begin
        if nextval('tries') % 2 = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        return null;
      end $$`);
    await db.execute(sql`
      create trigger fail_with_deadlock before insert or delete on saved_places for each statement execute function fail_with_deadlock()`);

    expect(await saveItem(db, { userId: user.id, item, now: NOW })).toBe("saved");
    expect(await isSavedBy(db, user, item)).toBe(true);
    expect(await unsaveItem(db, { userId: user.id, item })).toBe("unsaved");
    expect(await isSavedBy(db, user, item)).toBe(false);
  });

  test("and unsaving are idempotent", async ({ db }) => {
    const [place, user] = [await buildPlace(db), await buildUser(db)];
    const item: SaveItem = { kind: "places", slug: place.slug };

    for (const _ of [1, 2]) expect(await saveItem(db, { userId: user.id, item, now: NOW })).toBe("saved");
    expect(await db.$count(savedPlaces)).toBe(1);
    for (const _ of [1, 2]) expect(await unsaveItem(db, { userId: user.id, item })).toBe("unsaved");
    expect(await db.$count(savedPlaces)).toBe(0);
  });

  test("is rejected for unknown, removed and not yet published items", async ({ db }) => {
    const user = await buildUser(db);
    const closed = await buildPlace(db, { status: "removed" });
    const coming = await buildGuide(db, { publishedAt: new Date(NOW.getTime() + 60_000) });
    const items: SaveItem[] = [
      { kind: "places", slug: "no-such-place" },
      { kind: "places", slug: closed.slug },
      { kind: "posts", slug: "no-such-guide" },
      { kind: "posts", slug: coming.slug },
    ];

    for (const item of items) expect(await saveItem(db, { userId: user.id, item, now: NOW })).toBe("no-such-item");
  });

  test("stops at the limit until one is removed; saving an already saved item still succeeds", async ({ db }) => {
    const user = await buildUser(db);
    const [first, second, last] = [await buildPlace(db), await buildPlace(db), await buildPlace(db)];
    const saveOf = ({ slug }: { slug: string }) => ({
      userId: user.id,
      item: { kind: "places" as const, slug },
      now: NOW,
      savesMax: 2,
    });
    for (const place of [first, second]) expect(await saveItem(db, saveOf(place))).toBe("saved");

    expect(await saveItem(db, saveOf(last))).toBe("saves-full");
    expect(await saveItem(db, saveOf(first))).toBe("saved");
    await unsaveItem(db, saveOf(first));
    expect(await saveItem(db, saveOf(last))).toBe("saved");
  });

  test("is shown on lists of places for a member, but not for a guest", async ({ db }) => {
    const [user, saved, other] = [await buildUser(db), await buildPlace(db), await buildPlace(db)];
    await saveItem(db, { userId: user.id, item: { kind: "places", slug: saved.slug }, now: NOW });
    const items = [{ slug: saved.slug }, { slug: other.slug }];

    expect(await withSavedPlaces(db, user, items)).toEqual([
      { slug: saved.slug, isSaved: true },
      { slug: other.slug, isSaved: false },
    ]);
    expect(await withSavedPlaces(db, null, items)).toEqual(items);
  });
});

test.for(["", "places", "places/", "places/A", "lists/a", "places/a/b", "places/../x", `places/${"a".repeat(200)}`])(
  "%j isn't a valid item",
  (name) => expect(parseSaveItem(name)).toBeNull(),
);

describe("saves that are no longer listed", () => {
  test("are listed by name and can be removed one by one or all at once, without affecting other saves", async ({
    db,
  }) => {
    const [user, other] = [await buildUser(db), await buildUser(db)];
    const [open, closed, removed] = [await buildPlace(db), await buildPlace(db), await buildPlace(db)];
    const [out, draft] = [await buildGuide(db), await buildGuide(db)];
    for (const userId of [user.id, other.id]) {
      for (const { slug } of [open, closed, removed])
        await saveItem(db, { userId, item: { kind: "places", slug }, now: NOW });
      for (const { slug } of [out, draft]) await saveItem(db, { userId, item: { kind: "posts", slug }, now: NOW });
    }
    await db.update(places).set({ status: "closed" }).where(eq(places.id, closed.id));
    await db.update(places).set({ status: "removed" }).where(eq(places.id, removed.id));
    await db.update(posts).set({ status: "draft" }).where(eq(posts.id, draft.id));
    const unavailable = (userId: string, kind: "places" | "guides") =>
      findUnavailableSaves(db, { userId, kind, now: NOW });

    expect((await unavailable(user.id, "places")).items.map(({ slug }) => slug)).toEqual([removed.slug, closed.slug]);
    expect(await unavailable(user.id, "guides")).toEqual({
      total: 1,
      items: [{ slug: draft.slug, name: draft.title }],
    });
    await unsaveItem(db, { userId: user.id, item: { kind: "places", slug: closed.slug } });
    expect((await unavailable(user.id, "places")).total).toBe(1);
    for (const kind of ["places", "posts"] as const)
      await removeUnavailableSaves(db, { userId: user.id, kind, now: NOW });

    expect([(await unavailable(user.id, "places")).total, (await unavailable(user.id, "guides")).total]).toEqual([
      0, 0,
    ]);
    expect(await isSavedBy(db, user, { kind: "places", slug: open.slug })).toBe(true);
    expect(await isSavedBy(db, user, { kind: "posts", slug: out.slug })).toBe(true);
    expect((await unavailable(other.id, "places")).total).toBe(2);
  });
});
