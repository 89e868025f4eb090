import { type GuidePage, MEMBERS_PART_CLASS } from "#app/guide/guides/page/guide.ts";

import { absoluteUrl, SITE_DESCRIPTION, SITE_LANGUAGE, SITE_NAME, SITE_TITLE } from "../site-identity.ts";
import { LOGO_PATH, LOGO_PIXELS, socialImagePath } from "../social/social-image-path.ts";

export type JsonLdValue = string | number | boolean | JsonLdObject | JsonLdValue[];
export type JsonLdObject = { [property: string]: JsonLdValue };

/** A document for a `<script type="application/ld+json">`. Has no null, empty or relative values. */
export type JsonLd = JsonLdObject & { "@context": "https://schema.org"; "@type": string };

/** The name and path of a page. */
export type NamedPath = { name: string; path: string };

/** The site and its search, for the home page. */
export function websiteJsonLd(siteUrl: string): JsonLd {
  return jsonLd("WebSite", {
    "@id": absoluteUrl(siteUrl, "/#website"),
    url: absoluteUrl(siteUrl, "/"),
    name: SITE_NAME,
    alternateName: SITE_TITLE,
    description: SITE_DESCRIPTION,
    inLanguage: SITE_LANGUAGE,
    publisher: { "@id": organizationId(siteUrl) },
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: absoluteUrl(siteUrl, "/search?q={search_term_string}") },
      "query-input": "required name=search_term_string",
    },
  });
}

/** The publisher, for the home page and About. `profiles`: URLs of its profiles on other sites. */
export function organizationJsonLd(siteUrl: string, profiles: readonly string[]): JsonLd {
  return jsonLd("Organization", {
    "@id": organizationId(siteUrl),
    name: SITE_NAME,
    url: absoluteUrl(siteUrl, "/"),
    description: SITE_DESCRIPTION,
    logo: {
      "@type": "ImageObject",
      url: absoluteUrl(siteUrl, LOGO_PATH),
      width: LOGO_PIXELS,
      height: LOGO_PIXELS,
    },
    areaServed: WASHINGTON,
    sameAs: [...profiles],
  });
}

/** The page's visible breadcrumbs, from home to the page itself. */
export function breadcrumbJsonLd(siteUrl: string, items: readonly NamedPath[]): JsonLd {
  return jsonLd("BreadcrumbList", { itemListElement: listItems(siteUrl, items) });
}

/** An ordered list of pages. */
export function itemListJsonLd(siteUrl: string, name: string, items: readonly NamedPath[]): JsonLd {
  return jsonLd("ItemList", itemList(siteUrl, name, items));
}

/** A page that lists others: a hub, a neighborhood, an archive. `about` is the page's subject. */
export function collectionJsonLd(
  siteUrl: string,
  page: { path: string; name: string; description: string; items: readonly NamedPath[]; about?: JsonLdObject },
): JsonLd {
  return jsonLd("CollectionPage", {
    "@id": absoluteUrl(siteUrl, page.path),
    url: absoluteUrl(siteUrl, page.path),
    name: page.name,
    description: page.description,
    inLanguage: SITE_LANGUAGE,
    isPartOf: { "@id": absoluteUrl(siteUrl, "/#website") },
    about: page.about,
    mainEntity:
      page.items.length === 0 ? undefined : { "@type": "ItemList", ...itemList(siteUrl, page.name, page.items) },
  });
}

/** A neighborhood, as the subject of its page. */
export function neighborhoodJsonLd(area: {
  name: string;
  kind: "neighborhood" | "park";
  aka: readonly string[];
  center: { lat: number; lng: number };
}): JsonLdObject {
  return withoutEmpty({
    "@type": area.kind === "park" ? "Park" : "Place",
    name: area.name,
    alternateName: [...area.aka],
    geo: { "@type": "GeoCoordinates", latitude: area.center.lat, longitude: area.center.lng },
    containedInPlace: WASHINGTON,
  });
}

/** A guide with its places. Leaves out the places of a members' guide, which only members can read. */
export function articleJsonLd(siteUrl: string, guide: GuidePage): JsonLd {
  const url = absoluteUrl(siteUrl, `/posts/${guide.slug}`);
  return jsonLd("Article", {
    "@id": `${url}#article`,
    url,
    mainEntityOfPage: url,
    headline: guide.title,
    description: guide.excerpt,
    image: absoluteUrl(siteUrl, socialImagePath("guides", guide.slug)),
    // The editors are an organization. Only real people are listed as persons.
    author: guide.authors.map(({ name, kind }) =>
      kind === "person"
        ? { "@type": "Person", name }
        : { "@type": "Organization", name, url: absoluteUrl(siteUrl, "/about") },
    ),
    publisher: {
      "@id": organizationId(siteUrl),
      "@type": "Organization",
      name: SITE_NAME,
      url: absoluteUrl(siteUrl, "/"),
    },
    datePublished: guide.publishedAt,
    dateModified: guide.updatedAt < guide.publishedAt ? guide.publishedAt : guide.updatedAt,
    articleSection: guide.category.name,
    keywords: [...guide.keywords],
    inLanguage: SITE_LANGUAGE,
    isAccessibleForFree: !guide.isForMembers,
    // Search engines require this markup for paywalled content.
    hasPart: guide.isForMembers
      ? { "@type": "WebPageElement", isAccessibleForFree: false, cssSelector: `.${MEMBERS_PART_CLASS}` }
      : null,
    isPartOf: { "@id": absoluteUrl(siteUrl, "/#website") },
    mentions: (guide.isForMembers ? [] : guide.places).map(({ place }) => ({
      "@type": "Place",
      "@id": placeJsonLdId(siteUrl, place.slug),
      name: place.name,
      url: absoluteUrl(siteUrl, `/places/${place.slug}`),
    })),
  });
}

/** Builds a document of a type, without null and empty properties. */
export function jsonLd(type: string, properties: LooseObject): JsonLd {
  return { "@context": "https://schema.org", "@type": type, ...withoutEmpty(properties) };
}

export type LooseValue = JsonLdValue | LooseObject | readonly LooseValue[] | null | undefined;
export type LooseObject = { readonly [property: string]: LooseValue };

/** Drops properties that are null, undefined, "" or [], at any depth. */
export function withoutEmpty(properties: LooseObject): JsonLdObject {
  const cleanedProperties: JsonLdObject = {};
  for (const [name, value] of Object.entries(properties)) {
    const cleaned = cleanValue(value);
    if (cleaned !== null) cleanedProperties[name] = cleaned;
  }
  return cleanedProperties;
}

function cleanValue(value: LooseValue): JsonLdValue | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value !== "object") return value;
  if (isList(value)) {
    const list = value.map(cleanValue).filter((item) => item !== null);
    return list.length === 0 ? null : list;
  }
  return withoutEmpty(value);
}

/** `Array.isArray` doesn't narrow read-only arrays. */
function isList(value: LooseObject | readonly LooseValue[]): value is readonly LooseValue[] {
  return Array.isArray(value);
}

export function placeJsonLdId(siteUrl: string, slug: string): string {
  return absoluteUrl(siteUrl, `/places/${slug}#place`);
}

function organizationId(siteUrl: string): string {
  return absoluteUrl(siteUrl, "/#organization");
}

export const WASHINGTON = {
  "@type": "City",
  name: "Washington, DC",
  sameAs: "https://www.wikidata.org/wiki/Q61",
};

function itemList(siteUrl: string, name: string, items: readonly NamedPath[]): LooseObject {
  return { name, numberOfItems: items.length, itemListElement: listItems(siteUrl, items) };
}

function listItems(siteUrl: string, items: readonly NamedPath[]): LooseObject[] {
  return items.map(({ name, path }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: absoluteUrl(siteUrl, path),
  }));
}
