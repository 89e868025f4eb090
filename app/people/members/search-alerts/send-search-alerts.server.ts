import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { readSecret } from "#app/db/read-secret.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { searchAlerts } from "#app/db/schema/members.ts";
import { places } from "#app/db/schema/places.ts";
import { SITE_URL_PLACEHOLDER } from "#app/core/mail/mail-bodies.ts";
import { queueMail } from "#app/core/mail/outbox.server.ts";
import { notifyUser } from "#app/core/notifications/notifications.server.ts";
import type { PlaceCardData } from "#app/guide/places/place.ts";
import { search } from "#app/guide/search/page/search.server.ts";
import { parseSearch } from "#app/guide/search/page/search-request.ts";
import { newPageCacheInfo } from "#app/platform/page-cache-info.ts";

import { isKnownMatch, type SearchAlert, stopAlertsPath } from "./search-alert.ts";
import { formatSearchAlertMail } from "./search-alert-mail.ts";
import { createStopKey } from "./stop-key.server.ts";

/** A search takes some 20 ms, so a run stays far below the limit of a job. The next run handles what is left. */
const ALERTS_PER_RUN_MAX = 5_000;
const RUN_MS_MAX = 10 * 60_000;

type SendInput = { now: Date; signal?: AbortSignal | undefined };

/**
 * Searches for each alert, the longest unchecked first. One that finds a place that was added since it was created is
 * mailed and deleted. Safe to run again at any time.
 *
 * @returns The number of queued mails.
 */
export async function sendSearchAlerts(db: Database, { now, signal }: SendInput): Promise<number> {
  const stopsAt = performance.now() + RUN_MS_MAX;
  const alerts = await findDueAlerts(db);
  if (alerts.length === 0) return 0;
  const shared = { secret: await readSecret(db, "search-alerts"), now };
  let sent = 0;
  for (const alert of alerts) {
    if (signal?.aborted === true || performance.now() > stopsAt) break;
    // Before the search, so that one that fails doesn't block the others when the job is retried.
    await db.update(searchAlerts).set({ checkedAt: now }).where(eq(searchAlerts.id, alert.id));
    const found = await findAddedPlaces(db, alert, now);
    if (found.length > 0 && (await completeAlert(db, { alert, found, ...shared }))) sent += 1;
  }
  return sent;
}

type DueAlert = SearchAlert & { userId: string; name: string; address: string };

/** Alerts of members who can get mail and aren't suspended. Served by search_alerts_by_check. */
async function findDueAlerts(db: Database): Promise<DueAlert[]> {
  const { id, userId, query, askedAt, checkedAt } = searchAlerts;
  return db
    .select({ id, userId, query, askedAt, name: users.name, address: sql<string>`${users.email}` })
    .from(searchAlerts)
    .innerJoin(users, eq(users.id, userId))
    .where(and(isNotNull(users.email), isNull(users.deletedAt), isNull(users.suspendedAt)))
    .orderBy(sql`${checkedAt} asc nulls first`, asc(id))
    .limit(ALERTS_PER_RUN_MAX);
}

/** The best places known to match exactly the alert's words, as far as they were added since. */
async function findAddedPlaces(db: Database, { query, askedAt }: DueAlert, now: Date): Promise<PlaceCardData[]> {
  const request = parseSearch(new URLSearchParams({ q: query, verbatim: "1" }));
  const { isPartial, places: found } = await search(db, request, { now, page: newPageCacheInfo() });
  const known = isPartial ? [] : found.items.filter(isKnownMatch);
  if (known.length === 0) return [];
  const slugs = known.map(({ slug }) => slug);
  const added = await db
    .select({ slug: places.slug })
    .from(places)
    .where(and(inArray(places.slug, slugs), gt(places.createdAt, askedAt)));
  const addedSlugs = new Set(added.map(({ slug }) => slug));
  return known.filter(({ slug }) => addedSlugs.has(slug));
}

/** Mails and deletes an alert. False if it was removed in the meantime. */
async function completeAlert(
  db: Database,
  { alert, found, secret, now }: { alert: DueAlert; found: PlaceCardData[]; secret: string; now: Date },
): Promise<boolean> {
  const { id, userId, query, name, address } = alert;
  const stopPath = stopAlertsPath(createStopKey({ userId, secret }));
  return db.transaction(async (tx) => {
    const deleted = await tx.delete(searchAlerts).where(eq(searchAlerts.id, id)).returning({ id: searchAlerts.id });
    if (deleted.length === 0) return false;
    await notifyUser(tx, { userId, notification: { kind: "search-alert", query, count: found.length }, now });
    await queueMail(
      tx,
      {
        key: `search-alert:${id}`,
        userId,
        to: { name, address },
        headers: {
          // RFC 8058.
          "List-Unsubscribe": `<${SITE_URL_PLACEHOLDER}${stopPath}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
        ...formatSearchAlertMail({ name, alert, places: found, stopPath }),
      },
      now,
    );
    return true;
  });
}
