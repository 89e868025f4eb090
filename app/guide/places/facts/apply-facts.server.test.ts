import { and, eq, inArray, ne } from "drizzle-orm";
import { expect, vi } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { placeChanges, placeFacts, places } from "#app/db/schema/places.ts";
import { NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { applyFacts, lockPlaces } from "./apply-facts.server.ts";
import { setClosure } from "./set-closure.server.ts";
import type { Fact } from "./place-facts.ts";

test("facts of many places are added and changed in as many statements as those of one", async ({ db }) => {
  const prepared = vi.spyOn(Object.getPrototypeOf(db._.session), "prepareQuery");
  const counts: [added: number, changed: number][] = [];
  for (const [batch, size] of [1, 40].entries()) {
    prepared.mockClear();
    const names = Array.from({ length: size }, (_, at) => `Quagga ${batch} ${at}`);
    const added = await addPlaces(db, names);
    const addedCount = prepared.mock.calls.length;
    const ids = added.map(({ id }) => id);
    const locked = await lockPlaces(db, inArray(places.id, ids));
    prepared.mockClear();
    const changes = locked.map((place) => ({
      place,
      put: [importedFact("zip", "20009")],
      drop: ["phone" as const],
    }));
    await applyFacts(db, { changes, author: null, now: NOW });
    counts.push([addedCount, prepared.mock.calls.length]);
    const rows = await db.select().from(places).where(inArray(places.id, ids));
    expect(new Set(rows.map(({ zip, phone }) => `${zip} ${phone}`))).toEqual(new Set(["20009 null"]));
    expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  }
  prepared.mockRestore();

  expect(counts[1]).toEqual(counts[0]);
});

test("a change without its author is not recorded, and keeps the place's closure and picture", async ({ db }) => {
  const [added] = await addPlaces(db, ["Quagga Kites"]);
  const isAdded = eq(places.id, added?.id ?? 0);
  const by = { changedBy: null, caseId: null, now: NOW };
  const placeId = added?.id ?? 0;
  await setClosure(db, { placeId, closure: "temporary", successorId: null, ...by, byOwner: { reopensOn: null } });
  await db.update(places).set({ pictureSalt: 7 }).where(isAdded);

  const [place] = await lockPlaces(db, isAdded);
  const put = [importedFact("phone", "+12025550111")];
  await applyFacts(db, { changes: [{ place: place ?? null, put, drop: [] }], author: null, now: NOW });

  const [row] = await db.select().from(places).where(isAdded);
  expect(row).toMatchObject({ phone: "+12025550111", closure: "temporary", isClosedByOwner: true, pictureSalt: 7 });
  expect(await db.$count(placeChanges, and(eq(placeChanges.placeId, placeId), ne(placeChanges.field, "closure")))).toBe(
    0,
  );
});

test("a place never loses a required fact", async ({ db }) => {
  const [added] = await addPlaces(db, ["Quagga Kites"]);
  const [place] = await lockPlaces(db, eq(places.id, added?.id ?? 0));
  const changes = [{ place: place ?? null, put: [], drop: ["name" as const] }];

  await expect(applyFacts(db, { changes, author: null, now: NOW })).rejects.toThrow("name");

  expect(await db.$count(placeFacts, eq(placeFacts.placeId, added?.id ?? 0))).toBe(6);
});

function addPlaces(db: Database, names: string[]) {
  const changes = names.map((name) => ({
    place: null,
    put: [
      importedFact("name", name),
      importedFact("category", "food"),
      importedFact("type", "Diner"),
      importedFact("neighborhood", "shaw"),
      importedFact("description", "Kites."),
      importedFact("phone", "+12025550143"),
    ],
    drop: [],
  }));
  return applyFacts(db, { changes, author: null, now: NOW });
}

function importedFact(field: Fact["field"], value: unknown): Fact {
  return { field, value, sourceId: "rowhouse", sourceRecord: null, checkedOn: "2027-01-01", origin: "import" };
}
