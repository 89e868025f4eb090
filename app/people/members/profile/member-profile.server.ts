import { and, asc, desc, eq, isNull, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { lists, memberPictures } from "#app/db/schema/members.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { formatMonth } from "#app/lib/format-time.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import { type MemberPicture, memberPicture } from "./member.ts";

/** A member's profile page. */
export type MemberProfile = {
  id: string;
  name: string;
  picture: MemberPicture;
  neighborhood: { slug: string; name: string } | null;
  /** "November 2026" */
  since: string;
  isPublic: boolean;
  isDemo: boolean;
};

/** Far more than any member has. */
const PUBLIC_LISTS_MAX = 100;

/**
 * A member's profile, if the viewer may see it: everyone sees a public one, only the member a private one.
 *
 * @returns Null also for suspended or deleted accounts.
 */
export async function findMemberProfile(
  db: Database,
  { userId, viewerId }: { userId: string; viewerId: string | null },
  moment: PageContext,
): Promise<MemberProfile | null> {
  if (!isUuid(userId)) return null;
  moment.page.tags.add(`member:${userId}`);
  const [row] = await db
    .select({
      name: users.name,
      isPublic: users.isPublic,
      isDemo: users.isDemo,
      joinedAt: users.joinedAt,
      neighborhood: { slug: neighborhoods.slug, name: neighborhoods.name },
      fetchedAt: memberPictures.fetchedAt,
    })
    .from(users)
    .leftJoin(neighborhoods, eq(neighborhoods.slug, users.neighborhoodSlug))
    .leftJoin(memberPictures, eq(memberPictures.userId, users.id))
    .where(
      and(
        eq(users.id, userId),
        isNull(users.suspendedAt),
        isNull(users.deletedAt),
        or(eq(users.isPublic, true), sql`${users.id} = ${viewerId}::uuid`),
      ),
    );
  if (row === undefined) return null;
  const { fetchedAt, joinedAt, name, ...profile } = row;
  return {
    ...profile,
    id: userId,
    name: name || "Anonymous",
    picture: memberPicture(userId, fetchedAt),
    since: formatMonth(joinedAt),
  };
}

/** A member's public lists, last changed first. Served by lists_by_owner. */
export function findPublicLists(
  db: Database,
  ownerId: string,
): Promise<{ name: string; shareKey: string; placeCount: number }[]> {
  return db
    .select({
      name: lists.name,
      shareKey: lists.shareKey,
      placeCount: sql<number>`(select count(*)::int from list_entries e join places p on p.id = e.place_id
        where e.list_id = lists.id and p.status = 'published')`,
    })
    .from(lists)
    .where(and(eq(lists.ownerId, ownerId), eq(lists.visibility, "public")))
    .orderBy(desc(lists.updatedAt), asc(lists.id))
    .limit(PUBLIC_LISTS_MAX);
}

/** All neighborhoods by name, for a select. */
export function findNeighborhoodOptions(db: Database): Promise<{ slug: string; name: string }[]> {
  return db
    .select({ slug: neighborhoods.slug, name: neighborhoods.name })
    .from(neighborhoods)
    .orderBy(sql`lower(${neighborhoods.name})`);
}
