import { join } from "node:path";

import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { connectionPrefix } from "#app/db/postgres.server.ts";
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
import { addManager, removeDemoOwners } from "#app/business/listings/people/place-managers.server.ts";
import { addDemoViews, countDemoViews, removeDemoViews } from "#app/guide/analytics/counters/demo-views.server.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import { addLists, addSaves } from "#app/people/members/saves/insert-saved-items.server.ts";
import { insertReviews, countDemoReviews, removeDemoRatings } from "#app/people/reviews/write/write-reviews.server.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import { type DemoActivity, generateDemoActivity } from "./demo-activity.ts";
import { readDemoFiles } from "./demo-files.server.ts";
import type { CandidatePlace } from "./demo-places.ts";

/** The stock of people, reviews and lists. Commands and jobs run from source, so the path holds for them. */
export const DEMO_FOLDER = join(import.meta.dirname, "..", "..", "..", "seeds", "demo");

/** The default seed: the year the District was surveyed. */
export const DEMO_SEED = 1791;

export type DemoCounts = { people: number; reviews: number; dailyViews: number; personas: number };

/** How far the loading is: a sentence for the visitor, and the steps done. */
type ReportStep = (progress: { step: string; done: number; total: number }) => void;

/**
 * Replaces the demo data with generated activity up to yesterday, in one transaction.
 *
 * @param input.folder The folder with people.yaml, reviews.yaml and lists.yaml.
 * @throws Error when a production site serves this database; nothing is changed.
 */
export async function loadDemo(
  db: Database,
  input: { folder: string; seed: number; now: Date; report?: ReportStep },
): Promise<DemoCounts> {
  const report = (step: string, done: number) => input.report?.({ step, done, total: 4 });
  if (await isServedInProduction(db)) throw new Error("A production site is running on this database");
  return db.transaction(async (tx) => {
    report("Choosing places", 0);
    await removeDemo(tx);
    const fixtures = { ...readDemoFiles(input.folder), ...(await readFixtures(tx, input.now)) };
    const activity = generateDemoActivity({ seed: input.seed, today: dcToday(input.now), ...fixtures });
    report(`Writing ${activity.reviews.length} reviews`, 1);
    await writePeople(tx, activity);
    report("Saving places and guides", 2);
    await writeSavedItems(tx, activity);
    await givePersonaPlace(tx, { activity, places: fixtures.places, now: input.now });
    report("Adding views", 3);
    await addDemoViews(tx, activity.views);
    await invalidatePages(tx, ["*"]);
    return countDemo(tx);
  });
}

/** Whether a production site runs on this database, on any machine. Recognized by the names of its connections. */
export async function isServedInProduction(db: Database): Promise<boolean> {
  const name = `${connectionPrefix("production site")}%`;
  const answer = await db.execute(
    sql`select count(*)::integer as sites from pg_stat_activity
        where datname = current_database() and application_name like ${name}`,
  );
  return Count.parse(answer).rows[0].sites > 0;
}

const Count = z.object({ rows: z.tuple([z.object({ sites: z.number() })]) });

/**
 * Makes the business persona the owner of the restaurant with the most demo reviews, so that it has some to reply to.
 * Removing the persona removes the ownership.
 */
async function givePersonaPlace(
  db: Database,
  { activity, places: demoPlaces, now }: { activity: DemoActivity; places: CandidatePlace[]; now: Date },
): Promise<void> {
  const persona = PERSONAS.find(({ role }) => role === "business");
  const reviewsByPlace = Map.groupBy(activity.reviews, ({ placeId }) => placeId);
  const countOf = ({ id }: CandidatePlace) => reviewsByPlace.get(id)?.length ?? 0;
  const [mostReviewed] = demoPlaces
    .filter(({ category }) => category === "food")
    .toSorted((a, b) => countOf(b) - countOf(a) || (a.slug < b.slug ? -1 : 1));
  if (persona === undefined || mostReviewed === undefined) return;
  const userId = await ensurePersona(db, { persona, now });
  await addManager(db, { placeId: mostReviewed.id, userId, role: "owner", addedBy: null, actor: null, now });
}

/** Removes the invented people and everything they did. The development login's accounts stay. */
export async function removeDemoActivity(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await removeDemo(tx);
    await invalidatePages(tx, ["*"]);
  });
}

/** Removes all demo data and the development login's accounts. Members' content and counted views stay. */
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
  await removeDemoOwners(db);
  await removeDemoUsers(db);
  await removeDemoViews(db);
}

async function readFixtures(db: Database, now: Date) {
  return {
    places: await db
      .select({
        id: places.id,
        slug: places.slug,
        name: places.name,
        type: places.type,
        category: places.categorySlug,
        neighborhoodSlug: places.neighborhoodSlug,
        isFeatured: sql<boolean>`${places.hubRank} is not null`,
        isDescribed: sql<boolean>`${places.description} <> ''`,
      })
      .from(places)
      .where(and(eq(places.status, "published"), isNull(places.closure))),
    guides: await db
      .select({ id: posts.id, slug: posts.slug })
      .from(posts)
      .where(and(eq(posts.status, "published"), lte(posts.publishedAt, now))),
    neighborhoods: (await db.select({ slug: neighborhoods.slug }).from(neighborhoods)).map(({ slug }) => slug),
  };
}

async function writePeople(db: Database, activity: DemoActivity): Promise<void> {
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
}

async function writeSavedItems(db: Database, activity: DemoActivity): Promise<void> {
  await addSaves(db, {
    places: activity.savedPlaces.map(({ id, ...save }) => ({ ...save, placeId: id })),
    guides: activity.savedGuides.map(({ id, ...save }) => ({ ...save, postId: id })),
  });
  await addLists(
    db,
    activity.lists.map(({ entries, ...list }) => ({ list: { ...list, updatedAt: list.createdAt }, entries })),
  );
}
