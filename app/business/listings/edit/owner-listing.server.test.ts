import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { placeChanges, placeFacts, places } from "#app/db/schema/places.ts";
import { buildPlaceWithFacts } from "#app/business/corrections/correction-builders.ts";
import { reopenDuePlaces } from "#app/guide/places/facts/set-closure.server.ts";
import { loadPlaces } from "#app/guide/places/facts/load-places.server.ts";
import { findPlacePage } from "#app/guide/places/place-queries.server.ts";
import { listingToFields } from "#app/business/submissions/form/listing.ts";
import type { ListingFormValues } from "#app/business/submissions/form/listing-form.ts";
import { buildRequestContext, buildOwner, buildUser, NOW } from "#tests/builders.ts";
import { HOSTILE_NAMES, HOSTILE_TEXT } from "#tests/hostile-texts.ts";
import { test } from "#tests/test-database.ts";

import { changeListing, setTemporaryClosure, listingFromPlace } from "./owner-listing.server.ts";
import { listPlaceHistory, undoPlaceChange } from "./listing-history.server.ts";

const LATER = new Date(NOW.getTime() + 60_000);

/** A place with facts, its owner, and the form's opening values. */
async function ownedPlace(db: Database) {
  const place = await buildPlaceWithFacts(db);
  const { id: userId } = await buildUser(db);
  await buildOwner(db, { placeId: place.id, userId });
  const opened = listingToFields(listingFromPlace(place));
  const change = (typed: ListingFormValues, from = opened) =>
    changeListing(db, { placeId: place.id, userId, typed: { ...from, ...typed }, opened: from, now: LATER });
  return { place, userId, opened, change };
}

test("links to reserve, to the menu and to order are on the page with their source, and go when emptied", async ({
  db,
}) => {
  const { place, change } = await ownedPlace(db);
  const links = {
    reservationsUrl: "resy.com/quay",
    menuUrl: "https://quay.example/menu",
    orderUrl: "https://order.example/quay",
  };
  const pageNow = () => findPlacePage(db, place.slug, buildRequestContext(LATER));

  expect(await change({ ...links, orderUrl: "javascript:alert(1)" })).toMatchObject({
    problems: { orderUrl: expect.stringContaining("https://") },
  });
  expect((await pageNow())?.siteLinks).toBeUndefined();
  expect(await change(links)).toBe("changed");
  expect(await pageNow()).toMatchObject({
    siteLinks: [
      { label: "Reserve", href: "https://resy.com/quay" },
      { label: "Menu", href: "https://quay.example/menu" },
      { label: "Order", href: "https://order.example/quay" },
    ],
    origins: { orderUrl: { checkedOn: "2027-01-13", sourceTitle: "The business itself" } },
  });
  const [row] = await db.select().from(places).where(eq(places.id, place.id));
  if (row === undefined) throw new Error("The place is missing");
  await change({ reservationsUrl: "", menuUrl: "", orderUrl: "" }, listingToFields(listingFromPlace(row)));
  expect((await pageNow())?.siteLinks).toBeUndefined();
});

test("an owner's changes are live at once with source and today’s date; other facts stay the same", async ({ db }) => {
  const { place, userId, change } = await ownedPlace(db);

  const description = "A landing with three boats, and coffee from seven in the morning.";
  const closedMondays = { "monday-from": "", "monday-to": "", "monday-all-day": "", "monday-closed": "yes" };
  const typed = { phone: "(202) 555-0188", ...closedMondays, wifi: "no", takeout: "yes", description };
  expect(await change(typed)).toBe("changed");

  const page = await findPlacePage(db, place.slug, buildRequestContext(LATER));
  expect(page).toMatchObject({
    phone: "+12025550188",
    website: "https://quay.example",
    description,
    descriptionNote: "The description is by the business.",
    origins: {
      phone: { checkedOn: "2027-01-13", sourceTitle: "The business itself" },
      hours: { sourceTitle: "The business itself" },
      website: { checkedOn: null },
    },
  });
  expect(page?.attributes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: "wifi", value: false }),
      expect.objectContaining({ key: "takeout", value: true }),
      expect.objectContaining({ key: "parking", value: false }),
    ]),
  );
  const history = await listPlaceHistory(db, { placeId: place.id, by: { as: "owner", userId } });
  expect(history.map(({ label, changedBy, canUndo }) => [label, changedBy, canUndo])).toEqual(
    expect.arrayContaining([
      ["Phone", "You", true],
      ["Hours", "You", true],
      ["Good to know", "You", true],
    ]),
  );
});

test("sending the same change twenty times changes once", async ({ db }) => {
  const { place, change } = await ownedPlace(db);

  const outcomes: unknown[] = [];
  for (let count = 0; count < 20; count += 1) outcomes.push(await change({ phone: "(202) 555-0188" }));

  expect(outcomes).toEqual(["changed", ...Array.from({ length: 19 }, () => "unchanged")]);
  expect(await db.$count(placeChanges, eq(placeChanges.placeId, place.id))).toBe(1);
});

test("a fact changed in between is reported with its current value, and nothing is saved", async ({ db }) => {
  const { opened, change } = await ownedPlace(db);
  await change({ phone: "(202) 555-0188" });

  const stale = await change({ phone: "(202) 555-0199", website: "https://new.example" }, opened);

  expect(stale).toMatchObject({ isStale: true, problems: { phone: expect.stringContaining("(202) 555-0188") } });
  expect(await change({ website: "https://new.example" }, opened)).toBe("changed");
});

test("an owner's facts stay when the seed data is loaded again", async ({ db }) => {
  const { place, change } = await ownedPlace(db);
  const seeded = await db.select().from(placeFacts).where(eq(placeFacts.placeId, place.id));
  await change({ phone: "(202) 555-0188" });

  await loadPlaces(db, { places: [{ slug: place.slug, facts: seeded, pictureSalt: 0 }], now: LATER });

  expect((await rowOf(db, place.id)).phone).toBe("+12025550188");
});

test("any typed text is saved as plain text or refused, and never fails", async ({ db }) => {
  const { place, change, opened } = await ownedPlace(db);
  const fields = Object.keys(opened).filter((field) => field !== "specialCount");

  for (const text of [...HOSTILE_NAMES, HOSTILE_TEXT]) {
    const typed = Object.fromEntries(fields.map((field) => [field, text]));
    const refused = await change({ ...typed, description: text });
    expect(typeof refused === "string" ? [] : Object.keys(refused.problems)).not.toEqual([]);
  }
  const links = await change({ description: "The best of all places, see https://watches.example/ for more" });

  expect(links).toMatchObject({ problems: { description: expect.stringMatching(/web addresses/) } });
  expect(await change({ description: "Short." })).toMatchObject({
    problems: { description: expect.stringMatching(/at least 20/) },
  });
  expect(await db.$count(placeChanges, eq(placeChanges.placeId, place.id))).toBe(0);
});

describe("undoing a change", () => {
  test("restores the old value, attributes included, and can be undone itself", async ({ db }) => {
    const { place, userId, change } = await ownedPlace(db);
    await change({ phone: "(202) 555-0188", wifi: "no" });
    const undo = async (label: string) => {
      const history = await listPlaceHistory(db, { placeId: place.id, by: { as: "owner", userId } });
      const last = history.find((each) => each.label === label && each.canUndo);
      return undoPlaceChange(db, {
        placeId: place.id,
        changeId: last?.id ?? 0,
        by: { as: "owner", userId },
        now: LATER,
      });
    };

    expect([await undo("Phone"), await undo("Good to know")]).toEqual(["undone", "undone"]);
    expect(await rowOf(db, place.id)).toMatchObject({ phone: "+12025550123", attributes: { wifi: true } });
    expect(await undo("Phone")).toBe("undone");
    expect((await rowOf(db, place.id)).phone).toBe("+12025550188");
  });

  test("refuses a fact changed since, another place's change and an unknown change", async ({ db }) => {
    const { place, userId, change } = await ownedPlace(db);
    const other = await ownedPlace(db);
    await change({ phone: "(202) 555-0188" });
    const [first] = await listPlaceHistory(db, { placeId: place.id, by: { as: "owner", userId } });
    await change({ phone: "(202) 555-0199" }, listingToFields(listingFromPlace(await rowOf(db, place.id))));
    const undo = (placeId: number, changeId: number) =>
      undoPlaceChange(db, { placeId, changeId, by: { as: "owner", userId }, now: LATER });

    expect(await undo(place.id, first?.id ?? 0)).toBe("changed");
    expect(await undo(other.place.id, first?.id ?? 0)).toBe("gone");
    expect(await undo(place.id, 0)).toBe("gone");
    expect((await rowOf(db, place.id)).phone).toBe("+12025550199");
  });
});

describe("a temporary closure", () => {
  test("is shown with its day, and ends automatically on that day", async ({ db }) => {
    const { place, userId } = await ownedPlace(db);
    const set = { placeId: place.id, userId, now: NOW };

    expect(await setTemporaryClosure(db, { ...set, isClosed: true, reopensOn: "2027-02-01" })).toBe("done");

    const page = await findPlacePage(db, place.slug, buildRequestContext(NOW));
    expect(page?.closure?.text).toBe(
      "The business told us on January 13, 2027. It reopens on February 1, 2027. The hours shown apply when it’s open.",
    );
    expect(await reopenDuePlaces(db, new Date("2027-02-01T04:59:00Z"))).toBe(0);
    expect(await reopenDuePlaces(db, new Date("2027-02-01T05:01:00Z"))).toBe(1);
    expect(await rowOf(db, place.id)).toMatchObject({ closure: null, reopensOn: null, isClosedByOwner: false });
    const history = await listPlaceHistory(db, { placeId: place.id, by: { as: "owner", userId } });
    expect(history.map(({ changedBy }) => changedBy).sort()).toEqual(["Rowhouse", "You"]);
  });

  test("needs a future day, and can't change a closure by editors or visitors", async ({ db }) => {
    const { place, userId } = await ownedPlace(db);
    const close = (reopensOn: string | null) =>
      setTemporaryClosure(db, { placeId: place.id, userId, now: NOW, isClosed: true, reopensOn });

    expect([await close("2027-01-13"), await close("2030-01-01")]).toEqual(["wrong-day", "wrong-day"]);
    await db.update(places).set({ closure: "reported", closedOn: "2027-01-01" }).where(eq(places.id, place.id));
    expect(await close(null)).toBe("not-yours");
    expect(await setTemporaryClosure(db, { placeId: place.id, userId, now: NOW, isClosed: false })).toBe("not-yours");
  });
});

async function rowOf(db: Database, id: number) {
  const [row] = await db.select().from(places).where(eq(places.id, id));
  if (row === undefined) throw new Error("The place is gone");
  return row;
}
