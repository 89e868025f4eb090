import { and, eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import type { Issue } from "../issue/issues.server.ts";

/** The subscribers who get an issue at an instant: active, not paused, with the right choice and no deleted account. */
export function isRecipient({ neighborhoodSlug }: Pick<Issue, "neighborhoodSlug">, now: Date) {
  const { state, wantsWeekly, pausedUntil, userId, emailNormalized, neighborhoods } = newsletterSubscribers;
  const at = sql`${now.toISOString()}::timestamptz`;
  return and(
    eq(state, "active"),
    sql`(${pausedUntil} is null or ${pausedUntil} <= ${at})`,
    neighborhoodSlug === null ? eq(wantsWeekly, true) : sql`${neighborhoodSlug} = any(${neighborhoods})`,
    sql`not exists (select 1 from users u where u.id = ${userId} and u.deleted_at is not null)`,
    // Also excludes subscriptions with the address of a deleted account.
    sql`(${userId} is not null or ${emailNormalized} not in (
      select u.email from users u where u.deleted_at is not null and u.email is not null))`,
  );
}

export function countRecipients(db: Database, issue: Pick<Issue, "neighborhoodSlug">, now: Date): Promise<number> {
  return db.$count(newsletterSubscribers, isRecipient(issue, now));
}
