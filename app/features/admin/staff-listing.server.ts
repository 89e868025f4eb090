import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import { type ListingChange, readChanges } from "#app/features/business/listing-changes.ts";
import { factChange, listingOf, lockedPlace } from "#app/features/business/own-listing.server.ts";
import { addPlace } from "#app/features/places/add-place.server.ts";
import { changeFacts, type FactChange } from "#app/features/places/change-place.server.ts";
import { similarPlaces } from "#app/features/submissions/similar-places.server.ts";
import type { SimilarPlace } from "#app/features/submissions/submission.ts";
import { readListing } from "#app/features/submissions/listing.ts";
import type { Listing, ListingFact, ListingProblems, TypedListing } from "#app/features/submissions/typed-listing.ts";
import { isInside } from "#app/lib/geo.ts";
import { characterCount } from "#app/lib/plain-text.ts";

/** What editors find out themselves; see seeds/catalogue/sources.yaml. */
const OWN_SOURCE = "rowhouse";

/** A page without a word on what the place is helps nobody. */
const DESCRIPTION_CHARACTERS_MIN = 20;

/** In the order of the form. */
const ALL_FACTS = [
  "name",
  "category",
  "type",
  "address",
  "zip",
  "position",
  "hours",
  "phone",
  "website",
  "priceRange",
  "description",
  "attributes",
] as const satisfies ListingFact[];

type By = { adminId: string; now: Date };

/** A place's listing as the form of an editor has it; null for none, or one that is deleted or leads elsewhere. */
export async function findListing(db: Database, id: number) {
  const [place] = await db.select().from(places).where(eq(places.id, id));
  if (place === undefined || place.status === "removed") return null;
  const { slug, name, neighborhoodSlug, updatedAt } = place;
  return { place: { id, slug, name, neighborhoodSlug, updatedAt }, listing: listingOf(place) };
}

/**
 * Lists a business at once.
 *
 * @param given.neighborhood Its slug; empty: the one that its pin lies in.
 * @param given.isOther Whether the editor has seen those that it is like, and it is none of them.
 */
export async function addBusiness(
  db: Database,
  given: By & { typed: TypedListing; neighborhood: string; isOther: boolean },
): Promise<{ id: number } | { problems: ListingProblems } | { similar: SimilarPlace[] }> {
  const { typed, neighborhood, isOther, adminId, now } = given;
  const { listing, problems: wrong } = readListing(typed);
  const problems: ListingProblems = { ...wrong };
  if (listing !== null && characterCount(listing.description) < DESCRIPTION_CHARACTERS_MIN) {
    problems["description"] = `Write at least ${DESCRIPTION_CHARACTERS_MIN} characters.`;
  }
  const area = await areaOf(db, { neighborhood, position: listing?.position ?? null });
  // Of a form whose pin can't be read yet nobody knows where it lies.
  const isSaid = listing !== null || neighborhood !== "";
  if (area === null && isSaid) problems["neighborhood"] = "Choose one, or set a pin that lies in one.";
  if (listing === null || area === null || Object.keys(problems).length > 0) return { problems };
  const similar = isOther
    ? []
    : await similarPlaces(db, {
        ...listing,
        street: listing.address?.street ?? null,
        quadrant: listing.address?.quadrant ?? null,
      });
  if (similar.length > 0) return { similar };
  const actor = { kind: "staff", id: adminId } as const;
  return db.transaction((tx) => addPlace(tx, { facts: factsOf(listing, area), actor, now }));
}

/**
 * Makes what an editor changed in the form the place's facts, dated today. Everything or nothing; the same sent again
 * changes nothing.
 *
 * @returns What is wrong with it; null when it is done.
 */
export async function editBusiness(
  db: Database,
  given: By & { placeId: number; typed: TypedListing; opened: TypedListing; neighborhood: string },
): Promise<{ problems: ListingProblems; isStale: boolean; now: Listing } | null> {
  const { placeId, typed, opened, neighborhood, adminId, now } = given;
  return db.transaction(async (tx) => {
    const place = await lockedPlace(tx, placeId);
    const listing = listingOf(place);
    const read = readChanges({ facts: ALL_FACTS, typed, opened, now: listing });
    if (read.problems !== null) return { problems: read.problems, isStale: read.isStale, now: listing };
    const moved = read.changes.find(({ fact }) => fact === "position");
    const position = moved === undefined ? listing.position : readListing(typed).listing?.position;
    const area = await areaOf(tx, { neighborhood, position: position ?? null });
    if (area === null) {
      return { problems: { neighborhood: "Choose one of the list." }, isStale: false, now: listing };
    }
    const changes = await factChanges(tx, placeId, read.changes);
    if (area !== place.neighborhoodSlug) changes.push({ field: "neighborhood", value: area, sourceId: OWN_SOURCE });
    await changeFacts(tx, { placeId, changes, changedBy: adminId, caseId: null, now });
    return null;
  });
}

async function factChanges(db: Database, placeId: number, changes: ListingChange[]): Promise<FactChange[]> {
  const facts: FactChange[] = [];
  for (const change of changes) facts.push(await factChange(db, { placeId, change, sourceId: OWN_SOURCE }));
  return facts;
}

/** The neighborhood that was chosen, or that a pin lies in; null for neither. */
async function areaOf(
  db: Database,
  { neighborhood, position }: { neighborhood: string; position: Listing["position"] },
): Promise<string | null> {
  const areas = await db.select({ slug: neighborhoods.slug, shape: neighborhoods.shape }).from(neighborhoods);
  if (neighborhood !== "") return areas.find(({ slug }) => slug === neighborhood)?.slug ?? null;
  if (position === null) return null;
  return areas.find(({ shape }) => isInside(shape, position))?.slug ?? null;
}

/** What is known; the rest has no fact at all. */
function factsOf({ attributes, ...facts }: Listing, neighborhood: string): FactChange[] {
  const known = Object.keys(attributes).length === 0 ? null : attributes;
  const said: [FactChange["field"], unknown][] = [
    ["name", facts.name],
    ["category", facts.category],
    ["type", facts.type],
    ["neighborhood", neighborhood],
    ["description", facts.description],
    ["address", facts.address],
    ["zip", facts.zip],
    ["position", facts.position],
    ["priceRange", facts.priceRange],
    ["phone", facts.phone],
    ["website", facts.website],
    ["hours", facts.hours],
    ["attributes", known],
  ];
  return said.flatMap(([field, value]) => (value === null ? [] : [{ field, value, sourceId: OWN_SOURCE }]));
}
