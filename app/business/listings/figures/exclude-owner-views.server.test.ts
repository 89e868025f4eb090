import { expect } from "vitest";

import type { View } from "#app/guide/analytics/counters/view-counter.server.ts";
import { buildOwner, buildPlace, buildUser } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { managesPlace, excludeOwnedPlaces } from "./exclude-owner-views.server.ts";

const VISITOR = { address: "203.0.113.1", userAgent: "a browser" };

test("views by owners and managers don't count for their place, but for other places", async ({ db }) => {
  const [own, other] = [await buildPlace(db), await buildPlace(db)];
  const [owner, manager, member] = [await buildUser(db), await buildUser(db), await buildUser(db)];
  await buildOwner(db, { placeId: own.id, userId: owner.id });
  await buildOwner(db, { placeId: own.id, userId: manager.id, role: "manager" });
  const page = (slug: string): View => ({ subject: "place", key: slug, ...VISITOR });

  for (const { id } of [owner, manager]) {
    expect(await excludeOwnedPlaces(db, page(own.slug), id)).toBeNull();
    expect(await excludeOwnedPlaces(db, page(other.slug), id)).toEqual(page(other.slug));
    expect(await managesPlace(db, { placeId: own.id, viewer: { id } })).toBe(true);
  }
  expect(await excludeOwnedPlaces(db, page(own.slug), member.id)).toEqual(page(own.slug));
  expect(await managesPlace(db, { placeId: own.id, viewer: { id: member.id } })).toBe(false);
  expect(await managesPlace(db, { placeId: own.id, viewer: null })).toBe(false);
});

test("a list counts only for places that the viewer doesn't manage", async ({ db }) => {
  const [own, other] = [await buildPlace(db), await buildPlace(db)];
  const owner = await buildUser(db);
  await buildOwner(db, { placeId: own.id, userId: owner.id });
  const shown = { surface: "search" as const, slugs: [own.slug, other.slug], term: "diner" };

  const counted = await excludeOwnedPlaces(db, { subject: "page", key: "search", shown, ...VISITOR }, owner.id);

  expect(counted?.shown).toEqual({ ...shown, slugs: [other.slug] });
});
