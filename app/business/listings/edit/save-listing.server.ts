import type { Database } from "#app/db/database.server.ts";
import { GUARDED_FACTS } from "#app/db/schema/business.ts";
import type { Listing, ListingFormValues, ListingProblems } from "#app/business/submissions/form/listing-form.ts";

import { LIVE_FACTS, parseListingChanges } from "./listing-changes.ts";
import { submitOwnerEdit } from "./owner-edits.server.ts";
import { changeListing, listingFromPlace, lockPlaceRow } from "./owner-listing.server.ts";

export type SavedListing = {
  /** Facts that are live now. */
  isChanged: boolean;
  /** Facts that wait for an editor. */
  isSent: boolean;
};

/**
 * Saves an owner's form: what needs no approval is live, the rest waits for an editor. With any problem, nothing is saved.
 */
export async function saveListing(
  db: Database,
  given: {
    placeId: number;
    userId: string;
    typed: ListingFormValues;
    opened: ListingFormValues;
    note: string;
    now: Date;
  },
): Promise<SavedListing | { problems: ListingProblems; isStale: boolean; now: Listing }> {
  const { placeId, typed, opened } = given;
  return db.transaction(async (tx) => {
    const now = listingFromPlace(await lockPlaceRow(tx, placeId));
    const read = parseListingChanges({ facts: [...LIVE_FACTS, ...GUARDED_FACTS], typed, opened, now });
    if (read.problems !== null) return { problems: read.problems, isStale: read.isStale, now };
    const changed = await changeListing(tx, given);
    const sent = await submitOwnerEdit(tx, given);
    return { isChanged: changed === "changed", isSent: sent === "sent" };
  });
}
