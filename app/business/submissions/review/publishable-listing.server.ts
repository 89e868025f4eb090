import type { Database } from "#app/db/database.server.ts";
import { characterCount } from "#app/lib/plain-text.ts";

import { parseListing, listingToFields } from "../form/listing.ts";
import { findSubmissionCase } from "../submission-queries.server.ts";
import { DESCRIPTION_CHARACTERS_MIN } from "../submission.ts";
import type { Listing } from "../form/listing-form.ts";

type Publishable = { listing: Listing; neighborhood: string };

/**
 * The listing of a submission that can be published unchanged.
 *
 * @returns "closed": decided or deleted. "incomplete", "undescribed-photo", "no-neighborhood": an editor has to correct it
 * first.
 */
export async function findPublishableListing(
  db: Database,
  submissionId: string,
): Promise<Publishable | "closed" | "incomplete" | "undescribed-photo" | "no-neighborhood"> {
  const found = await findSubmissionCase(db, submissionId);
  if (found === null) return "closed";
  const { listing } = parseListing(listingToFields(found.listing));
  if (listing === null || characterCount(listing.description) < DESCRIPTION_CHARACTERS_MIN) return "incomplete";
  const { neighborhood, photos } = found.about;
  // Photos without a description aren't shown, and later only the place's owner could add it.
  if (photos.some(({ alt }) => alt === "")) return "undescribed-photo";
  return neighborhood === "" ? "no-neighborhood" : { listing, neighborhood };
}
