import { and, eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { sourceRecords } from "#app/db/schema/importing.ts";
import { type FactField, placeFacts, places } from "#app/db/schema/places.ts";
import { editBusiness } from "#app/desk/overview/content/staff-listing.server.ts";
import { buildPlaceWithFacts } from "#app/business/corrections/correction-builders.ts";
import { listingToFields } from "#app/business/submissions/form/listing.ts";
import type { ListingFormValues } from "#app/business/submissions/form/listing-form.ts";
import { buildOwner, buildUser, NOW } from "#tests/builders.ts";
import { requestRoute } from "#tests/request-route.ts";
import { test } from "#tests/test-database.ts";

import * as editRoute from "#app/desk/overview/content/edit-business.route.tsx";
import { listingFromPlace } from "./owner-listing.server.ts";
import { type HistoryViewer, listPlaceHistory, undoPlaceChange } from "./listing-history.server.ts";

const LATER = new Date(NOW.getTime() + 60_000);

describe("an editor's change of a listing", () => {
  test("is undone per fact, with the former source and day", async ({ db }) => {
    const { place, staff, edit, undo } = await edited(db);
    const before = await factsOf(db, place.id);

    await edit({ name: "Quibble House", phone: "(202) 555-0188", website: "https://quibble.example" });
    expect([await undo("Name", staff), await undo("Phone", staff), await undo("Website", staff)]).toEqual([
      "undone",
      "undone",
      "undone",
    ]);

    expect(await factsOf(db, place.id)).toEqual(before);
    expect(await rowOf(db, place.id)).toMatchObject({ name: place.name, phone: place.phone, website: place.website });
  });

  test("is restored when the undo is undone, and the history says who did what", async ({ db }) => {
    const { place, staff, edit, undo } = await edited(db);
    await edit({ website: "https://quibble.example" });
    await undo("Website", staff);

    expect(await undo("Website", staff)).toBe("undone");

    expect((await rowOf(db, place.id)).website).toBe("https://quibble.example");
    const history = await listPlaceHistory(db, { placeId: place.id, by: staff });
    expect(history.map(({ label, changedBy }) => `${label} ${changedBy}`)).toEqual([
      "Website You",
      "Website You",
      "Website You",
    ]);
    expect(history.map(({ canUndo }) => canUndo)).toEqual([true, false, false]);
  });

  test("can't be undone if the fact has changed since or its source was withdrawn", async ({ db }) => {
    const { place, staff, edit } = await edited(db);
    const imported = and(eq(placeFacts.placeId, place.id), eq(placeFacts.field, "phone"));
    await db.update(placeFacts).set({ origin: "import" }).where(imported);
    await edit({ phone: "(202) 555-0188" });
    const [first] = await listPlaceHistory(db, { placeId: place.id, by: staff });
    const undoFirst = () => undoPlaceChange(db, { placeId: place.id, changeId: first?.id ?? 0, by: staff, now: LATER });

    // No import record of the source has the place.
    expect(await undoFirst()).toBe("withdrawn");
    await edit({ phone: "(202) 555-0199" });
    expect(await undoFirst()).toBe("changed");

    expect((await rowOf(db, place.id)).phone).toBe("+12025550199");
  });

  test("can be undone if an import source still has the place", async ({ db }) => {
    const { place, staff, edit, undo } = await edited(db);
    const phone = and(eq(placeFacts.placeId, place.id), eq(placeFacts.field, "phone"));
    const [fact] = await db.update(placeFacts).set({ origin: "import" }).where(phone).returning();
    const record = { sourceId: fact?.sourceId ?? "", recordId: "1", placeId: place.id, digest: "0".repeat(64) };
    await db.insert(sourceRecords).values({ ...record, facts: {}, linkedAt: NOW });
    await edit({ phone: "(202) 555-0188" });

    expect(await undo("Phone", staff)).toBe("undone");

    expect(await db.select().from(placeFacts).where(phone)).toEqual([fact]);
  });

  test("can't be undone by owners if the fact needs approval, and owners don't see editors' names", async ({ db }) => {
    const { place, owner, edit, undo } = await edited(db);
    await edit({ name: "Quibble House", phone: "(202) 555-0188" });

    const history = await listPlaceHistory(db, { placeId: place.id, by: owner });

    expect(new Set(history.map(({ changedBy }) => changedBy))).toEqual(new Set(["Rowhouse"]));
    expect([await undo("Name", owner), await undo("Phone", owner)]).toEqual(["gone", "undone"]);
  });
});

test("the editors' page undoes a change, and refuses a change of another place", async ({ db }) => {
  const { place, staff, admin, edit } = await edited(db);
  await edit({ phone: "(202) 555-0188" });
  const [change] = await listPlaceHistory(db, { placeId: place.id, by: staff });
  const send = (id: number, person: typeof admin) =>
    requestRoute(db, {
      route: editRoute,
      path: `/admin/content/businesses/${place.id}`,
      params: { id: String(place.id) },
      fields: { intent: "undo", undo: String(id) },
      person,
    });

  expect(await send(0, admin)).toBe(400);
  expect(await send(change?.id ?? 0, await buildUser(db))).toBe("/");
  expect(await send(change?.id ?? 0, admin)).toBe(`/admin/content/businesses/${place.id}`);
  expect(await send(change?.id ?? 0, admin)).toBe(409);

  expect((await rowOf(db, place.id)).phone).toBe(place.phone);
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, "place.edit"));
  expect(entries.map(({ actorId }) => actorId)).toEqual([admin.id, admin.id]);
});

/** A place with facts and an owner, and an admin who changes it by the form. */
async function edited(db: Database) {
  const place = await buildPlaceWithFacts(db);
  const admin = await buildUser(db, { role: "admin", name: "Ed Itor" });
  const { id: ownerId } = await buildUser(db);
  await buildOwner(db, { placeId: place.id, userId: ownerId });
  const edit = async (typed: ListingFormValues) => {
    const { neighborhoodSlug, ...row } = await rowOf(db, place.id);
    const opened = listingToFields(listingFromPlace({ ...row, neighborhoodSlug }));
    const given = { placeId: place.id, opened, neighborhood: neighborhoodSlug, adminId: admin.id, now: NOW };
    expect(await editBusiness(db, { ...given, typed: { ...opened, ...typed } })).toBeNull();
  };
  /** The last change that can be undone, if any. */
  const undo = async (label: string, by: HistoryViewer) => {
    const history = await listPlaceHistory(db, { placeId: place.id, by });
    const last = history.find((each) => each.label === label);
    return undoPlaceChange(db, { placeId: place.id, changeId: last?.id ?? 0, by, now: LATER });
  };
  const staff: HistoryViewer = { as: "staff", userId: admin.id };
  const owner: HistoryViewer = { as: "owner", userId: ownerId };
  return { place, admin, staff, owner, edit, undo };
}

async function factsOf(db: Database, placeId: number) {
  const facts = await db.select().from(placeFacts).where(eq(placeFacts.placeId, placeId));
  return new Map<FactField, unknown>(facts.map((fact) => [fact.field, fact]));
}

async function rowOf(db: Database, id: number) {
  const [row] = await db.select().from(places).where(eq(places.id, id));
  if (row === undefined) throw new Error("The place is gone");
  return row;
}
