import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";

import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { guidePictures } from "#app/db/schema/editing.ts";
import { authors, postPlaces, posts, postSlugs } from "#app/db/schema/guides.ts";
import { lists } from "#app/db/schema/members.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { newsletterIssues } from "#app/db/schema/newsletter.ts";
import { places } from "#app/db/schema/places.ts";
import { parseGuidePicturePath } from "#app/guide/guides/guide-picture.ts";
import { placeSlugsInText } from "#app/guide/guides/page/guide-body.ts";
import { hasClosedSinceMention } from "#app/guide/guides/page/has-closed-since.ts";
import { countGuideWords, estimateReadMinutes } from "#app/guide/guides/page/read-time.ts";
import { isSlugTaken } from "#app/guide/guides/write/write-guide.server.ts";
import { COMPOSITION_TITLES } from "#illustrations/compositions.ts";
import { isCategorySlug } from "#app/guide/places/facts/categories.ts";
import { findSuccessorSlug } from "#app/guide/places/facts/place-closure.server.ts";
import { isUuid } from "#app/lib/uuid.ts";

import { FIXED_PAGES } from "./fixed-pages.ts";
import { type ParsedGuide, type GuideAdvice, listGuideAdvice, parseGuideText } from "./guide-checks.ts";
import { listStops } from "../document/guide-document.ts";
import { type GuideProblems, validateGuide } from "./validate-guide.ts";
import type { StopPlace } from "../screen/stop-place.ts";

/** The options of the editor's select fields. */
export type EditorOptions = {
  authors: { slug: string; name: string }[];
  neighborhoods: { slug: string; name: string }[];
  pictures: { slug: string; name: string }[];
};

export async function listEditorOptions(db: Database): Promise<EditorOptions> {
  const pictures = Object.entries(COMPOSITION_TITLES).map(([slug, name]) => ({ slug, name }));
  return {
    authors: await db.select({ slug: authors.slug, name: authors.name }).from(authors).orderBy(asc(authors.name)),
    neighborhoods: await db
      .select({ slug: neighborhoods.slug, name: neighborhoods.name })
      .from(neighborhoods)
      .orderBy(sql`lower(${neighborhoods.name})`),
    pictures: pictures.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** Places by slug, as the editor shows them in the text. Removed places are not found. */
export async function findStopPlaces(db: Database, slugs: readonly string[]): Promise<StopPlace[]> {
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

/** Computed information about a draft. */
export type GuideState = {
  places: StopPlace[];
  advice: GuideAdvice[];
  problems: GuideProblems;
  wordCount: number;
  readMinutes: number;
  closed: { count: number; of: number };
};

export async function computeGuideState(
  db: Database,
  { id, document, choices }: { id: number; document: GuideDocument; choices: EditorOptions },
): Promise<GuideState> {
  const { guide, found, problems } = await checkDraft(db, { id, document, choices });
  const inText = found.filter(({ slug }) => guide.places.includes(slug));
  const wordCount = countGuideWords({ body: document.body, places: listStops(guide.places, document.stops) });
  return {
    places: found,
    advice: listGuideAdvice(guide),
    problems: problems ?? {},
    wordCount,
    readMinutes: estimateReadMinutes(wordCount),
    closed: countClosed(inText, await mentionedSince(db, id)),
  };
}

/** How many places have closed since the guide first mentioned them. Places that were closed before count for neither number. */
function countClosed(inText: readonly StopPlace[], named: ReadonlyMap<string, Date | null>): GuideState["closed"] {
  const closed = inText.filter(({ isClosed }) => isClosed);
  const since = closed.filter(
    ({ slug, closedOn }) => named.has(slug) && hasClosedSinceMention(closedOn, named.get(slug) ?? null),
  );
  return { count: since.length, of: inText.length - closed.length + since.length };
}

/** Since when the published guide mentions each of its places. */
async function mentionedSince(db: Database, postId: number): Promise<Map<string, Date | null>> {
  const rows = await db
    .select({ slug: places.slug, mentionedAt: postPlaces.mentionedAt })
    .from(postPlaces)
    .innerJoin(places, eq(places.id, postPlaces.placeId))
    .where(eq(postPlaces.postId, postId));
  return new Map(rows.map(({ slug, mentionedAt }) => [slug, mentionedAt]));
}

/** Validates a draft for publishing and collects the facts about it. */
export async function checkDraft(
  db: Database,
  { id, document, choices }: { id: number; document: GuideDocument; choices: EditorOptions },
) {
  const places = placeSlugsInText(document.body);
  const slugs = [...new Set([...places, ...document.stops.map(({ slug }) => slug)])];
  const found = await findStopPlaces(db, slugs);
  const parts = parseGuideText(document.body);
  const deadLinks = await findDeadLinks(
    db,
    parts.links.map(({ href }) => href),
  );
  const closedPlaces = found.filter(({ slug, isClosed }) => isClosed && places.includes(slug));
  const guide: ParsedGuide = {
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
    hasCoverFile: document.cover === null || (await hasPicture(db, document.cover.path)),
    unknownPlaces: places.filter((slug) => !known.has(slug)),
  };
  return { guide, found, ...validateGuide(guide, facts) };
}

async function hasPicture(db: Database, path: string): Promise<boolean> {
  const id = parseGuidePicturePath(path)?.id;
  return id !== undefined && (await db.$count(guidePictures, eq(guidePictures.id, id))) > 0;
}

/** Links checked per guide; further links are not checked. */
const LINKS_CHECKED_MAX = 200;

/** Internal links without a page. Links to other sites aren't checked, so that drafts stay private. */
export async function findDeadLinks(db: Database, hrefs: readonly string[]): Promise<Set<string>> {
  const own = [...new Set(hrefs)]
    .filter((href) => !href.startsWith("#") && (/^[/?]/.test(href) || !/^[a-z]+:/i.test(href)))
    .slice(0, LINKS_CHECKED_MAX);
  const paths = own.map((href) => ({ href, path: pathOf(href) }));
  const known = new Set(FIXED_PAGES);
  for (const [folder, findExisting] of Object.entries(FOLDERS)) {
    const names = paths.flatMap(({ path }) => (path.startsWith(folder) ? [path.slice(folder.length)] : []));
    if (names.length === 0) continue;
    for (const name of await findExisting(db, names)) known.add(folder + name);
  }
  const isCategory = (path: string) => isCategorySlug(path.replace(/^\/(?:category\/)?/, ""));
  return new Set(paths.filter(({ path }) => !known.has(path) && !isCategory(path)).map(({ href }) => href));
}

type FindExisting = (db: Database, names: string[]) => Promise<string[]>;

/** For each folder, finds the names for which guests get a page or a redirect. */
const FOLDERS: Record<string, FindExisting> = {
  "/places/": listedOrRedirected,
  "/posts/": async (db, slugs) => {
    const isPublished = and(eq(posts.status, "published"), inArray(posts.slug, slugs));
    const published = await db.select({ slug: posts.slug }).from(posts).where(isPublished);
    const former = await db.select({ slug: postSlugs.slug }).from(postSlugs).where(inArray(postSlugs.slug, slugs));
    return slugsOf([...published, ...former]);
  },
  "/neighborhood/": async (db, slugs) =>
    slugsOf(
      await db.select({ slug: neighborhoods.slug }).from(neighborhoods).where(inArray(neighborhoods.slug, slugs)),
    ),
  "/newsletter/": async (db, slugs) => {
    const isShown = and(isNotNull(newsletterIssues.startedAt), isNull(newsletterIssues.withdrawnAt));
    const matches = and(inArray(newsletterIssues.slug, slugs), isShown);
    return slugsOf(await db.select({ slug: newsletterIssues.slug }).from(newsletterIssues).where(matches));
  },
  "/lists/": async (db, keys) => {
    const isShared = and(inArray(lists.shareKey, keys), ne(lists.visibility, "private"), IS_ACTIVE_USER);
    const shared = db.select({ slug: lists.shareKey }).from(lists).innerJoin(users, eq(users.id, lists.ownerId));
    return slugsOf(await shared.where(isShared));
  },
  "/members/": async (db, ids) => {
    const isShown = and(inArray(users.id, ids.filter(isUuid)), eq(users.isPublic, true), IS_ACTIVE_USER);
    return slugsOf(await db.select({ slug: users.id }).from(users).where(isShown));
  },
};

const IS_ACTIVE_USER = and(isNull(users.suspendedAt), isNull(users.deletedAt));

function slugsOf(rows: readonly { slug: string | null }[]): string[] {
  return rows.flatMap(({ slug }) => slug ?? []);
}

/** Listed places, and merged ones that redirect to another listing. */
async function listedOrRedirected(db: Database, slugs: string[]): Promise<string[]> {
  const rows = await db
    .select({ slug: places.slug, status: places.status })
    .from(places)
    .where(inArray(places.slug, slugs));
  const found: string[] = [];
  for (const { slug, status } of rows) {
    if (status !== "removed" || (await findSuccessorSlug(db, slug)) !== null) found.push(slug);
  }
  return found;
}

function pathOf(href: string): string {
  const path = href.split(/[?#]/, 1)[0] ?? "";
  return path.length > 1 ? path.replace(/\/$/, "") : path;
}
