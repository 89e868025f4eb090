import { eq, sql } from "drizzle-orm";

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
} from "#app/features/accounts/users.server.ts";
import { ensurePersona } from "#app/features/accounts/personas.server.ts";
import { PERSONAS } from "#app/features/accounts/personas.ts";
import { letRun } from "#app/features/business/run-place.server.ts";
import { addDemoViews, countDemoViews, removeDemoViews } from "#app/features/analytics/demo-views.server.ts";
import { addLists, addSaves } from "#app/features/members/keepsakes.server.ts";
import { dcToday } from "#app/features/places/dc-calendar.ts";
import { addReviews, countDemoReviews, removeDemoRatings } from "#app/features/reviews/write-reviews.server.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

import { type DemoActivity, demoActivity, type DemoPlace } from "./demo-activity.ts";
import { readDemoFiles } from "./demo-files.server.ts";

/** The seed of what every machine shows unless told otherwise: the year the District was surveyed. */
export const DEMO_SEED = 1791;

export type DemoCounts = { people: number; reviews: number; viewDays: number; personas: number };

/**
 * Fills the database with invented activity up to yesterday, in place of what was invented before.
 *
 * @param input.folder That of people.yaml and words.yaml.
 */
export async function loadDemo(db: Database, input: { folder: string; seed: number; now: Date }): Promise<DemoCounts> {
  return db.transaction(async (tx) => {
    await removeDemo(tx);
    const ground = { ...readDemoFiles(input.folder), ...(await readGround(tx)) };
    const activity = demoActivity({ seed: input.seed, today: dcToday(input.now), ...ground });
    await writeActivity(tx, activity);
    await givePersonaPlace(tx, { activity, places: ground.places, now: input.now });
    await notifyPages(tx, ["*"]);
    return countDemo(tx);
  });
}

/**
 * The business of the development login runs the restaurant that the invented people wrote about most, so that it has
 * reviews to answer. It goes with the persona.
 */
async function givePersonaPlace(
  db: Database,
  { activity, places: ground, now }: { activity: DemoActivity; places: DemoPlace[]; now: Date },
): Promise<void> {
  const persona = PERSONAS.find(({ role }) => role === "business");
  const byPlace = Map.groupBy(activity.reviews, ({ placeId }) => placeId);
  const countOf = ({ id }: DemoPlace) => byPlace.get(id)?.length ?? 0;
  const [most] = ground
    .filter(({ category }) => category === "food")
    .toSorted((a, b) => countOf(b) - countOf(a) || (a.slug < b.slug ? -1 : 1));
  if (persona === undefined || most === undefined) return;
  const userId = await ensurePersona(db, { persona, now });
  await letRun(db, { placeId: most.id, userId, role: "owner", addedBy: null, actor: null, now });
}

/** Takes every demo row away; what members wrote and what was counted stays. */
export async function clearDemo(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await removeDemo(tx);
    await removePersonas(tx);
    await notifyPages(tx, ["*"]);
  });
}

export async function countDemo(db: Database): Promise<DemoCounts> {
  return {
    people: await countDemoUsers(db),
    reviews: await countDemoReviews(db),
    viewDays: await countDemoViews(db),
    personas: await countPersonas(db),
  };
}

/** Whether anything invented is in the database. */
export async function hasDemoRows(db: Database): Promise<boolean> {
  const { people, viewDays, personas } = await countDemo(db);
  return people + viewDays + personas > 0;
}

async function removeDemo(db: Database): Promise<void> {
  // The ratings first: else each review that goes would be counted down, and its place weighed anew for search.
  await removeDemoRatings(db);
  await removeDemoUsers(db);
  await removeDemoViews(db);
}

async function readGround(db: Database) {
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
      .where(eq(places.status, "published")),
    guides: await db.select({ id: posts.id, slug: posts.slug }).from(posts).where(eq(posts.status, "published")),
    neighborhoods: (await db.select({ slug: neighborhoods.slug }).from(neighborhoods)).map(({ slug }) => slug),
  };
}

async function writeActivity(db: Database, activity: DemoActivity): Promise<void> {
  const known = new Set((await db.select({ slug: neighborhoods.slug }).from(neighborhoods)).map(({ slug }) => slug));
  await addUsers(
    db,
    activity.members.map(({ id, name, neighborhood, isPublic, joinedAt }) => {
      const neighborhoodSlug = known.has(neighborhood) ? neighborhood : null;
      return { id, name, neighborhoodSlug, isPublic, joinedAt, isDemo: true };
    }),
  );
  await addReviews(
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
