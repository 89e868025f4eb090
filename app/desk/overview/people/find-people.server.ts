import { and, asc, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { sessions, users } from "#app/db/schema/accounts.ts";
import { subscriptions } from "#app/db/schema/billing.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { places } from "#app/db/schema/places.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { formatDay } from "#app/lib/format-time.ts";
import { membershipAt } from "#app/people/membership/membership/membership.ts";
import { planOf } from "#app/people/membership/plans/plans.ts";
import { SUBSCRIPTION_STATE_COLUMNS } from "#app/people/membership/membership/find-membership.server.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { pickQuery, type QueryReader } from "#app/platform/route-handle.ts";

import { type BoundedCount, countUpTo, containsText, normalizeSearchText } from "../content/bounded-count.server.ts";
import {
  type PersonRow,
  PEOPLE_ORDERS,
  PEOPLE_PAGE_MAX,
  PEOPLE_PER_PAGE,
  type PeopleQuery,
  PERSON_STATUSES,
  type PersonStatus,
  type PEOPLE_PARAMETERS,
  ROLE_FILTERS,
} from "./people.ts";

const QuerySchema = z.object({
  q: z.string().catch(""),
  role: z.enum(ROLE_FILTERS).catch("all"),
  status: z.enum(["all", ...PERSON_STATUSES]).catch("all"),
  sort: z.enum(PEOPLE_ORDERS).catch("newest"),
});

/** Parses the query of a URL. Invalid values are ignored. */
export function parsePeopleQuery(search: QueryReader<(typeof PEOPLE_PARAMETERS)[number]>): PeopleQuery {
  const query = QuerySchema.parse(pickQuery(search, ["q", "role", "status", "sort"]));
  const page = Math.min(parsePageNumber(search.get("page")), PEOPLE_PAGE_MAX);
  return { ...query, q: normalizeSearchText(query.q), page };
}

/** One page of all users, including demo users. */
export async function listPeople(
  db: Database,
  query: PeopleQuery,
): Promise<{ people: PersonRow[]; total: BoundedCount; pageCount: number }> {
  const where = peopleFilter(query);
  const total = await countUpTo(db, { table: users, where, searchText: query.q });
  const rows = await peoplePageQuery(db, query, where);
  return { people: rows.map(toPersonRow), total, pageCount: Math.max(1, Math.ceil(total.count / PEOPLE_PER_PAGE)) };
}

/** Exported so that a test can check its query plan. */
export function peoplePageQuery(db: Database, { sort, page }: PeopleQuery, where: SQL | undefined) {
  return db
    .select()
    .from(users)
    .where(where)
    .orderBy(...ORDERS[sort])
    .limit(PEOPLE_PER_PAGE)
    .offset((page - 1) * PEOPLE_PER_PAGE);
}

/** Text is served by users_by_words, a role by users_by_role, rare statuses by users_suspended and users_leaving. */
export function peopleFilter({ q, role, status }: PeopleQuery): SQL | undefined {
  return and(
    q === "" ? undefined : matchesPerson(q),
    role === "all" ? undefined : eq(users.role, role),
    status === "suspended" ? and(isNotNull(users.suspendedAt), isNull(users.deletedAt)) : undefined,
    status === "deleting" ? isNotNull(users.deletedAt) : undefined,
    status === "active" ? and(isNull(users.suspendedAt), isNull(users.deletedAt)) : undefined,
  );
}

/** Part of a name or id, or a whole email address, which is unique. */
function matchesPerson(q: string): SQL | undefined {
  const byName = containsText(sql`lower(${users.name} || ' ' || ${users.id}::text)`, q);
  return q.includes("@") ? or(byName, eq(users.email, q.toLowerCase())) : byName;
}

/** Served by users_by_joined and users_by_name. */
const ORDERS: Record<PeopleQuery["sort"], SQL[]> = {
  newest: [desc(users.joinedAt), asc(users.id)],
  oldest: [asc(users.joinedAt), desc(users.id)],
  name: [sql`lower(${users.name})`, asc(users.id)],
  "name-back": [sql`lower(${users.name}) desc`, desc(users.id)],
};

function toPersonRow(row: typeof users.$inferSelect): PersonRow {
  const { id, name, role, isPublic, isDemo, joinedAt } = row;
  const status = statusOf(row);
  return {
    id,
    name: name || "Anonymous",
    role,
    isPublic,
    isDemo,
    joinedOn: joinedAt.toISOString(),
    joinedLabel: formatDay(joinedAt),
    status,
    untilLabel: status !== "suspended" || row.suspendedUntil === null ? null : formatDay(row.suspendedUntil),
  };
}

function statusOf({ deletedAt, suspendedAt }: typeof users.$inferSelect): PersonStatus {
  if (deletedAt !== null) return "deleting";
  return suspendedAt === null ? "active" : "suspended";
}

/** Places shown for one person. Somebody who manages more has a chain. */
const PLACES_SHOWN_MAX = 50;

export type PersonAccount = PersonRow & {
  email: string | null;
  plan: string | null;
  suspensionReason: string | null;
  sessionCount: number;
  reviewCount: number;
  places: { slug: string; name: string }[];
};

/** One person for the admin page; null for an unknown id. */
export async function findPerson(db: Database, id: string, now: Date): Promise<PersonAccount | null> {
  if (!isUuid(id)) return null;
  const [row] = await db
    .select({ person: users, standing: SUBSCRIPTION_STATE_COLUMNS })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(eq(users.id, id));
  if (row === undefined) return null;
  const tier = membershipAt(row.standing, now)?.tier ?? null;
  return {
    ...toPersonRow(row.person),
    email: row.person.email,
    plan: tier === null ? null : planOf(tier).name,
    suspensionReason: row.person.suspensionReason,
    sessionCount: await db.$count(sessions, eq(sessions.userId, id)),
    reviewCount: await db.$count(reviews, eq(reviews.authorId, id)),
    places: await db
      .select({ slug: places.slug, name: places.name })
      .from(placeOwners)
      .innerJoin(places, eq(places.id, placeOwners.placeId))
      .where(eq(placeOwners.userId, id))
      .orderBy(sql`lower(${places.name})`, asc(places.id))
      .limit(PLACES_SHOWN_MAX),
  };
}
