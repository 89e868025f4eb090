import { eq, inArray, or } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { lists, savedGuides, savedPlaces } from "#app/db/schema/members.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { countDemoUsers, countPersonas } from "#app/people/accounts/users.server.ts";
import { countDemoViews } from "#app/guide/analytics/counters/demo-views.server.ts";

import type { DemoDataCounts } from "./demo-data.ts";

/** Counts the demo data; null when there is none. Counting is part of every build, loading demo data isn't. */
export async function countDemoRows(db: Database): Promise<DemoDataCounts | null> {
  const [people, personas, dailyViews] = [await countDemoUsers(db), await countPersonas(db), await countDemoViews(db)];
  if (people + personas + dailyViews === 0) return null;
  const demoUserIds = db
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.isDemo, true), eq(users.isPersona, true)));
  const saves =
    (await db.$count(savedPlaces, inArray(savedPlaces.userId, demoUserIds))) +
    (await db.$count(savedGuides, inArray(savedGuides.userId, demoUserIds)));
  return {
    people,
    personas,
    dailyViews,
    saves,
    lists: await db.$count(lists, inArray(lists.ownerId, demoUserIds)),
    reviews: await db.$count(reviews, inArray(reviews.authorId, demoUserIds)),
  };
}
