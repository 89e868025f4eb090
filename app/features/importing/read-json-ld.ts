import type { ReadEntry } from "./imported-facts.ts";
import { schemaOrgHours } from "./read-hours.ts";
import { at, dayOf, listAt, point, readFound, textAt } from "./read-parts.ts";

/** Departments within departments; no real file nests deeper. */
const DEPTH_MAX = 4;

/** Types that appear next to places but are not places. */
const NON_PLACE_TYPES =
  /^(?:Person|Organization|WebSite|WebPage|BreadcrumbList|ListItem|Offer|Product|Review|AggregateRating|Article|NewsArticle|BlogPosting|ImageObject|VideoObject|SearchAction|FAQPage|Question|Event|ItemList|CollectionPage|SiteNavigationElement)$/;

/**
 * The places in a JSON-LD object: itself, its `@graph`, list items and departments. Ratings are ignored, since they
 * come from another site's readers.
 *
 * @see https://schema.org/LocalBusiness
 */
export function readJsonLd(thing: unknown): ReadEntry[] {
  const entries = collectThings(thing, 0).map(readThing);
  return entries.length === 0 ? [{ skip: "not-a-place" }] : entries;
}

function collectThings(thing: unknown, depth: number): unknown[] {
  if (depth > DEPTH_MAX || typeof thing !== "object" || thing === null) return [];
  if (Array.isArray(thing)) return thing.flatMap((each) => collectThings(each, depth + 1));
  const inner = [
    ...listAt(thing, "@graph"),
    ...listAt(thing, "itemListElement").map((item) => at(item, "item") ?? item),
    ...listAt(thing, "mainEntity"),
    ...listAt(thing, "department"),
  ];
  const own = typesOf(thing).some((type) => !NON_PLACE_TYPES.test(type)) ? [thing] : [];
  return [...own, ...inner.flatMap((each) => collectThings(each, depth + 1))];
}

/** Types come in no order: specific ones are sorted before these general ones. */
const GENERAL_TYPES = /^(?:Thing|Place|Organization|LocalBusiness|Store|FoodEstablishment|HealthAndBeautyBusiness)$/;

function typesOf(thing: unknown): string[] {
  return listAt(thing, "@type").flatMap((type) =>
    typeof type === "string" ? [type.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, "")] : [],
  );
}

function readThing(thing: unknown): ReadEntry {
  const address = listAt(thing, "address")[0];
  const isText = typeof address === "string";
  const hours = schemaOrgHours(thing);
  const geo = listAt(thing, "geo")[0];
  const id = textAt(thing, "@id");
  return readFound({
    // A document-local name ("#store", "_:b0") isn't an id outside the document.
    id: /^https?:/.test(id) ? id : "",
    name: textAt(thing, "name"),
    street: isText ? textAt(thing, "address") : textAt(address, "streetAddress"),
    zip: isText ? "" : textAt(address, "postalCode"),
    region: isText ? "" : textAt(address, "addressRegion"),
    country: isText ? "" : textAt(address, "addressCountry", "name") || textAt(address, "addressCountry"),
    position: point(at(geo, "latitude"), at(geo, "longitude")) ?? point(at(thing, "latitude"), at(thing, "longitude")),
    phone: textAt(thing, "telephone") || textAt(listAt(thing, "telephone"), 0),
    website: textAt(thing, "url"),
    price: textAt(thing, "priceRange"),
    description: textAt(thing, "description"),
    facts: hours ?? {},
    unread: hours === null ? ["hours"] : [],
    kinds: typesOf(thing).toSorted((a, b) => Number(GENERAL_TYPES.test(a)) - Number(GENERAL_TYPES.test(b))),
    cuisine: listAt(thing, "servesCuisine")
      .filter((each) => typeof each === "string")
      .join(";")
      .toLowerCase()
      .replaceAll(" ", "_"),
    checkedOn: dayOf(textAt(thing, "dateModified")),
  });
}
