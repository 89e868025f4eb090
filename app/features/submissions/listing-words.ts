import { formatFact } from "#app/features/corrections/fact-words.ts";
import { formatPoint } from "#app/features/corrections/pin.ts";
import { CATEGORY_NAMES } from "#app/features/places/categories.ts";

import type { Listing } from "./typed-listing.ts";

export type ListingLine = { label: string; lines: string[] };

/** The known facts of a listing as labeled lines. */
export function formatListing(listing: Listing): ListingLine[] {
  const { category, type, address, zip, position, phone, website, priceRange, hours, attributes, description } =
    listing;
  const lines: (ListingLine | null)[] = [
    { label: "Category", lines: [`${CATEGORY_NAMES[category]}: ${type}`] },
    address && { label: "Address", lines: [...formatFact("address", address), ...(zip === null ? [] : [zip])] },
    position && { label: "Pin on the map", lines: [formatPoint(position)] },
    phone === null ? null : { label: "Phone", lines: formatFact("phone", phone) },
    website === null ? null : { label: "Website", lines: [website] },
    priceRange === null ? null : { label: "Price", lines: [priceRange] },
    hours && { label: "Hours", lines: formatFact("hours", hours) },
    { label: "Good to know", lines: formatFact("attributeCorrections", attributes) },
    { label: "Description", lines: description === "" ? [] : description.split("\n") },
  ];
  return lines.flatMap((line) => (line === null || line.lines.length === 0 ? [] : [line]));
}
