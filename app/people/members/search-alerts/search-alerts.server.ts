import { and, desc, eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { searchAlerts } from "#app/db/schema/members.ts";
import { signInPath } from "#app/people/accounts/sign-in/return-path.ts";
import { effectiveQuery, type SearchResults } from "#app/guide/search/page/search-request.ts";

import {
  countKnownMatches,
  FEW_PLACES,
  parseAlertQuery,
  type SearchAlert,
  type SearchAlertOffer,
  SEARCH_ALERTS_MAX,
} from "./search-alert.ts";

export type CreateAlertOutcome = "created" | "created-before" | "alerts-full";

/** Creates an alert for a parsed query. A second one for the same query, in any case, changes nothing. */
export async function createSearchAlert(
  db: Database,
  {
    userId,
    query,
    now,
    alertsMax = SEARCH_ALERTS_MAX,
  }: { userId: string; query: string; now: Date; alertsMax?: number },
): Promise<CreateAlertOutcome> {
  return db.transaction(async (tx) => {
    // Lock the user's row, so that parallel requests can't exceed the limit.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
    if ((await tx.$count(searchAlerts, isAlertFor(userId, query))) > 0) return "created-before";
    if ((await tx.$count(searchAlerts, eq(searchAlerts.userId, userId))) >= alertsMax) return "alerts-full";
    await tx.insert(searchAlerts).values({ userId, query, askedAt: now });
    return "created";
  });
}

/** Removes one of the user's alerts; another user's or an unknown one is left alone. */
export async function removeSearchAlert(db: Database, { userId, id }: { userId: string; id: string }): Promise<void> {
  await db.delete(searchAlerts).where(and(eq(searchAlerts.id, id), eq(searchAlerts.userId, userId)));
}

/** Removes all of a user's alerts. Returns how many there were. */
export async function removeSearchAlerts(db: Database, userId: string): Promise<number> {
  const removed = await db
    .delete(searchAlerts)
    .where(eq(searchAlerts.userId, userId))
    .returning({ id: searchAlerts.id });
  return removed.length;
}

/** A user's alerts, the newest first. Served by search_alerts_by_member, as are all queries by user. */
export async function listSearchAlerts(db: Database, userId: string): Promise<SearchAlert[]> {
  const { id, query, askedAt } = searchAlerts;
  return db
    .select({ id, query, askedAt })
    .from(searchAlerts)
    .where(eq(searchAlerts.userId, userId))
    .orderBy(desc(askedAt), id)
    .limit(SEARCH_ALERTS_MAX);
}

/** The alert that the search page `path` offers; null if it found enough or its query can't be an alert. */
export async function findSearchAlertOffer(
  db: Database,
  viewer: { id: string } | null,
  { results, path }: { results: SearchResults; path: string },
): Promise<SearchAlertOffer | null> {
  const parsed = parseAlertQuery(effectiveQuery(results));
  const knownCount = countKnownMatches(results);
  if ("problem" in parsed || knownCount >= FEW_PLACES) return null;
  const { query } = parsed;
  const offer = {
    query,
    path,
    signInHref: signInPath(path),
    hasPlaces: knownCount > 0,
  };
  if (viewer === null) return { ...offer, state: "guest" };
  const count = await db.$count(searchAlerts, isAlertFor(viewer.id, query));
  return { ...offer, state: count > 0 ? "waiting" : "none" };
}

function isAlertFor(userId: string, query: string) {
  return and(eq(searchAlerts.userId, userId), eq(sql`lower(${searchAlerts.query})`, sql`lower(${query})`));
}
