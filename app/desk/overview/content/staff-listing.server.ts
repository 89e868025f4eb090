import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import { type ListingChange, parseListingChanges } from "#app/business/listings/edit/listing-changes.ts";
import { toFactChange, listingFromPlace, lockPlaceRow } from "#app/business/listings/edit/owner-listing.server.ts";
import { addPlace, changeFacts, type FactChange } from "#app/guide/places/facts/change-place.server.ts";
import { findSimilarPlaces } from "#app/business/submissions/form/similar-places.server.ts";
import type { SimilarPlace } from "#app/business/submissions/submission.ts";
import { parseListing } from "#app/business/submissions/form/listing.ts";
import type {
  Listing,
  ListingFact,
  ListingProblems,
  ListingFormValues,
} from "#app/business/submissions/form/listing-form.ts";
import { DESCRIPTION_CHARACTERS_MIN } from "#app/business/submissions/submission.ts";
import { isInsidePolygons } from "#app/lib/geo.ts";
import { characterCount } from "#app/lib/plain-text.ts";
import { listingFacts } from "#app/business/submissions/form/listing-facts.ts";

/** The source of facts that editors researched; see seeds/catalogue/sources.yaml. */
const OWN_SOURCE = "rowhouse";

/** In the order of the form. */
const ALL_FACTS = [
  "name",
  "otherNames",
  "category",
  "type",
  "address",
  "zip",
  "position",
  "hours",
  "phone",
  "website",
  "menuUrl",
  "reservationsUrl",
  "orderUrl",
  "priceRange",
  "summary",
  "description",
  "attributes",
] as const satisfies ListingFact[];

type EditorInput = { adminId: string; now: Date };

/** A listing for the editor form; null for an unknown, deleted or merged place. */
export async function findListing(db: Database, id: number) {
  const [place] = await db.select().from(places).where(eq(places.id, id));
  if (place === undefined || place.status === "removed") return null;
  const { slug, name, neighborhoodSlug, updatedAt } = place;
  return { place: { id, slug, name, neighborhoodSlug, updatedAt }, listing: listingFromPlace(place) };
}

/**
 * Adds a business, live immediately.
 *
 * @param given.neighborhood A slug; empty: the neighborhood of the pin.
 * @param given.isOther Whether the editor has confirmed that it is none of the similar places.
 */
export async function addBusiness(
  db: Database,
  given: EditorInput & { typed: ListingFormValues; neighborhood: string; isOther: boolean },
): Promise<{ id: number } | { problems: ListingProblems } | { similar: SimilarPlace[] }> {
  const { typed, neighborhood, isOther, adminId, now } = given;
  const { listing, problems: wrong } = parseListing(typed);
  const problems: ListingProblems = { ...wrong };
  if (listing !== null && characterCount(listing.description) < DESCRIPTION_CHARACTERS_MIN) {
    problems["description"] = `Write at least ${DESCRIPTION_CHARACTERS_MIN} characters.`;
  }
  const neighborhoodSlug = await findNeighborhood(db, { neighborhood, position: listing?.position ?? null });
  // With an invalid pin the neighborhood can't be determined yet.
  const canLocate = listing !== null || neighborhood !== "";
  if (neighborhoodSlug === null && canLocate)
    problems["neighborhood"] = "Choose a neighborhood, or move the pin into one.";
  if (listing === null || neighborhoodSlug === null || Object.keys(problems).length > 0) return { problems };
  const similar = isOther
    ? []
    : await findSimilarPlaces(db, {
        ...listing,
        street: listing.address?.street ?? null,
        quadrant: listing.address?.quadrant ?? null,
      });
  if (similar.length > 0) return { similar };
  const actor = { kind: "staff", id: adminId } as const;
  const facts = listingFacts(listing, { neighborhood: neighborhoodSlug, sourceId: OWN_SOURCE });
  return db.transaction((tx) => addPlace(tx, { facts, actor, now }));
}

/**
 * Saves an editor's changes as the place's facts, dated today. All or nothing; sending the same form again changes nothing.
 *
 * @returns The problems; null on success.
 */
export async function editBusiness(
  db: Database,
  given: EditorInput & { placeId: number; typed: ListingFormValues; opened: ListingFormValues; neighborhood: string },
): Promise<{ problems: ListingProblems; isStale: boolean; now: Listing } | null> {
  const { placeId, typed, opened, neighborhood, adminId, now } = given;
  return db.transaction(async (tx) => {
    const place = await lockPlaceRow(tx, placeId);
    const listing = listingFromPlace(place);
    const read = parseListingChanges({ facts: ALL_FACTS, typed, opened, now: listing });
    if (read.problems !== null) return { problems: read.problems, isStale: read.isStale, now: listing };
    const moved = read.changes.find(({ fact }) => fact === "position");
    const position = moved === undefined ? listing.position : parseListing(typed).listing?.position;
    const neighborhoodSlug = await findNeighborhood(tx, { neighborhood, position: position ?? null });
    if (neighborhoodSlug === null) {
      return { problems: { neighborhood: "Choose a neighborhood from the list." }, isStale: false, now: listing };
    }
    const changes = await factChanges(tx, placeId, read.changes);
    if (neighborhoodSlug !== place.neighborhoodSlug)
      changes.push({ field: "neighborhood", value: neighborhoodSlug, sourceId: OWN_SOURCE });
    await changeFacts(tx, { placeId, changes, changedBy: adminId, caseId: null, now });
    return null;
  });
}

async function factChanges(db: Database, placeId: number, changes: ListingChange[]): Promise<FactChange[]> {
  const facts: FactChange[] = [];
  for (const change of changes) facts.push(await toFactChange(db, { placeId, change, sourceId: OWN_SOURCE }));
  return facts;
}

/** The chosen neighborhood, or the one that contains the pin; null for neither. */
async function findNeighborhood(
  db: Database,
  { neighborhood, position }: { neighborhood: string; position: Listing["position"] },
): Promise<string | null> {
  const areas = await db.select({ slug: neighborhoods.slug, shape: neighborhoods.shape }).from(neighborhoods);
  if (neighborhood !== "") return areas.find(({ slug }) => slug === neighborhood)?.slug ?? null;
  if (position === null) return null;
  return areas.find(({ shape }) => isInsidePolygons(shape, position))?.slug ?? null;
}
