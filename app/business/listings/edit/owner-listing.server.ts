import { and, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placeFacts, type places } from "#app/db/schema/places.ts";
import type { Actor } from "#app/core/audit/audit.server.ts";
import { changeFacts, type FactChange } from "#app/guide/places/facts/change-place.server.ts";
import { setClosure } from "#app/guide/places/facts/set-closure.server.ts";
import { isPresumedOpen, mayHaveClosed } from "#app/guide/places/facts/closure.ts";
import { ATTRIBUTE_KEYS } from "#app/guide/places/place.ts";
import { FACT_VALUES } from "#app/guide/places/facts/place-facts.ts";
import type { Listing, ListingProblems, ListingFormValues } from "#app/business/submissions/form/listing-form.ts";
import { subtractDays, dcToday } from "#app/lib/dc-time.ts";
import { lockPlace } from "#app/guide/places/facts/record-place-change.server.ts";

import { LIVE_FACTS, type ListingChange, parseListingChanges } from "./listing-changes.ts";

/** The source of facts that owners and managers enter; see seeds/catalogue/sources.yaml. */
export const OWNER_SOURCE = "business-owner";

type PlaceRow = typeof places.$inferSelect;

/** A place's row in the shape of the owner's form. */
export function listingFromPlace(place: PlaceRow): Listing {
  const { street, quadrant, lat, lng } = place;
  return {
    name: place.name,
    otherNames: place.otherNames,
    category: place.categorySlug,
    type: place.type,
    address: street === null || quadrant === null ? null : { street, quadrant },
    zip: place.zip,
    position: lat === null || lng === null ? null : { lat, lng },
    phone: place.phone,
    website: place.website,
    menuUrl: place.menuUrl,
    reservationsUrl: place.reservationsUrl,
    orderUrl: place.orderUrl,
    priceRange: place.priceRange,
    hours: place.hours,
    attributes: place.attributes,
    summary: place.summary,
    description: place.description,
  };
}

type OwnerInput = { placeId: number; userId: string; now: Date };

/** @throws When the place doesn't exist: callers have checked access already. */
export async function lockPlaceRow(db: Database, placeId: number): Promise<PlaceRow> {
  const place = await lockPlace(db, placeId);
  if (place === null) throw new Error(`The place ${placeId} is not there`);
  return place;
}

/**
 * Saves the facts that an owner changed, dated today: all of them or none. Sending the same form again changes nothing.
 *
 * @returns The problems of the form, or whether anything changed.
 */
export async function changeListing(
  db: Database,
  given: OwnerInput & { typed: ListingFormValues; opened: ListingFormValues },
): Promise<{ problems: ListingProblems; isStale: boolean; now: Listing } | "changed" | "unchanged"> {
  const { placeId, userId, typed, opened, now } = given;
  return db.transaction(async (tx) => {
    const listing = listingFromPlace(await lockPlaceRow(tx, placeId));
    const read = parseListingChanges({ facts: LIVE_FACTS, typed, opened, now: listing });
    if (read.problems !== null) return { problems: read.problems, isStale: read.isStale, now: listing };
    if (read.changes.length === 0) return "unchanged";
    const changes: FactChange[] = [];
    for (const change of read.changes)
      changes.push(await toFactChange(tx, { placeId, change, sourceId: OWNER_SOURCE }));
    await changeFacts(tx, { placeId, changes, changedBy: userId, caseId: null, actor: ownerActor(userId), now });
    return "changed";
  });
}

function ownerActor(userId: string): Actor {
  return { kind: "owner", id: userId };
}

/** The change of one fact. Of the attributes only the changed ones are corrected; the others keep their source. */
export async function toFactChange(
  db: Database,
  { placeId, change, sourceId }: { placeId: number; change: ListingChange; sourceId: string },
): Promise<FactChange> {
  const { fact, before, after } = change;
  if (fact !== "attributes") return { field: fact, value: after, sourceId };
  const [row] = await db
    .select({ value: placeFacts.value })
    .from(placeFacts)
    .where(and(eq(placeFacts.placeId, placeId), eq(placeFacts.field, "attributeCorrections")));
  const { attributes, attributeCorrections } = FACT_VALUES.shape;
  const [old = {}, current = {}] = [attributes.parse(before), attributes.parse(after)];
  const corrections: Record<string, boolean | null> = { ...attributeCorrections.parse(row?.value) };
  for (const key of attributeKeys(old, current)) {
    if (old[key] !== current[key]) corrections[key] = current[key] ?? null;
  }
  return { field: "attributeCorrections", value: corrections, sourceId };
}

function attributeKeys(old: Listing["attributes"], current: Listing["attributes"]) {
  return ATTRIBUTE_KEYS.filter((key) => key in old || key in current);
}

/** A longer closure counts as permanent, which an editor decides. */
const CLOSED_DAYS_MAX = 400;

/**
 * Marks a place as temporarily closed by its owner, or as open again.
 *
 * @returns "not-yours": an editor or visitors marked the closure, so an editor decides. "wrong-day": the reopening day isn't
 * in the future, or is too far away.
 */
export async function setTemporaryClosure(
  db: Database,
  given: OwnerInput & ({ isClosed: true; reopensOn: string | null } | { isClosed: false }),
): Promise<"done" | "not-yours" | "wrong-day"> {
  const { placeId, userId, now } = given;
  return db.transaction(async (tx) => {
    const place = await lockPlaceRow(tx, placeId);
    const isOwn = place.closure === "temporary" && place.isClosedByOwner;
    const isUnconfirmed = mayHaveClosed(place.closure);
    if (!isPresumedOpen(place) || (place.closure !== null && !isOwn && !isUnconfirmed)) return "not-yours";
    const change = { placeId, successorId: null, changedBy: userId, caseId: null, actor: ownerActor(userId), now };
    if (!given.isClosed) {
      if (isOwn || isUnconfirmed) await setClosure(tx, { ...change, closure: null });
      return "done";
    }
    const { reopensOn } = given;
    if (reopensOn !== null && (reopensOn <= dcToday(now) || subtractDays(reopensOn, CLOSED_DAYS_MAX) > dcToday(now))) {
      return "wrong-day";
    }
    if (!isOwn || place.reopensOn !== reopensOn) {
      await setClosure(tx, { ...change, closure: "temporary", byOwner: { reopensOn } });
    }
    return "done";
  });
}
