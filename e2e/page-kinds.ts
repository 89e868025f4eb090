import { type SeedData } from "#app/guide/seed-data/seed-data.ts";
import { readSeedData } from "#app/guide/seed-data/seed-files.server.ts";
import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";

import { SEED_DATA_FOLDER } from "../cli/prepare-database.ts";
import { builtSite } from "./site.ts";

const { publicPages } = (await builtSite()).routes;

/** One URL for each kind of page, chosen so that every part of a page is on one of them. */
export const PAGE_KINDS: readonly { name: string; path: string; status?: number }[] = [
  ...publicPages.map((path) => ({ name: path, path })),
  { name: "category hub", path: "/food" },
  { name: "filtered hub", path: "/nightlife?neighborhood=adams-morgan" },
  { name: "hub with nothing left", path: "/food?neighborhood=no-such-neighborhood" },
  { name: "guides of a category", path: "/category/food" },
  { name: "trending guides", path: "/latest?tab=trending" },
  { name: "neighborhood", path: "/neighborhood/georgetown" },
  { name: "guides of a neighborhood", path: "/neighborhood/georgetown?kind=guides" },
  { name: "place", path: "/places/madams-organ" },
  { name: "correction of a place", path: "/places/madams-organ/suggest" },
  { name: "hours of a place", path: "/places/madams-organ/hours" },
  { name: "guide", path: "/posts/best-pizza" },
  { name: "guide for members", path: "/posts/brookland-the-quiet-capital" },
  { name: "search", path: "/search" },
  { name: "search results", path: "/search?q=coffee" },
  { name: "filtered search", path: "/search?q=museum&type=art-museum&sort=newest" },
  { name: "search of an area without places", path: "/search?q=museum&bbox=-77.036,38.83,-77.03,38.84" },
  { name: "search for a misspelt word", path: "/search?q=gerogetown+coffe" },
  { name: "search with nothing left", path: "/search?q=museum&neighborhood=no-such-neighborhood" },
  { name: "search without results", path: "/search?q=zzqqxxyy" },
  { name: "map of an area", path: "/map?category=food&bbox=-77.05,38.9,-77.02,38.92" },
  { name: "map of an area without places", path: "/map?bbox=-77.036,38.83,-77.03,38.84" },
  { name: "sign in", path: "/auth/login" },
  { name: "development login", path: "/auth/dev-login" },
  { name: "after a checkout", path: "/subscription/success" },
  { name: "newsletter that was asked for", path: "/newsletter?requested=yes" },
  { name: "contact that was sent", path: "/contact?sent=yes" },
  { name: "missing page", path: "/no-such-page", status: 404 },
];

let known: SeedData | null = null;

/** The seed data that the site under test was loaded with. */
export function seedData(): SeedData {
  known ??= readSeedData(SEED_DATA_FOLDER);
  return known;
}

/**
 * Every URL that follows from the seed data and that search engines may list, independent of what the site links or has in
 * its sitemap. A listed place counts once its hours and a way to ask are known.
 */
export function everyPath(now: Date): string[] {
  const { places, listed, guides, neighborhoods } = seedData();
  const known = (place: (typeof listed)[number], fields: readonly ("hours" | "hoursText" | "phone" | "website")[]) =>
    place.facts.some((facts) => fields.some((field) => facts[field] !== undefined));
  const indexed = listed.filter((place) => known(place, ["hours", "hoursText"]) && known(place, ["phone", "website"]));
  const out = guides.filter(({ publishedAt }) => publishedAt !== undefined && new Date(publishedAt) <= now);
  return [
    ...publicPages,
    "/latest?tab=trending",
    "/search",
    ...CATEGORY_SLUGS.flatMap((slug) => [`/${slug}`, `/category/${slug}`]),
    ...neighborhoods.map(({ slug }) => `/neighborhood/${slug}`),
    ...[...places, ...indexed].map(({ slug }) => `/places/${slug}`),
    ...out.map(({ slug }) => `/posts/${slug}`),
  ];
}
