import { and, eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { type GuardedFact, ownerEditChanges, ownerEdits } from "#app/db/schema/business.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";
import { buildHours } from "#app/guide/places/hours/opening-hours-builders.ts";
import { buildPlaceWithFacts } from "#app/business/corrections/correction-builders.ts";
import { listOpenCases } from "#app/core/cases/case-queries.server.ts";
import { listNotifications } from "#app/core/notifications/notifications.server.ts";
import { listingToFields } from "#app/business/submissions/form/listing.ts";
import type { ListingFormValues } from "#app/business/submissions/form/listing-form.ts";
import { buildOwner, buildUser, NOW } from "#tests/builders.ts";
import { HOSTILE_NAMES } from "#tests/hostile-texts.ts";
import { test } from "#tests/test-database.ts";

import { changeListing, listingFromPlace } from "./owner-listing.server.ts";
import {
  decideOwnerEdit,
  findLastDecidedEdit,
  findOwnerEditCases,
  submitOwnerEdit,
  findPendingEdit,
  withdrawOwnerEdit,
} from "./owner-edits.server.ts";
import { saveListing } from "./save-listing.server.ts";

const UNKNOWN_USER_ID = "00000000-0000-4000-8000-000000000000";
const LATER = new Date(NOW.getTime() + 60_000);

async function ownedPlace(db: Database) {
  const place = await buildPlaceWithFacts(db);
  const { id: userId } = await buildUser(db);
  await buildOwner(db, { placeId: place.id, userId });
  const opened = listingToFields(listingFromPlace(place));
  const send = (typed: ListingFormValues, note = "") =>
    submitOwnerEdit(db, { placeId: place.id, userId, typed: { ...opened, ...typed }, opened, note, now: NOW });
  return { place, userId, opened, send };
}

/** The pending edit as the deciding editor sees it. */
async function waitingCase(db: Database, placeId: number) {
  const isOpen = and(eq(ownerEdits.placeId, placeId), eq(ownerEdits.isOpen, true));
  const [edit] = await db.select({ caseId: ownerEdits.caseId }).from(ownerEdits).where(isOpen);
  return edit === undefined ? undefined : (await findOwnerEditCases(db, [edit.caseId])).get(edit.caseId);
}

async function decide(
  db: Database,
  placeId: number,
  given: { applied?: GuardedFact[]; seen?: string; decision?: "approved" | "rejected"; reason?: string } = {},
) {
  const editor = await buildUser(db, { role: "admin" });
  const about = await waitingCase(db, placeId);
  const applied = about?.changes.map(({ field }) => field) ?? [];
  const seen = about?.seen ?? "";
  const decided = {
    decision: "approved",
    applied,
    seen,
    reason: "",
    decidedBy: editor.id,
    now: LATER,
    ...given,
  } as const;
  return decideOwnerEdit(db, { editId: about?.id ?? UNKNOWN_USER_ID, ...decided });
}

test("a new name and pin are pending while the old ones stay live; approval makes them facts and updates the neighborhood", async ({
  db,
}) => {
  const { place, userId, send } = await ownedPlace(db);

  expect(await send({ name: "The New Quay", lat: "38.9079", lng: "-77.0243" }, "We moved.")).toBe("sent");

  expect(await rowOf(db, place.id)).toMatchObject({ name: place.name, lat: 38.88 });
  expect(await findPendingEdit(db, place.id)).toMatchObject({
    note: "We moved.",
    changes: [
      { field: "name", before: [place.name], after: ["The New Quay"], now: null },
      { field: "position", before: ["38.88000, -77.02000"], after: ["38.90790, -77.02430"] },
    ],
  });
  expect((await listOpenCases(db, { page: 1 })).cases).toMatchObject([{ about: "owner-edit" }]);
  expect(await decide(db, place.id)).toBe("decided");
  expect(await rowOf(db, place.id)).toMatchObject({ name: "The New Quay", lat: 38.9079, neighborhoodSlug: "shaw" });
  expect(await findPendingEdit(db, place.id)).toBeNull();
  expect(await findLastDecidedEdit(db, place.id)).toMatchObject({ decision: "approved" });
  const notifications = await listNotifications(db, { userId, page: 1, count: 5 });
  expect(notifications.items).toMatchObject([
    { title: `Your changes to ${place.name} are published`, to: `/business/${place.slug}/edit` },
  ]);
});

test("sending an edit twenty times opens one case; a new edit keeps what it says of other facts; withdrawing leaves none", async ({
  db,
}) => {
  const { place, send } = await ownedPlace(db);

  for (let count = 0; count < 20; count += 1) await send({ name: "The New Quay" });
  expect(await db.$count(moderationCases, eq(moderationCases.placeId, place.id))).toBe(1);
  await send({ type: "Boathouse" }, "It moored.");
  await send({ name: "The Newest Quay" });

  expect(await db.$count(moderationCases, eq(moderationCases.placeId, place.id))).toBe(1);
  expect(await findPendingEdit(db, place.id)).toMatchObject({
    note: "It moored.",
    changes: [
      { field: "name", after: ["The Newest Quay"] },
      { field: "type", after: ["Boathouse"] },
    ],
  });
  expect([await withdrawOwnerEdit(db, place.id), await withdrawOwnerEdit(db, place.id)]).toEqual([true, false]);
  expect([await db.$count(ownerEdits), (await listOpenCases(db, { page: 1 })).count]).toEqual([0, 0]);
});

test("an edit can be approved in part or rejected, and the owner is notified of which", async ({ db }) => {
  const { place, userId, send } = await ownedPlace(db);
  await send({ name: "The New Quay", zip: "20003" });

  expect(await decide(db, place.id, { applied: [] })).toBe("nothing");
  expect(await decide(db, place.id, { applied: ["zip"] })).toBe("decided");
  await send({ category: "shopping" });
  expect(await decide(db, place.id, { decision: "rejected", reason: "It sells no goods." })).toBe("decided");

  expect(await rowOf(db, place.id)).toMatchObject({ name: place.name, zip: "20003", categorySlug: "food" });
  const outcomes = await db.select().from(ownerEditChanges);
  expect(outcomes.map(({ field, isApplied }) => `${field} ${isApplied}`).sort()).toEqual([
    "category false",
    "name false",
    "zip true",
  ]);
  const notifications = await listNotifications(db, { userId, page: 1, count: 5 });
  expect(notifications.items.map(({ title }) => title).sort()).toEqual([
    `Your changes to ${place.name} are partly published`,
    `Your changes to ${place.name} were not accepted`,
  ]);
});

test("an editor can't decide when the place has changed since, or decide twice", async ({ db }) => {
  const { place, userId, opened, send } = await ownedPlace(db);
  await send({ name: "The New Quay" });
  const seen = (await waitingCase(db, place.id))?.seen ?? "";
  const typed = { ...opened, phone: "(202) 555-0188" };
  await changeListing(db, { placeId: place.id, userId, typed, opened, now: LATER });

  expect(await decide(db, place.id, { seen })).toBe("changed");
  expect(await decide(db, place.id)).toBe("decided");
  expect(await decide(db, place.id)).toBe("closed");
});

test("invalid, unchanged and stale edits are refused, and nothing becomes pending", async ({ db }) => {
  const { place, opened, userId, send } = await ownedPlace(db);
  for (const text of HOSTILE_NAMES) {
    const refused = await send({ category: text, quadrant: text, zip: text, lat: text, lng: text });
    expect(typeof refused === "string" ? refused : Object.keys(refused.problems).sort()).toEqual([
      "category",
      "lat",
      "quadrant",
      "zip",
    ]);
  }
  expect(await send({})).toBe("unchanged");
  await db.update(places).set({ name: "Quay House" }).where(eq(places.id, place.id));
  const stale = await submitOwnerEdit(db, {
    placeId: place.id,
    userId,
    typed: { ...opened, name: "The New Quay" },
    opened,
    note: "",
    now: NOW,
  });

  expect(stale).toMatchObject({ isStale: true, problems: { name: expect.stringContaining("Quay House") } });
  expect(await findPendingEdit(db, place.id)).toBeNull();
});

test("one form saves what is live and sends what needs approval; with a problem in either part, it does neither", async ({
  db,
}) => {
  const { place, userId, opened } = await ownedPlace(db);
  const save = (typed: ListingFormValues, note = "") =>
    saveListing(db, { placeId: place.id, userId, typed: { ...opened, ...typed }, opened, note, now: NOW });

  expect(await save({ name: "The New Quay", phone: "12" })).toMatchObject({ problems: { phone: expect.any(String) } });
  expect(await save({ zip: "1", phone: "(202) 555-0188" })).toMatchObject({ problems: { zip: expect.any(String) } });
  expect(await findPendingEdit(db, place.id)).toBeNull();
  expect((await rowOf(db, place.id))?.phone).toBe(place.phone);

  const both = await save({ name: "The New Quay", phone: "(202) 555-0188", hoursText: "daily 9-5" }, "We moved.");
  expect(both).toEqual({ isChanged: true, isSent: true });
  expect(await rowOf(db, place.id)).toMatchObject({
    name: place.name,
    phone: "+12025550188",
    hours: buildHours("Mo-Su 09:00-17:00"),
  });
  expect(await findPendingEdit(db, place.id)).toMatchObject({ note: "We moved.", changes: [{ field: "name" }] });
});

async function rowOf(db: Database, id: number) {
  const [row] = await db.select().from(places).where(eq(places.id, id));
  return row;
}

test("other names are pending until an editor approves them; then they are the place's, and the name is none of them", async ({
  db,
}) => {
  const { place, send } = await ownedPlace(db);

  expect(await send({ otherNames: ` The  Zorb\r\n\r\nthe zorb; Zorbarena \n` })).toBe("sent");
  expect(await findPendingEdit(db, place.id)).toMatchObject({
    changes: [{ field: "otherNames", label: "Other names", before: ["None"], after: ["The Zorb", "Zorbarena"] }],
  });
  expect((await rowOf(db, place.id))?.otherNames).toEqual([]);
  expect(await decide(db, place.id)).toBe("decided");
  expect((await rowOf(db, place.id))?.otherNames).toEqual(["The Zorb", "Zorbarena"]);

  expect(await send({ otherNames: "The Zorb\nZorbarena", name: "Zorbarena" })).toMatchObject({
    problems: { otherNames: "“Zorbarena” is its name already. Remove it here." },
  });
});

test.for([
  ["eleven names", Array.from({ length: 11 }, (_, at) => `Name ${at}`).join("\n"), "at most 10 names. You have 11"],
  ["a long name", `Fine\n${"z".repeat(81)}`, "at most 80 characters per name. “zzzzzzzzzzzzzzzzzzzz…” has 81"],
  ["no letters", "!?", "“!?” has none"],
  ["a web address", "zorb.com", "Remove web addresses"],
] as const)("other names are refused with %s", async ([, otherNames, problem], { db }) => {
  const { place, send } = await ownedPlace(db);

  expect(await send({ otherNames })).toMatchObject({ problems: { otherNames: expect.stringContaining(problem) } });
  expect(await findPendingEdit(db, place.id)).toBeNull();
});
