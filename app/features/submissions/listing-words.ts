import { factWords } from "#app/features/corrections/fact-words.ts";
import { pinLabel } from "#app/features/corrections/pin.ts";
import { CATEGORY_NAMES } from "#app/features/places/categories.ts";

import type { Listing } from "./typed-listing.ts";

export type ListingLine = { label: string; lines: string[] };

/** The known facts of a listing as labeled lines. */
export function listingWords(listing: Listing): ListingLine[] {
  const { category, type, address, zip, position, phone, website, priceRange, hours, attributes, description } =
    listing;
  const lines: (ListingLine | null)[] = [
    { label: "Category", lines: [`${CATEGORY_NAMES[category]}: ${type}`] },
    address && { label: "Address", lines: [...factWords("address", address), ...(zip === null ? [] : [zip])] },
    position && { label: "Pin on the map", lines: [pinLabel(position)] },
    phone === null ? null : { label: "Phone", lines: factWords("phone", phone) },
    website === null ? null : { label: "Website", lines: [website] },
    priceRange === null ? null : { label: "Price", lines: [priceRange] },
    hours && { label: "Hours", lines: factWords("hours", hours) },
    { label: "Good to know", lines: factWords("attributeCorrections", attributes) },
    { label: "Description", lines: description === "" ? [] : description.split("\n") },
  ];
  return lines.flatMap((line) => (line === null || line.lines.length === 0 ? [] : [line]));
}
