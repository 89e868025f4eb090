import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { buildOwner, buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import type { PeopleQuery } from "./people.ts";
import { findPerson, listPeople, parsePeopleQuery } from "./find-people.server.ts";

describe("searching for people", () => {
  test("matches part of a name or id in any case, and treats wildcards as text", async ({ db }) => {
    const mia = await buildUser(db, { name: "Mia Zwölf_Reed", email: "zwoelf@example.com" });
    await buildUser(db, { name: "Mia ZwölfxReed" });

    expect(await namesFor(db, { q: "zWÖLF_r" })).toEqual(["Mia Zwölf_Reed"]);
    expect(await namesFor(db, { q: mia.id.slice(0, 8).toUpperCase() })).toEqual(["Mia Zwölf_Reed"]);
    expect(await namesFor(db, { q: "Zw%d" })).toEqual([]);
    expect(await namesFor(db, { q: "Zwoelf@Example.com" })).toEqual(["Mia Zwölf_Reed"]);
    expect(await namesFor(db, { q: "oelf@example.com" })).toEqual([]);
    expect(await namesFor(db, { q: "\\" })).toEqual([]);
  });

  test("filters by role and status, and sorts", async ({ db }) => {
    const joinedAt = (day: number) => new Date(Date.UTC(2026, 10, day));
    await buildUser(db, { name: "qq Ann", role: "admin", joinedAt: joinedAt(1) });
    await buildUser(db, { name: "qq ben", role: "business", joinedAt: joinedAt(3), suspendedAt: NOW });
    await buildUser(db, { name: "qq Cy", joinedAt: joinedAt(2), deletedAt: NOW });

    expect(await namesFor(db, { q: "qq" })).toEqual(["qq ben", "qq Cy", "qq Ann"]);
    expect(await namesFor(db, { q: "qq", sort: "oldest" })).toEqual(["qq Ann", "qq Cy", "qq ben"]);
    expect(await namesFor(db, { q: "qq", sort: "name" })).toEqual(["qq Ann", "qq ben", "qq Cy"]);
    expect(await namesFor(db, { q: "qq", sort: "name-back" })).toEqual(["qq Cy", "qq ben", "qq Ann"]);
    expect(await namesFor(db, { q: "qq", role: "business" })).toEqual(["qq ben"]);
    expect(await namesFor(db, { q: "qq", status: "active" })).toEqual(["qq Ann"]);
    expect(await namesFor(db, { q: "qq", status: "suspended" })).toEqual(["qq ben"]);
    expect(await namesFor(db, { q: "qq", status: "deleting" })).toEqual(["qq Cy"]);
  });

  test("shows a person's status and when the suspension ends", async ({ db }) => {
    const until = new Date("2027-02-01T12:00:00Z");
    const { id } = await buildUser(db, {
      name: "",
      suspendedAt: NOW,
      suspendedUntil: until,
      suspensionReason: "Spam.",
    });
    const place = await buildPlace(db);
    await buildOwner(db, { userId: id, placeId: place.id });
    await buildReview(db, { placeId: place.id, authorId: id });

    expect(await findPerson(db, id, NOW)).toMatchObject({
      name: "Anonymous",
      status: "suspended",
      untilLabel: "Feb 1, 2027",
      suspensionReason: "Spam.",
      plan: null,
      sessionCount: 0,
      reviewCount: 1,
      places: [{ slug: place.slug, name: place.name }],
    });
    expect(await findPerson(db, "nobody", NOW)).toBeNull();
  });

  test.for(["?role=king&status=x&sort=y&page=-1", "?page=1e9&q=%00%EF%BF%BE", "?q[]=1"])(
    "ignores the invalid query %s",
    (search) => {
      const { page, ...query } = parsePeopleQuery(new URLSearchParams(search));

      expect(query).toMatchObject({ role: "all", status: "all", sort: "newest" });
      expect(page).toBeLessThanOrEqual(200);
    },
  );
});

async function namesFor(db: Database, query: Partial<PeopleQuery>): Promise<string[]> {
  const usual = parsePeopleQuery(new URLSearchParams());
  const { people, total } = await listPeople(db, { ...usual, ...query });
  expect(total).toEqual({ count: people.length, precision: "exact" });
  return people.map(({ name }) => name);
}
