import { asc, eq, inArray, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { authors, postPlaces, posts, postSlugs } from "#app/db/schema/guides.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import { embeddedPlaces } from "#app/features/guides/guide-body.ts";
import { hasClosedSince } from "#app/features/guides/has-closed-since.ts";
import { guideWords, readMinutesOf } from "#app/features/guides/read-time.ts";
import { isSlugTaken } from "#app/features/guides/write-guide.server.ts";
import { COMPOSITION_TITLES } from "#app/features/illustrations/compositions.ts";
import { isCategorySlug } from "#app/features/places/categories.ts";

import { type CheckedGuide, type GuideAdvice, guideAdvice, partsOf } from "./guide-checks.ts";
import { type GuideDocument, stopsOf } from "./guide-document.ts";
import { type GuideProblems, readyGuide } from "./guide-ready.ts";
import type { StopPlace } from "./stop-place.ts";

/** What the fields of the editor choose from. */
export type GuideChoices = {
  authors: { slug: string; name: string }[];
  neighborhoods: { slug: string; name: string }[];
  pictures: { slug: string; name: string }[];
};

export async function guideChoices(db: Database): Promise<GuideChoices> {
  const pictures = Object.entries(COMPOSITION_TITLES).map(([slug, name]) => ({ slug, name }));
  return {
    authors: await db.select({ slug: authors.slug, name: authors.name }).from(authors).orderBy(asc(authors.name)),
    neighborhoods: await db
      .select({ slug: neighborhoods.slug, name: neighborhoods.name })
      .from(neighborhoods)
      .orderBy(asc(neighborhoods.name)),
    pictures: pictures.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** Places by their slugs, as the editor shows them where they stand; those that were taken out for good are not found. */
export async function stopPlaces(db: Database, slugs: readonly string[]): Promise<StopPlace[]> {
  if (slugs.length === 0) return [];
  const rows = await db
    .select({
      slug: places.slug,
      name: places.name,
      type: places.type,
      neighborhood: neighborhoods.name,
      status: places.status,
      closedOn: places.closedOn,
      lat: places.lat,
      lng: places.lng,
    })
    .from(places)
    .innerJoin(neighborhoods, eq(neighborhoods.slug, places.neighborhoodSlug))
    .where(inArray(places.slug, [...new Set(slugs)]));
  return rows.flatMap(({ status, lat, lng, ...place }) => {
    if (status === "removed") return [];
    const position = lat === null || lng === null ? null : { lat, lng };
    return [{ ...place, isClosed: status === "closed", position }];
  });
}

/** All that is said of a guide while it is written. */
export type GuideState = {
  places: StopPlace[];
  advice: GuideAdvice[];
  problems: GuideProblems;
  words: number;
  readMinutes: number;
  closed: { count: number; of: number };
};

export async function guideState(
  db: Database,
  { id, document, choices }: { id: number; document: GuideDocument; choices: GuideChoices },
): Promise<GuideState> {
  const { guide, found, problems } = await examined(db, { id, document, choices });
  const inText = found.filter(({ slug }) => guide.places.includes(slug));
  const words = guideWords({ body: document.body, places: stopsOf(guide.places, document.stops) });
  return {
    places: found,
    advice: guideAdvice(guide),
    problems: problems ?? {},
    words,
    readMinutes: readMinutesOf(words),
    closed: closedOf(inText, await namedSince(db, id)),
  };
}

/** As readers are told: of those that they have, how many have closed since; one that was closed before counts for neither. */
function closedOf(inText: readonly StopPlace[], named: ReadonlyMap<string, Date | null>): GuideState["closed"] {
  const closed = inText.filter(({ isClosed }) => isClosed);
  const since = closed.filter(
    ({ slug, closedOn }) => named.has(slug) && hasClosedSince(closedOn, named.get(slug) ?? null),
  );
  return { count: since.length, of: inText.length - closed.length + since.length };
}

/** Since when readers have each of a guide's places in it. */
async function namedSince(db: Database, postId: number): Promise<Map<string, Date | null>> {
  const rows = await db
    .select({ slug: places.slug, namedAt: postPlaces.namedAt })
    .from(postPlaces)
    .innerJoin(places, eq(places.id, postPlaces.placeId))
    .where(eq(postPlaces.postId, postId));
  return new Map(rows.map(({ slug, namedAt }) => [slug, namedAt]));
}

/** A guide as it would be published, or why it can't be. */
export async function examined(
  db: Database,
  { id, document, choices }: { id: number; document: GuideDocument; choices: GuideChoices },
) {
  const places = embeddedPlaces(document.body);
  const slugs = [...new Set([...places, ...document.stops.map(({ slug }) => slug)])];
  const found = await stopPlaces(db, slugs);
  const parts = partsOf(document.body);
  const deadLinks = await deadLinksOf(
    db,
    parts.links.map(({ href }) => href),
  );
  const closedPlaces = found.filter(({ slug, isClosed }) => isClosed && places.includes(slug));
  const guide: CheckedGuide = {
    document,
    places,
    deadLinks,
    placeNames: new Map(found.map(({ slug, name }) => [slug, name])),
    closedPlaces: closedPlaces.map(({ name }) => name),
    ...parts,
  };
  const known = new Set(found.map(({ slug }) => slug));
  const facts = {
    authors: choices.authors.map(({ slug }) => slug),
    neighborhoods: choices.neighborhoods.map(({ slug }) => slug),
    pictures: choices.pictures.map(({ slug }) => slug),
    isSlugTaken: await isSlugTaken(db, { slug: document.slug, id }),
    unknownPlaces: places.filter((slug) => !known.has(slug)),
  };
  return { guide, found, ...readyGuide(guide, facts) };
}

/** Looked up of one guide; one with more links is checked so far. */
const LINKS_CHECKED_MAX = 200;

/** Pages of ours that a guide may link and that are no entry of a list. */
const PAGES = new Set([
  "/",
  "/latest",
  "/neighborhoods",
  "/map",
  "/search",
  "/submit",
  "/about",
  "/privacy",
  "/terms",
  "/subscription",
]);

/** Addresses on this site that lead nowhere. Other sites aren't asked: who reads a draft is nobody's business. */
async function deadLinksOf(db: Database, hrefs: readonly string[]): Promise<Set<string>> {
  const own = [...new Set(hrefs)]
    .filter((href) => /^[/#?]/.test(href) || !/^[a-z]+:/i.test(href))
    .slice(0, LINKS_CHECKED_MAX);
  const paths = own.map((href) => ({ href, path: pathOf(href) }));
  const slugsUnder = (folder: string) =>
    paths.flatMap(({ path }) => (path.startsWith(folder) ? [path.slice(folder.length)] : []));
  const known = new Set(PAGES);
  const add = (folder: string, rows: readonly { slug: string }[]) => {
    for (const { slug } of rows) known.add(folder + slug);
  };
  const listed = slugsUnder("/places/");
  if (listed.length > 0) {
    const isLive = sql`${places.status} <> 'removed' and ${inArray(places.slug, listed)}`;
    add("/places/", await db.select({ slug: places.slug }).from(places).where(isLive));
  }
  const guides = slugsUnder("/posts/");
  if (guides.length > 0) {
    const isOut = sql`${posts.status} = 'published' and ${inArray(posts.slug, guides)}`;
    add("/posts/", await db.select({ slug: posts.slug }).from(posts).where(isOut));
    add("/posts/", await db.select({ slug: postSlugs.slug }).from(postSlugs).where(inArray(postSlugs.slug, guides)));
  }
  const areas = slugsUnder("/neighborhood/");
  if (areas.length > 0) {
    add(
      "/neighborhood/",
      await db.select({ slug: neighborhoods.slug }).from(neighborhoods).where(inArray(neighborhoods.slug, areas)),
    );
  }
  const isCategory = (path: string) => isCategorySlug(path.replace(/^\/(?:category\/)?/, ""));
  return new Set(
    paths
      .filter(({ path, href }) => !href.startsWith("#") && !known.has(path) && !isCategory(path))
      .map(({ href }) => href),
  );
}

function pathOf(href: string): string {
  const path = href.split(/[?#]/, 1)[0] ?? "";
  return path.length > 1 ? path.replace(/\/$/, "") : path;
}
