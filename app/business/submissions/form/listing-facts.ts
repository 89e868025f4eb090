import type { FactChange } from "#app/guide/places/facts/change-place.server.ts";

import type { Listing } from "./listing-form.ts";

/** A new listing's facts: one for each known value, none for unknown ones. */
export function listingFacts(
  { attributes, ...facts }: Listing,
  { neighborhood, sourceId }: { neighborhood: string; sourceId: string },
): FactChange[] {
  const knownAttributes = Object.keys(attributes).length === 0 ? null : attributes;
  const values: [FactChange["field"], unknown][] = [
    ["name", facts.name],
    ["otherNames", facts.otherNames.length === 0 ? null : facts.otherNames],
    ["category", facts.category],
    ["type", facts.type],
    ["neighborhood", neighborhood],
    ["summary", facts.summary === "" ? null : facts.summary],
    ["description", facts.description],
    ["address", facts.address],
    ["zip", facts.zip],
    ["position", facts.position],
    ["priceRange", facts.priceRange],
    ["phone", facts.phone],
    ["website", facts.website],
    ["menuUrl", facts.menuUrl],
    ["reservationsUrl", facts.reservationsUrl],
    ["orderUrl", facts.orderUrl],
    ["hours", facts.hours],
    ["attributes", knownAttributes],
  ];
  return values.flatMap(([field, value]) => (value === null ? [] : [{ field, value, sourceId }]));
}
