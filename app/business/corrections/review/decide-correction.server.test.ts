import { and, eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { corrections } from "#app/db/schema/corrections.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { placeChanges, placeFacts, places } from "#app/db/schema/places.ts";
import { listOpenCases } from "#app/core/cases/case-queries.server.ts";
import { listNotifications } from "#app/core/notifications/notifications.server.ts";
import { loadPlaces } from "#app/guide/places/facts/load-places.server.ts";
import { findSuccessorSlug } from "#app/guide/places/facts/place-closure.server.ts";
import { findPlacePage } from "#app/guide/places/place-queries.server.ts";
import { parseSearch } from "#app/guide/search/page/search-request.ts";
import { search } from "#app/guide/search/page/search.server.ts";
import { buildRequestContext, buildOwner, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { buildClosedReport, buildEdit, buildPlaceWithFacts, buildReporter } from "../correction-builders.ts";
import { loadCorrectionCases } from "./correction-cases.server.ts";
import { listDuplicates, findCorrectablePlace, findCorrectionOutcome } from "../correction-queries.server.ts";
import { type CorrectionDecision, decideClosure, decideCorrection } from "./decide-correction.server.ts";
import { sendCorrection } from "../suggest/send-correction.server.ts";

const LATER = new Date(NOW.getTime() + 60_000);

describe("an approved edit", () => {
  test("becomes the fact with its source and date, and the reporter sees the outcome", async ({ db }) => {
    const place = await buildPlaceWithFacts(db);
    const { caseId, key } = await sent(db, buildEdit(place.id));

    const outcome = await decide(db, caseId, { applied: ["phone"] });

    expect(outcome).toBe("decided");
    const page = await findPlacePage(db, place.slug, buildRequestContext(LATER));
    expect(page).toMatchObject({
      phone: "+12025550199",
      website: "https://quay.example",
      updatedAt: LATER,
      origins: {
        phone: { checkedOn: "2027-01-13", sourceTitle: "Readers’ suggestions, confirmed by an editor" },
        website: { checkedOn: null },
      },
    });
    expect(await findCorrectionOutcome(db, key)).toMatchObject({
      decision: "approved",
      changes: [{ field: "phone", isApplied: true }],
    });
    expect((await listOpenCases(db, { page: 1 })).count).toBe(0);
  });

  test("survives later loads of seed data, which change other facts", async ({ db }) => {
    const place = await buildPlaceWithFacts(db);
    const facts = await db.select().from(placeFacts).where(eq(placeFacts.placeId, place.id));
    const { caseId } = await sent(db, buildEdit(place.id));
    await decide(db, caseId, { applied: ["phone"] });
    const seeded = facts.map((fact) => ({ ...fact, value: fact.field === "zip" ? "20003" : fact.value }));
    const load = () => loadPlaces(db, { places: [{ slug: place.slug, facts: seeded, pictureSalt: 0 }], now: LATER });

    const [first, second] = [await load(), await load()];

    expect([first, second]).toEqual([[place.id], []]);
    expect(await rowOf(db, place.id)).toMatchObject({ phone: "+12025550199", zip: "20003", status: "published" });
  });

  test("records the editor, the time and the previous value", async ({ db }) => {
    const place = await buildPlaceWithFacts(db);
    const { caseId } = await sent(db, buildEdit(place.id));

    const editor = await buildUser(db, { role: "admin" });
    await decide(db, caseId, { applied: ["phone"], decidedBy: editor.id, reason: "I called." });

    const [change] = await db.select().from(placeChanges).where(eq(placeChanges.placeId, place.id));
    expect(change).toMatchObject({
      field: "phone",
      before: "+12025550123",
      after: "+12025550199",
      changedAt: LATER,
      changedBy: editor.id,
      caseId,
    });
    const [closed] = await db.select().from(moderationCases).where(eq(moderationCases.id, caseId));
    expect(closed).toMatchObject({
      decision: "approved",
      decisionReason: "I called.",
      decidedBy: editor.id,
      closedAt: LATER,
    });
  });

  test("can be applied in part, and can set a fact to unknown", async ({ db }) => {
    const place = await buildPlaceWithFacts(db);
    const changes = [
      { field: "phone", before: place.phone, after: null },
      { field: "name", before: place.name, after: "Wrong Name" },
    ] as const;
    const { caseId, key } = await sent(db, buildEdit(place.id, { changes: [...changes] }));

    await decide(db, caseId, { applied: ["phone"] });

    expect(await rowOf(db, place.id)).toMatchObject({ phone: null, name: place.name });
    expect((await findPlacePage(db, place.slug, buildRequestContext()))?.origins.phone).toBeUndefined();
    const outcome = await findCorrectionOutcome(db, key);
    expect(outcome?.changes.map(({ field, isApplied }) => [field, isApplied]).sort()).toEqual([
      ["name", false],
      ["phone", true],
    ]);
  });

  test("of one attribute leaves the other attributes' source alone and is merged with earlier corrections", async ({
    db,
  }) => {
    const place = await buildPlaceWithFacts(db);
    const edit = (after: Record<string, boolean | null>) => ({
      changes: [{ field: "attributeCorrections" as const, before: {}, after }],
    });
    const first = await sent(db, buildEdit(place.id, edit({ wifi: false, takeout: true })));
    await decide(db, first.caseId, { applied: ["attributeCorrections"] });
    const second = await sent(db, buildEdit(place.id, edit({ parking: null })));
    await decide(db, second.caseId, { applied: ["attributeCorrections"] });

    expect((await rowOf(db, place.id))?.attributes).toEqual({ wifi: false, takeout: true });
    const [own] = await db
      .select()
      .from(placeFacts)
      .where(and(eq(placeFacts.placeId, place.id), eq(placeFacts.field, "attributes")));
    expect(own).toMatchObject({ value: { wifi: true, parking: false }, sourceId: "general-knowledge", origin: "seed" });
  });

  test.for([
    { pin: "none", lat: null, nearestStationSlug: null },
    { pin: "unchanged", lat: 38.88, nearestStationSlug: expect.any(String) },
    { pin: { lat: 38.91, lng: -77.04 }, lat: 38.91, nearestStationSlug: expect.any(String) },
  ] as const)("of the address moves the pin as the editor chose: $pin", async (given, { db }) => {
    const place = await buildPlaceWithFacts(db);
    const after = { street: "9 Far Street", quadrant: "NE" };
    const changes = [{ field: "address" as const, before: { street: place.street, quadrant: "SW" }, after }];
    const { caseId } = await sent(db, buildEdit(place.id, { changes }));

    await decide(db, caseId, { applied: ["address"], pin: given.pin });

    const { lat, nearestStationSlug } = given;
    expect(await rowOf(db, place.id)).toMatchObject({ ...after, lat, nearestStationSlug });
  });

  test("of the address requires a pin, other changes don't", async ({ db }) => {
    const place = await buildPlaceWithFacts(db);
    const after = { street: "9 Far Street", quadrant: "NE" };
    const before = { street: place.street, quadrant: "SW" };
    const changes = [
      { field: "address", before, after },
      { field: "phone", before: place.phone, after: "+12025550199" },
    ] as const;
    const { caseId } = await sent(db, buildEdit(place.id, { changes: [...changes] }));
    const open = (await loadCorrectionCases(db, [caseId])).get(caseId);

    const unsaid = await decide(db, caseId, { applied: ["address", "phone"] });
    const untouched = await rowOf(db, place.id);
    const phoneAlone = await decide(db, caseId, { applied: ["phone"] });

    expect(open).toMatchObject({ pin: { now: { lat: 38.88, lng: -77.02 }, likely: null } });
    expect([unsaid, phoneAlone]).toEqual(["no-pin", "decided"]);
    expect(untouched).toEqual(place);
    expect(await rowOf(db, place.id)).toMatchObject({ street: place.street, phone: "+12025550199", lat: 38.88 });
  });

  test("of the name updates the search index", async ({ db }) => {
    const place = await buildPlaceWithFacts(db);
    const changes = [{ field: "name" as const, before: place.name, after: "Zanzibarquay" }];
    const { caseId } = await sent(db, buildEdit(place.id, { changes }));

    await decide(db, caseId, { applied: ["name"] });

    expect(await foundBy(db, "zanzibarquay")).toEqual([place.slug]);
  });

  test("of the description uses the editor's text", async ({ db }) => {
    const place = await buildPlaceWithFacts(db);
    const { caseId } = await sent(db, buildEdit(place.id, { changes: [], descriptionNote: "It has two floors." }));

    await decide(db, caseId, { description: "A diner on two floors." });

    expect(await rowOf(db, place.id)).toMatchObject({ description: "A diner on two floors." });
    const [fact] = await db
      .select()
      .from(placeFacts)
      .where(and(eq(placeFacts.placeId, place.id), eq(placeFacts.field, "description")));
    expect(fact).toMatchObject({ sourceId: "rowhouse", origin: "person" });
  });
});

test("a rejected edit changes nothing, and the reporter sees the reason", async ({ db }) => {
  const place = await buildPlaceWithFacts(db);
  const { caseId, key } = await sent(db, buildEdit(place.id));

  await decide(db, caseId, { decision: "rejected", reason: "That is their other house." });

  expect(await rowOf(db, place.id)).toMatchObject({ phone: place.phone, updatedAt: place.updatedAt });
  expect(await findCorrectionOutcome(db, key)).toMatchObject({
    decision: "rejected",
    decisionReason: "That is their other house.",
    changes: [{ isApplied: false }],
  });
  // The same edit can be sent again.
  expect((await sent(db, buildEdit(place.id))).key).not.toBe(key);
});

test("reporters are notified of the decision about their report, except the editor who decided", async ({ db }) => {
  const place = await buildPlaceWithFacts(db);
  const [mia, ben] = [await buildUser(db), await buildUser(db, { role: "admin" })];
  const report = (userId: string) => buildClosedReport(place.id, { reporter: buildReporter({ userId }) });
  const { key, caseId } = await sent(db, report(mia.id));
  await sent(db, report(ben.id));
  await sent(db, buildClosedReport(place.id));

  await decide(db, caseId, { closure: "permanent", reason: "The sign is gone.", decidedBy: ben.id });

  const sentTo = await listNotifications(db, { userId: mia.id, page: 1, count: 10 });
  expect(sentTo.items).toMatchObject([
    {
      title: `Your correction of ${place.name} was accepted`,
      text: "An editor wrote: “The sign is gone.”",
      to: `/corrections/${key}`,
    },
  ]);
  expect((await listNotifications(db, { userId: ben.id, page: 1, count: 10 })).total).toBe(0);
});

test("a reporter of a different status than the editor chose is notified that it was reviewed", async ({ db }) => {
  const [place, { id: userId }] = [await buildPlaceWithFacts(db), await buildUser(db)];
  const { caseId } = await sent(db, buildClosedReport(place.id, { reporter: buildReporter({ userId }) }));

  await decide(db, caseId, { closure: "temporary" });

  const sentTo = await listNotifications(db, { userId, page: 1, count: 10 });
  expect(sentTo.items.map(({ title }) => title)).toEqual([`Your correction of ${place.name} was reviewed`]);
});

test("deciding fails for a changed place, without a change to apply, and a second time", async ({ db }) => {
  const place = await buildPlaceWithFacts(db);
  const [first, second] = [await sent(db, buildEdit(place.id)), await sent(db, buildEdit(place.id, { note: "Too." }))];
  const stale = (await loadCorrectionCases(db, [second.caseId])).get(second.caseId)?.seen ?? "";

  const outcomes = [
    await decide(db, first.caseId, { applied: [] }),
    await decide(db, first.caseId, { applied: ["phone"] }),
    await decide(db, first.caseId, { applied: ["phone"] }),
    await decide(db, second.caseId, { applied: ["phone"], seen: stale }),
    await decide(db, crypto.randomUUID(), { applied: ["phone"], seen: "" }),
  ];

  expect(outcomes).toEqual(["nothing", "decided", "closed", "changed", "closed"]);
  const again = (await loadCorrectionCases(db, [second.caseId])).get(second.caseId);
  expect(again).toMatchObject({ kind: "edit", changes: [{ now: ["(202) 555-0199"] }] });
});

describe("a place marked by an editor", () => {
  test("as permanently closed is removed from search and lists, and its page says so", async ({ db }) => {
    const place = await buildPlaceWithFacts(db);
    await db.update(places).set({ name: "Zanzibarquay" }).where(eq(places.id, place.id));
    const { caseId, key } = await sent(db, buildClosedReport(place.id));
    const before = await foundBy(db, "zanzibarquay");

    await decide(db, caseId, { closure: "permanent" });

    expect([before, await foundBy(db, "zanzibarquay")]).toEqual([[place.slug], []]);
    expect(await findPlacePage(db, place.slug, buildRequestContext())).toMatchObject({
      closure: { title: "Permanently closed", text: expect.stringContaining("January 13, 2027"), isFinal: true },
      hours: { lead: "Permanently closed" },
      week: null,
      openingHours: null,
    });
    expect(await findCorrectionOutcome(db, key)).toMatchObject({
      decision: "approved",
      placeNow: "Permanently closed",
    });
  });

  test("as temporarily closed stays listed, is never “open now”, and shows it instead of hours", async ({ db }) => {
    const place = await buildPlaceWithFacts(db);
    await db.update(places).set({ name: "Zanzibarquay" }).where(eq(places.id, place.id));
    const { caseId } = await sent(db, buildClosedReport(place.id, { closure: "temporary" }));
    const openNow = async () =>
      (await search(db, parseSearch(new URLSearchParams({ open: "now", q: "zanzibarquay" })), buildRequestContext()))
        .places.total;
    const before = await openNow();

    await decide(db, caseId, { closure: "temporary" });

    expect([before, await openNow()]).toEqual([1, 0]);
    expect(await foundBy(db, "zanzibarquay")).toEqual([place.slug]);

    expect(await findPlacePage(db, place.slug, buildRequestContext())).toMatchObject({
      closure: { title: "Temporarily closed", isFinal: false },
      hours: { tone: "closed", lead: "Temporarily closed" },
      openingHours: null,
    });
    expect(await rowOf(db, place.id)).toMatchObject({ status: "published" });
  });

  test("as moved or a duplicate links to its other place, which has to be published", async ({ db }) => {
    const [moved, duplicate, other] = [
      await buildPlaceWithFacts(db),
      await buildPlaceWithFacts(db),
      await buildPlaceWithFacts(db),
    ];
    const report = await sent(db, buildClosedReport(duplicate.id, { closure: "duplicate", otherPlaceId: other.id }));
    const decidedBy = (await buildUser(db, { role: "admin" })).id;
    const decided = { reason: "", decidedBy, now: LATER };

    const outcomes = [
      await decide(db, report.caseId, { closure: "duplicate", successorSlug: duplicate.slug }),
      await decide(db, report.caseId, { closure: "duplicate", successorSlug: null }),
      await decide(db, report.caseId, { closure: "duplicate", successorSlug: other.slug }),
      await decideClosure(db, { ...decided, placeId: moved.id, closure: "duplicate", successorSlug: "no-such-place" }),
      await decideClosure(db, { ...decided, placeId: moved.id, closure: "moved", successorSlug: other.slug }),
    ];

    expect(outcomes).toEqual(["no-successor", "no-successor", "decided", "no-successor", "decided"]);
    expect(await findPlacePage(db, duplicate.slug, buildRequestContext())).toBeNull();
    expect(await findSuccessorSlug(db, duplicate.slug)).toBe(other.slug);
    expect(await findSuccessorSlug(db, other.slug)).toBeNull();
    expect(await listDuplicates(db, other.id)).toEqual([{ slug: duplicate.slug, name: duplicate.name }]);
    expect(await findCorrectablePlace(db, { slug: duplicate.slug, isEditor: true })).toMatchObject({
      id: duplicate.id,
    });
    expect(await findCorrectablePlace(db, { slug: duplicate.slug, isEditor: false })).toBeNull();
    expect(await findPlacePage(db, moved.slug, buildRequestContext())).toMatchObject({
      closure: { successor: { slug: other.slug }, isFinal: true },
    });
  });

  test("as closed notifies its managers except the deciding editor, and as open notifies no one", async ({ db }) => {
    const [place, other] = [await buildPlaceWithFacts(db), await buildPlaceWithFacts(db)];
    const [owner, editor] = [await buildUser(db), await buildUser(db, { role: "admin" })];
    for (const userId of [owner.id, editor.id]) await buildOwner(db, { placeId: place.id, userId });
    const notificationTitles = async (userId: string) =>
      (await listNotifications(db, { userId, page: 1, count: 9 })).items.map(({ title }) => title);
    const decided = { reason: "", decidedBy: editor.id, now: LATER, placeId: place.id, successorSlug: null };

    await decideClosure(db, { ...decided, closure: "temporary" });
    await decideClosure(db, { ...decided, closure: "open" });
    expect(await notificationTitles(owner.id)).toEqual([`${place.name} is marked as temporarily closed`]);

    const report = await sent(db, buildClosedReport(place.id, { closure: "duplicate", otherPlaceId: other.id }));
    const found = { closure: "duplicate", successorSlug: other.slug, decidedBy: editor.id } as const;
    await decide(db, report.caseId, { ...found, now: new Date(LATER.getTime() + 1_000) });

    expect((await notificationTitles(owner.id))[0]).toMatch(
      /a duplicate, and its page now redirects to the other listing$/,
    );
    expect(await notificationTitles(editor.id)).toEqual([]);
  });

  test("is open again when the status is cleared or the closure reports are rejected", async ({ db }) => {
    const place = await buildPlaceWithFacts(db);
    await sent(db, buildClosedReport(place.id));
    const { caseId } = await sent(db, buildClosedReport(place.id));
    const reported = await findPlacePage(db, place.slug, buildRequestContext());
    await decide(db, caseId, { decision: "rejected", reason: "They were on holiday." });
    const rejected = await rowOf(db, place.id);
    const decidedBy = (await buildUser(db, { role: "admin" })).id;
    const decided = { placeId: place.id, successorSlug: null, reason: "", decidedBy, now: LATER };
    await decideClosure(db, { ...decided, closure: "permanent" });
    const closed = await rowOf(db, place.id);
    await decideClosure(db, { ...decided, closure: "open" });

    expect(reported).toMatchObject({
      closure: { title: "Reported closed", isFinal: false },
      hours: { lead: "Reported closed", rest: "not confirmed" },
    });
    expect(rejected).toMatchObject({ closure: null, closedOn: null, status: "published" });
    expect(closed).toMatchObject({ closure: "permanent", status: "closed" });
    expect(await rowOf(db, place.id)).toMatchObject({ closure: null, closedOn: null, status: "published" });
    expect(await findPlacePage(db, place.slug, buildRequestContext())).toMatchObject({
      closure: null,
      hours: { lead: "Open" },
    });
  });
});

async function sent(db: Database, given: Parameters<typeof sendCorrection>[1]) {
  const answer = await sendCorrection(db, given);
  if (answer === "too-many") throw new Error("It was refused");
  const [row] = await db.select().from(corrections).where(eq(corrections.key, answer.key));
  if (row === undefined) throw new Error("It was not written");
  return row;
}

/** Decides as an editor who has just loaded the case. */
async function decide(db: Database, caseId: string, given: Partial<CorrectionDecision>) {
  const about = (await loadCorrectionCases(db, [caseId])).get(caseId);
  return decideCorrection(db, {
    caseId,
    seen: about?.seen ?? "",
    decision: "approved",
    reason: "",
    decidedBy: given.decidedBy ?? (await buildUser(db, { role: "admin" })).id,
    applied: [],
    description: null,
    pin: null,
    closure: null,
    successorSlug: null,
    now: LATER,
    ...given,
  });
}

async function rowOf(db: Database, placeId: number) {
  const [place] = await db.select().from(places).where(eq(places.id, placeId));
  return place;
}

async function foundBy(db: Database, query: string): Promise<string[]> {
  const found = await search(db, parseSearch(new URLSearchParams({ q: query })), buildRequestContext());
  return found.places.items.map(({ slug }) => slug);
}
