import { and, desc, eq, inArray, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { categories, placeFacts, places } from "#app/db/schema/places.ts";
import { searchTypes } from "#app/db/schema/search.ts";
import { isGuideVisible } from "#app/guide/guides/list/guide-cards.server.ts";
import type { GuideCardData } from "#app/guide/guides/page/guide.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import { CATEGORY_SECTIONS, type Category, type CategorySlug } from "#app/guide/places/facts/categories.ts";
import type { PlaceFacets } from "#app/guide/places/filters/place-filters.ts";
import { placeCardsById } from "#app/guide/places/cards/place-cards.server.ts";
import {
  type CategoryPlace,
  isInOwnSection,
  orderReason,
} from "#app/guide/search/candidates/category/sort-category.ts";
import { findCategoryCandidates } from "#app/guide/search/candidates/category/find-category-candidates.server.ts";
import { formatLongDay } from "#app/lib/format-time.ts";
import {
  type CategoryHub,
  HUB_PLACES_PER_PAGE,
  type HubFilters,
  hubHref,
  hubQueryString,
  changeHubFilters,
} from "./category-hub.ts";

const HUB_FEATURED = 3;

/** Loads a category's hub: counts, facets and one page of places. `readMax` is lowered in tests. */
export async function loadCategoryHub(
  db: Database,
  input: { category: CategorySlug; filters: HubFilters; guides: GuideCardData[]; readMax?: number },
  moment: PageContext,
): Promise<CategoryHub> {
  const { category: slug, filters, readMax } = input;
  moment.page.tags.add("places").add(`category:${slug}`);
  const category = await findCategory(db, slug);
  const hrefWith = (change: Partial<HubFilters>) => hubHref(slug, changeHubFilters(filters, change));
  const candidates = await findCategoryCandidates(db, { category: slug, filters, hrefWith, readMax }, moment);
  const start = (filters.page - 1) * HUB_PLACES_PER_PAGE;
  const pagePlaces = candidates.places.slice(start, start + HUB_PLACES_PER_PAGE);
  const items = await placeCardsById(
    db,
    pagePlaces.map(({ id }) => id),
    moment,
  );
  const firstInSection = filters.sort === "best" ? pagePlaces.find(isInOwnSection)?.id : undefined;
  return {
    category,
    placeCount: candidates.placeCount,
    describedCount: candidates.describedCount,
    hoursKnownCount: candidates.hoursKnownCount,
    neighborhoodCount: candidates.neighborhoodCount,
    lastCheckedLabel: await lastCheckedLabel(db, slug),
    featuredCount: isPlain(filters)
      ? pagePlaces.slice(0, HUB_FEATURED).filter(({ hubRank }) => hubRank !== null).length
      : 0,
    reasons: filters.sort === "best" ? reasonsOf(pagePlaces, items) : {},
    places: {
      items,
      total: candidates.total,
      listed: candidates.places.length,
      page: filters.page,
      pageCount: Math.max(1, Math.ceil(candidates.places.length / HUB_PLACES_PER_PAGE)),
    },
    section: sectionOf(slug, candidates.facets, items.find(({ id }) => id === firstInSection)?.slug ?? null),
    missingTypes: await findMissingTypes(db, category),
    filters,
    facets: candidates.facets,
    relaxations: candidates.relaxations,
    hasDemoRatings: candidates.hasDemoRatings,
    guides: input.guides,
    guideCount: await db.$count(posts, and(isGuideVisible(moment), eq(posts.categorySlug, slug))),
  };
}

/** The section counts what the facets of types count: places that pass the other filters. */
function sectionOf(category: CategorySlug, { types }: PlaceFacets, from: string | null): CategoryHub["section"] {
  const section = CATEGORY_SECTIONS[category];
  if (section === undefined) return null;
  const inSection = types.filter(({ label }) => section.types.includes(label));
  const count = inSection.reduce((sum, facet) => sum + facet.count, 0);
  const href = hubHref(category, { types: inSection.map(({ value }) => value).sort() });
  return count === 0 ? null : { title: section.title, href, count, from };
}

async function findMissingTypes(db: Database, { soughtTypes }: Category): Promise<string[]> {
  const rows = await db.select({ type: searchTypes.type }).from(searchTypes);
  const known = new Set(rows.map(({ type }) => type));
  return Object.entries(soughtTypes).flatMap(([type, plural]) => (known.has(type) ? [] : [plural]));
}

async function findCategory(db: Database, slug: CategorySlug): Promise<Category> {
  const [row] = await db.select().from(categories).where(eq(categories.slug, slug));
  if (row === undefined) throw new Error(`The database has no category ${slug}: the seed data was never loaded`);
  return row;
}

/** The first page without filters, in the usual order. */
function isPlain(filters: HubFilters): boolean {
  return hubQueryString(filters) === "";
}

function reasonsOf(pagePlaces: readonly CategoryPlace[], items: readonly { id: number; slug: string }[]) {
  const slugs = new Map(items.map(({ id, slug }) => [id, slug]));
  const reasons = pagePlaces.map((place) => [slugs.get(place.id) ?? "", orderReason(place)] as const);
  return Object.fromEntries(reasons.filter((pair): pair is [string, string] => pair[1] !== null));
}

/** The latest full date on which a source checked a fact of the category's places. */
async function lastCheckedLabel(db: Database, category: CategorySlug): Promise<string | null> {
  const ids = db
    .select({ id: places.id })
    .from(places)
    .where(and(eq(places.status, "published"), eq(places.categorySlug, category)));
  const [row] = await db
    .select({ checkedOn: placeFacts.checkedOn })
    .from(placeFacts)
    .where(and(inArray(placeFacts.placeId, ids), sql`length(${placeFacts.checkedOn}) = 10`))
    .orderBy(desc(placeFacts.checkedOn))
    .limit(1);
  return row?.checkedOn == null ? null : formatLongDay(row.checkedOn);
}
