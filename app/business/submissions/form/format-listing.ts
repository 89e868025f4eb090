import { formatFact } from "#app/business/corrections/facts/format-fact.ts";
import { formatPoint } from "#app/business/corrections/suggest/pin.ts";
import { CATEGORY_NAMES } from "#app/guide/places/facts/categories.ts";

import type { Listing } from "./listing-form.ts";

export type ListingLine = { label: string; lines: string[] };

/** The known facts of a listing as labeled lines. */
export function formatListing(listing: Listing): ListingLine[] {
  const { category, type, address, zip, position, phone, website, priceRange, hours, attributes, description } =
    listing;
  const lines: (ListingLine | null)[] = [
    { label: "Category", lines: [`${CATEGORY_NAMES[category]}: ${type}`] },
    address && { label: "Address", lines: [...formatFact("address", address), ...(zip === null ? [] : [zip])] },
    position && { label: "Map pin", lines: [formatPoint(position)] },
    phone === null ? null : { label: "Phone", lines: formatFact("phone", phone) },
    website === null ? null : { label: "Website", lines: [website] },
    { label: "Menu", lines: listing.menuUrl === null ? [] : [listing.menuUrl] },
    { label: "Reservations", lines: listing.reservationsUrl === null ? [] : [listing.reservationsUrl] },
    { label: "Orders", lines: listing.orderUrl === null ? [] : [listing.orderUrl] },
    priceRange === null ? null : { label: "Price", lines: [priceRange] },
    hours && { label: "Hours", lines: formatFact("hours", hours) },
    { label: "Good to know", lines: formatFact("attributeCorrections", attributes) },
    { label: "Description", lines: description === "" ? [] : description.split("\n") },
  ];
  return lines.flatMap((line) => (line === null || line.lines.length === 0 ? [] : [line]));
}
