import type { PlacePicture } from "#app/db/columns/photo-columns.ts";
import type { OpeningHours } from "#app/guide/places/hours/opening-hours.ts";
import type { PlacePage, RatingSummary } from "#app/guide/places/place.ts";
import {
  openingHoursSpecification,
  specialOpeningHoursSpecification,
} from "#app/guide/places/hours/schema-org-hours.ts";
import { dcToday } from "#app/lib/dc-time.ts";

import { type JsonLd, jsonLd, type LooseObject, placeJsonLdId, WASHINGTON } from "./json-ld.ts";
import { streetAddress } from "./street-address.ts";
import { isFoodEstablishment, isLocalBusiness, placeSchemaType } from "./place-schema-type.ts";
import { absoluteUrl } from "../site-identity.ts";
import { socialImagePath } from "../social/social-image-path.ts";

/**
 * A place for search engines, without unknown values. Call it in loaders, because the calendar and the table of types
 * shouldn't be sent to browsers.
 *
 * @param place `photo` is the first photo. Uses `realRating`, which excludes demo reviews.
 */
export function placeJsonLd(
  siteUrl: string,
  place: PlacePage & {
    openingHours: OpeningHours | null;
    realRating: RatingSummary;
    photo: { path: string; credit: PlacePicture | null } | null;
  },
  now: Date,
): JsonLd {
  const type = placeSchemaType(place);
  const isFree = place.priceRange === "Free" || hasAttribute(place, "freeEntry") === true;
  return jsonLd(type, {
    "@id": placeJsonLdId(siteUrl, place.slug),
    name: place.name,
    alternateName: place.otherNames,
    description: place.description === "" ? null : place.description,
    url: absoluteUrl(siteUrl, `/places/${place.slug}`),
    sameAs: place.website,
    telephone: place.phone,
    image: placeImage(siteUrl, place),
    address: postalAddress(place),
    geo:
      place.position === null
        ? null
        : { "@type": "GeoCoordinates", latitude: place.position.lat, longitude: place.position.lng },
    containedInPlace: { "@type": "Place", name: place.neighborhood.name, containedInPlace: WASHINGTON },
    priceRange: isLocalBusiness(type) && place.priceRange?.startsWith("$") === true ? place.priceRange : null,
    isAccessibleForFree: isFree ? true : null,
    aggregateRating: aggregateRating(place.realRating),
    amenityFeature: place.attributes.flatMap(({ label, value }) =>
      value === null ? [] : [{ "@type": "LocationFeatureSpecification", name: label, value }],
    ),
    ...(isFoodEstablishment(type) ? foodProperties(place) : {}),
    ...(place.openingHours === null ? {} : hoursProperties(place.openingHours, dcToday(now))),
  });
}

/** The first photo, with its credit if it needs one, or else the drawn picture. */
function placeImage(siteUrl: string, { photo, slug }: Pick<Parameters<typeof placeJsonLd>[1], "photo" | "slug">) {
  if (photo === null) return absoluteUrl(siteUrl, socialImagePath("places", slug));
  const url = absoluteUrl(siteUrl, photo.path);
  if (photo.credit === null) return url;
  const { author, license, licenseUrl, pageUrl } = photo.credit;
  return {
    "@type": "ImageObject",
    contentUrl: url,
    license: licenseUrl,
    acquireLicensePage: pageUrl,
    creditText: `${author === "" ? "author unknown" : author}, ${license}, via Wikimedia Commons`,
    ...(author === "" ? {} : { creator: { "@type": "Person", name: author } }),
  };
}

/** Search engines revisit within weeks, so a quarter ahead is enough. */
const EXCEPTION_DAYS = 92;

function hoursProperties(openingHours: OpeningHours, todayOn: string): LooseObject {
  return {
    openingHoursSpecification: openingHoursSpecification(openingHours),
    specialOpeningHoursSpecification: specialOpeningHoursSpecification(openingHours, todayOn, EXCEPTION_DAYS),
  };
}

/** Always an address, since search engines require one. Without a street it's just the city. */
function postalAddress({ street, quadrant, zip }: PlacePage): LooseObject {
  return {
    "@type": "PostalAddress",
    streetAddress: street === null ? null : streetAddress(street, quadrant),
    addressLocality: "Washington",
    addressRegion: "DC",
    postalCode: zip,
    addressCountry: "US",
  };
}

function aggregateRating(rating: RatingSummary): LooseObject | null {
  if (rating === null || rating.count === 0) return null;
  return {
    "@type": "AggregateRating",
    ratingValue: Math.round(rating.mean * 10) / 10,
    reviewCount: rating.count,
    bestRating: 5,
    worstRating: 1,
  };
}

function foodProperties(place: PlacePage): LooseObject {
  return {
    servesCuisine: place.category === "food" && CUISINES.test(place.type) ? place.type : null,
    acceptsReservations: hasAttribute(place, "reservations"),
  };
}

function hasAttribute(place: PlacePage, key: PlacePage["attributes"][number]["key"]): boolean | null {
  return place.attributes.find((attribute) => attribute.key === key)?.value ?? null;
}

/** Types that name a cuisine. "Diner" and "Food hall" don't. */
const CUISINES =
  /\b(?:american|austrian|barbecue|belgian|brazilian|caribbean|chinese|cuban|ethiopian|filipino|french|german|greek|indian|irish|italian|jamaican|japanese|korean|lao(?:tian)?|latin american|lebanese|levantine|mediterranean|mexican|middle eastern|noodles|peruvian|pizza|ramen|salvadoran|seafood|soul food|southern|spanish|steakhouse|sushi|thai|turkish|vegan|vegetarian|vietnamese)\b/i;
