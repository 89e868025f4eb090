import type { ImportedFacts } from "#app/db/columns/import-columns.ts";
import { CATEGORY_NAMES, type CategorySlug } from "#app/guide/places/facts/categories.ts";
import { phoneLabel, websiteLabel } from "#app/guide/places/facts/contact-links.ts";
import type { OpeningHours } from "#app/guide/places/hours/opening-hours.ts";
import { formatOpeningHours } from "#app/guide/places/hours/osm-opening-hours.ts";
import { ATTRIBUTE_KEYS, ATTRIBUTE_LABELS, type Attributes } from "#app/guide/places/place.ts";

/** One fact as an editor reads it. */
export type FactLine = { label: string; text: string };

type FactLineInput = {
  name: string;
  otherNames: string[];
  category: CategorySlug | null;
  type: string | null;
  street: string | null;
  quadrant: string | null;
  zip: string | null;
  neighborhood: string | null;
  phone: string | null;
  website: string | null;
  priceRange: string | null;
  hours: OpeningHours | null;
  hoursText: string | null;
  attributes: Attributes;
  lat: number | null;
  lng: number | null;
};

/** A place's facts as labeled lines, always in the same order and format. */
export function buildFactLines(place: FactLineInput): FactLine[] {
  const { street, quadrant, zip, category, type, lat, lng } = place;
  const lines: [string, string][] = [
    ["Name", place.name],
    ["Other names", place.otherNames.join("; ")],
    ["Kind", [type, category === null ? null : CATEGORY_NAMES[category]].filter((part) => part !== null).join(", ")],
    [
      "Address",
      [[street, quadrant].filter((part) => part !== null).join(" "), zip ?? ""]
        .filter((part) => part !== "")
        .join(", "),
    ],
    ["Neighborhood", place.neighborhood ?? ""],
    ["Position", lat === null || lng === null ? "" : `${lat.toFixed(5)}, ${lng.toFixed(5)}`],
    ["Phone", place.phone === null ? "" : phoneLabel(place.phone)],
    ["Website", place.website === null ? "" : websiteLabel(place.website)],
    ["Price", place.priceRange ?? ""],
    ["Hours", place.hours === null ? (place.hoursText ?? "") : formatOpeningHours(place.hours)],
    ["Attributes", formatAttributes(place.attributes)],
  ];
  return lines.filter(([, text]) => text !== "").map(([label, text]) => ({ label, text }));
}

function formatAttributes(attributes: Attributes): string {
  return ATTRIBUTE_KEYS.flatMap((key) => {
    const value = attributes[key];
    return value === undefined ? [] : [value ? ATTRIBUTE_LABELS[key] : `not: ${ATTRIBUTE_LABELS[key].toLowerCase()}`];
  }).join(", ");
}

/** An entry's facts in the shape of a place's columns. */
export function toFactLineInput(facts: ImportedFacts, neighborhood: string | null): FactLineInput {
  return {
    name: facts.name ?? "",
    otherNames: facts.otherNames ?? [],
    category: facts.category ?? null,
    type: facts.type ?? null,
    street: facts.address?.street ?? null,
    quadrant: facts.address?.quadrant ?? null,
    zip: facts.zip ?? null,
    neighborhood,
    phone: facts.phone ?? null,
    website: facts.website ?? null,
    priceRange: facts.priceRange ?? null,
    hours: facts.hours ?? null,
    hoursText: facts.hoursText ?? null,
    attributes: facts.attributes ?? {},
    lat: facts.position?.lat ?? null,
    lng: facts.position?.lng ?? null,
  };
}
