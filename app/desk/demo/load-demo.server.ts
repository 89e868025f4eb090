import { and, eq, ne, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import {
  addUsers,
  countDemoUsers,
  countPersonas,
  removeDemoUsers,
  removePersonas,
} from "#app/people/accounts/users.server.ts";
import { ensurePersona } from "#app/people/accounts/sign-in/sign-in-persona.server.ts";
import { PERSONAS } from "#app/people/accounts/sign-in/personas.ts";
import { addManager } from "#app/business/listings/people/place-managers.server.ts";
import { addDemoViews, countDemoViews, removeDemoViews } from "#app/guide/analytics/counters/demo-views.server.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import { addLists, addSaves } from "#app/people/members/saves/insert-saved-items.server.ts";
import { insertReviews, countDemoReviews, removeDemoRatings } from "#app/people/reviews/write/write-reviews.server.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import { type DemoActivity, generateDemoActivity, type DemoPlace } from "./demo-activity.ts";
import { readDemoFiles } from "./demo-files.server.ts";

/** The default seed: the year the District was surveyed. */
export const DEMO_SEED = 1791;

export type DemoCounts = { people: number; reviews: number; dailyViews: number; personas: number };

/**
 * Replaces the demo data with generated activity up to yesterday.
 *
 * @param input.folder The folder with people.yaml and words.yaml.
 */
export async function loadDemo(db: Database, input: { folder: string; seed: number; now: Date }): Promise<DemoCounts> {
  return db.transaction(async (tx) => {
    await removeDemo(tx);
    const fixtures = { ...readDemoFiles(input.folder), ...(await readFixtures(tx)) };
    const activity = generateDemoActivity({ seed: input.seed, today: dcToday(input.now), ...fixtures });
    await writeActivity(tx, activity);
    await givePersonaPlace(tx, { activity, places: fixtures.places, now: input.now });
    await invalidatePages(tx, ["*"]);
    return countDemo(tx);
  });
}

/**
 * Makes the business persona the owner of the restaurant with the most demo reviews, so that it has some to reply to.
 * Removing the persona removes the ownership.
 */
async function givePersonaPlace(
  db: Database,
  { activity, places: demoPlaces, now }: { activity: DemoActivity; places: DemoPlace[]; now: Date },
): Promise<void> {
  const persona = PERSONAS.find(({ role }) => role === "business");
  const reviewsByPlace = Map.groupBy(activity.reviews, ({ placeId }) => placeId);
  const countOf = ({ id }: DemoPlace) => reviewsByPlace.get(id)?.length ?? 0;
  const [mostReviewed] = demoPlaces
    .filter(({ category }) => category === "food")
    .toSorted((a, b) => countOf(b) - countOf(a) || (a.slug < b.slug ? -1 : 1));
  if (persona === undefined || mostReviewed === undefined) return;
  const userId = await ensurePersona(db, { persona, now });
  await addManager(db, { placeId: mostReviewed.id, userId, role: "owner", addedBy: null, actor: null, now });
}

/** Removes all demo data. Members' content and counted views stay. */
export async function clearDemo(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await removeDemo(tx);
    await removePersonas(tx);
    await invalidatePages(tx, ["*"]);
  });
}

export async function countDemo(db: Database): Promise<DemoCounts> {
  return {
    people: await countDemoUsers(db),
    reviews: await countDemoReviews(db),
    dailyViews: await countDemoViews(db),
    personas: await countPersonas(db),
  };
}

/** Whether the database has any demo data. */
export async function hasDemoRows(db: Database): Promise<boolean> {
  const { people, dailyViews, personas } = await countDemo(db);
  return people + dailyViews + personas > 0;
}

async function removeDemo(db: Database): Promise<void> {
  // Ratings first. Otherwise each deleted review would update its place's rating and search row.
  await removeDemoRatings(db);
  await removeDemoUsers(db);
  await removeDemoViews(db);
}

async function readFixtures(db: Database) {
  return {
    places: await db
      .select({
        id: places.id,
        slug: places.slug,
        type: places.type,
        category: places.categorySlug,
        neighborhoodSlug: places.neighborhoodSlug,
        neighborhoodName: neighborhoods.name,
        isFeatured: sql<boolean>`${places.hubRank} is not null`,
      })
      .from(places)
      .innerJoin(neighborhoods, eq(neighborhoods.slug, places.neighborhoodSlug))
      // Places that are only listed would take the reviews from those that people know.
      .where(and(eq(places.status, "published"), ne(places.description, ""))),
    guides: await db.select({ id: posts.id, slug: posts.slug }).from(posts).where(eq(posts.status, "published")),
    neighborhoods: (await db.select({ slug: neighborhoods.slug }).from(neighborhoods)).map(({ slug }) => slug),
  };
}

async function writeActivity(db: Database, activity: DemoActivity): Promise<void> {
  const slugs = new Set((await db.select({ slug: neighborhoods.slug }).from(neighborhoods)).map(({ slug }) => slug));
  await addUsers(
    db,
    activity.members.map(({ id, name, neighborhood, isPublic, joinedAt }) => {
      const neighborhoodSlug = slugs.has(neighborhood) ? neighborhood : null;
      return { id, name, neighborhoodSlug, isPublic, joinedAt, isDemo: true };
    }),
  );
  await insertReviews(
    db,
    activity.reviews.map((review) => ({ ...review, isDemo: true, relation: "none", status: "published" })),
  );
  await addSaves(db, {
    places: activity.savedPlaces.map(({ id, ...save }) => ({ ...save, placeId: id })),
    guides: activity.savedGuides.map(({ id, ...save }) => ({ ...save, postId: id })),
  });
  await addLists(
    db,
    activity.lists.map(({ entries, ...list }) => ({ list: { ...list, updatedAt: list.createdAt }, entries })),
  );
  await addDemoViews(db, activity.views);
}
