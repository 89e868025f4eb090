import { desc, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import { DC_TIME_ZONE } from "#app/lib/dc-time.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import { isGuideVisible, listGuidePage } from "./guide-cards.server.ts";
import { addViewCounts } from "./guide-view-counts.server.ts";
import type { GuideCardData, PaginatedList } from "../page/guide.ts";

/** One members' guide in this many, among guides of the same day. */
const MEMBERS_GUIDE_EVERY = 3;

/** One page of all guides, newest first, with their views. */
export async function listLatestGuides(
  db: Database,
  { page }: { page: number },
  moment: PageContext,
): Promise<{ isDemo: boolean; guides: PaginatedList<GuideCardData> }> {
  const orderBy = entitlementsOf(moment.viewer?.tier ?? null).membersOnlyGuides ? {} : { orderBy: forVisitors(moment) };
  const found = await listGuidePage(db, { page, ...orderBy }, moment);
  const { guides: items, isDemo } = await addViewCounts(db, found.items, moment);
  return { isDemo, guides: { ...found, items } };
}

/**
 * By day, newest first. Those who can't read members' guides see them among the others of their day: two public ones, then
 * one for members. Members' guides of a later day than the newest public guide join that guide's day, so that a page never
 * begins with what its reader can't open.
 */
function forVisitors(moment: PageContext): SQL[] {
  const dayOf = (instant: SQL) => sql`(${instant} at time zone ${sql.raw(`'${DC_TIME_ZONE}'`)})::date`;
  const newestPublic = sql`(select max(${posts.publishedAt}) from ${posts}
    where ${isGuideVisible(moment)} and ${posts.access} = 'everyone')`;
  const day = dayOf(sql`least(${posts.publishedAt}, ${newestPublic})`);
  const rank = sql`row_number() over (partition by ${day}, ${posts.access}
    order by ${posts.publishedAt} desc, ${posts.id} desc)`;
  const every = sql.raw(`${MEMBERS_GUIDE_EVERY}`);
  // Public guides take the places 1, 2, 4, 5, 7 ..., members' guides 3, 6, 9 ...
  const place = sql`case when ${posts.access} = 'everyone'
    then ${rank} + (${rank} - 1) / (${every} - 1) else ${rank} * ${every} end`;
  return [sql`${day} desc`, place, desc(posts.id)];
}
