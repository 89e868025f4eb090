import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { customers, subscriptions } from "#app/db/schema/billing.ts";
import { dailyViews } from "#app/db/schema/analytics.ts";
import { postPlaces, posts } from "#app/db/schema/guides.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { newPageCacheInfo, type PageContext } from "#app/platform/page-cache-info.ts";

/** A Wednesday, noon in Washington. All seed guides are published by then. */
export const NOW = new Date("2027-01-13T17:00:00Z");

const CREATED_AT = new Date("2026-12-01T17:00:00Z");

let builtCount = 0;

/** The request time, and an empty cache policy for what the page depends on. */
export function buildRequestContext(now: Date = NOW): PageContext {
  return { now, page: newPageCacheInfo() };
}

type PlaceRow = typeof places.$inferSelect;

/** A published place that search finds: by default a food place in Shaw with no other facts. */
export async function buildPlace(db: Database, given: Partial<typeof places.$inferInsert> = {}): Promise<PlaceRow> {
  builtCount += 1;
  const [place] = await db
    .insert(places)
    .values({
      slug: `built-place-${builtCount}`,
      name: `Built Place ${builtCount}`,
      categorySlug: "food",
      type: "Diner",
      neighborhoodSlug: "shaw",
      description: "A place that a test has built.",
      attributes: {},
      status: "published",
      createdAt: CREATED_AT,
      updatedAt: given.createdAt ?? CREATED_AT,
      ...given,
    })
    .returning();
  if (place === undefined) throw new Error("The place was not written");
  return place;
}

type GuideRow = typeof posts.$inferSelect;

/** A guide that was published before NOW and that search finds. Its body mentions its places in order. */
export async function buildGuide(
  db: Database,
  {
    places: listed = [],
    ...given
  }: Partial<typeof posts.$inferInsert> & { places?: Pick<PlaceRow, "id" | "slug">[] } = {},
): Promise<GuideRow> {
  builtCount += 1;
  const publishedAt = given.publishedAt ?? CREATED_AT;
  const [guide] = await db
    .insert(posts)
    .values({
      slug: `built-guide-${builtCount}`,
      title: `Built Guide ${builtCount}`,
      excerpt: "A guide that a test has built.",
      body: ["Before we start.", ...listed.map(({ slug }) => `::place{${slug}}`)].join("\n\n"),
      categorySlug: "food",
      authorSlug: "rowhouse-editors",
      keywords: [],
      status: "published",
      readMinutes: 4,
      publishedAt,
      updatedAt: publishedAt,
      ...given,
    })
    .returning();
  if (guide === undefined) throw new Error("The guide was not written");
  const rows = listed.map(({ id, slug }, position) => ({
    postId: guide.id,
    placeId: id,
    position,
    reason: `Why ${slug}.`,
    hint: `How ${slug}.`,
  }));
  if (rows.length > 0) await db.insert(postPlaces).values(rows);
  return guide;
}

type NeighborhoodRow = typeof neighborhoods.$inferSelect;

/** A neighborhood without places or guides that search finds: by default around Shaw. */
export async function buildNeighborhood(
  db: Database,
  given: Partial<typeof neighborhoods.$inferInsert> = {},
): Promise<NeighborhoodRow> {
  builtCount += 1;
  const [neighborhood] = await db
    .insert(neighborhoods)
    .values({
      slug: `built-neighborhood-${builtCount}`,
      name: `Built Neighborhood ${builtCount}`,
      kind: "neighborhood",
      quadrants: ["NW"],
      aka: [],
      summary: "A neighborhood that a test has built.",
      description: "It has one paragraph.",
      special: [],
      centerLat: 38.9125,
      centerLng: -77.0225,
      confidence: "approximate division",
      shape: [],
      streetPlan: {
        frame: { south: 38.9, west: -77.04, north: 38.92, east: -77.02 },
        shape: [],
        district: [],
        streets: { inside: [], outside: [] },
        roads: { freeway: [], arterial: [] },
        water: [],
        parks: [],
        metro: [],
        stations: [],
      },
      neighbors: [],
      updatedAt: CREATED_AT,
      ...given,
    })
    .returning();
  if (neighborhood === undefined) throw new Error("The neighborhood was not written");
  return neighborhood;
}

type UserRow = typeof users.$inferSelect;

/** A member who joined before NOW and has done nothing yet. */
export async function buildUser(db: Database, given: Partial<typeof users.$inferInsert> = {}): Promise<UserRow> {
  builtCount += 1;
  const [user] = await db
    .insert(users)
    .values({ name: `Built Member ${builtCount}`, joinedAt: CREATED_AT, ...given })
    .returning();
  if (user === undefined) throw new Error("The member was not written");
  return user;
}

/** Makes a user manage a place, by default as its owner. The user's role stays unchanged. */
export async function buildOwner(
  db: Database,
  given: Pick<typeof placeOwners.$inferInsert, "placeId" | "userId"> & Partial<typeof placeOwners.$inferInsert>,
): Promise<void> {
  await db.insert(placeOwners).values({ role: "owner", since: NOW, ...given });
}

/** Gives a user a membership from NOW on: by default City Insider with twenty days left in its month. */
export async function buildSubscription(
  db: Database,
  { userId, ...given }: { userId: string } & Partial<typeof subscriptions.$inferInsert>,
): Promise<void> {
  await db.insert(customers).values({ userId, provider: "sandbox", providerId: `customer-${userId}`, createdAt: NOW });
  await db.insert(subscriptions).values({
    userId,
    provider: "sandbox",
    providerId: `subscription-${userId}`,
    tier: "city-insider",
    status: "active",
    startedAt: NOW,
    currentPeriodEndsAt: new Date(NOW.getTime() + 20 * DAY_MS),
    ...given,
  });
}

type ReviewRow = typeof reviews.$inferSelect;

/** A published four-star review by a new member; demo data if the member is. */
export async function buildReview(
  db: Database,
  given: Pick<typeof reviews.$inferInsert, "placeId"> & Partial<typeof reviews.$inferInsert> & { author?: UserRow },
): Promise<ReviewRow> {
  const { author = await buildUser(db, { isDemo: given.isDemo ?? false }), ...columns } = given;
  const [review] = await db
    .insert(reviews)
    .values({
      authorId: author.id,
      isDemo: author.isDemo,
      stars: 4,
      body: "A review that a test has built.",
      visitMonth: "2026-12",
      relation: "none",
      status: "published",
      createdAt: CREATED_AT,
      ...columns,
    })
    .returning();
  if (review === undefined) throw new Error("The review was not written");
  return review;
}

/** Counted views: by default of the whole site on NOW's day, with as many visitors as views. */
export async function buildViews(
  db: Database,
  given: Partial<typeof dailyViews.$inferInsert> & { views: number },
): Promise<void> {
  await db
    .insert(dailyViews)
    .values({ day: "2027-01-13", subject: "site", key: "all", visitors: given.views, ...given });
}
