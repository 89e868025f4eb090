import { desc, eq, inArray, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import type { OwnerRole } from "#app/db/schema/business.ts";
import { placeChanges, places } from "#app/db/schema/places.ts";
import { sumPlaceStats } from "#app/guide/analytics/counters/read-place-stats.server.ts";
import { changedFieldLabel, formatChange } from "#app/business/corrections/facts/format-fact.ts";
import { describeFreshness } from "#app/guide/places/facts/fact-origin.ts";
import { findFactOrigins } from "#app/guide/places/facts/fact-origins.server.ts";
import { placeCards } from "#app/guide/places/cards/place-cards.server.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { formatInstant } from "#app/lib/format-time.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import { buildPeriod } from "../figures/figure-period.ts";
import {
  findHolidayWithoutHours,
  type CompletenessInput,
  completenessParts,
  nextSteps,
  type OwnedPlaceSummary,
} from "./owned-place.ts";
import type { OwnedPlace } from "../people/owners.server.ts";

/** Hours that were checked longer ago should be checked again. */
const FRESH_DAYS = 180;

/** Summaries of places, in the given order. */
export async function summarizeOwnedPlaces(
  db: Database,
  { owned, userId }: { owned: readonly OwnedPlace[]; userId: string },
  moment: PageContext,
): Promise<OwnedPlaceSummary[]> {
  const ids = owned.map(({ place }) => place.id);
  if (ids.length === 0) return [];
  const cards = await placeCards(db, { where: inArray(places.id, ids), includesClosed: true }, moment);
  const counts = await countByPlace(db, { ids, userId });
  const today = dcToday(moment.now);
  const sums = await sumPlaceStats(db, { placeIds: ids, days: buildPeriod("30-days", today).days });
  const freshness = await hoursFreshness(db, ids, moment.now);
  return owned.flatMap(({ place, role }) => {
    const card = cards.find(({ id }) => id === place.id);
    const count = counts.find(({ id }) => id === place.id);
    if (card === undefined || count === undefined) return [];
    const { isAlone, photoCount, ...numbers } = count;
    const fresh = freshness.get(place.id) ?? null;
    const base = { slug: card.slug, role, hoursFreshness: fresh?.label ?? null, ...numbers };
    return [
      {
        ...base,
        name: card.name,
        type: card.type,
        neighborhood: card.neighborhood.name,
        hours: card.hours,
        isListed: place.status === "published",
        viewCount: sums.find(({ placeId, metric }) => placeId === place.id && metric === "views")?.count ?? 0,
        rating: card.rating,
        picture: card.picture,
        steps: nextSteps({
          ...base,
          isAlone,
          isChecked: fresh?.isFresh ?? false,
          hasPhone: place.phone !== null,
          hasWebsite: place.website !== null,
          hasPhotos: photoCount > 0,
          holiday: place.status === "published" ? findHolidayWithoutHours(place.hours, today) : null,
        }),
        parts: completenessParts(card.slug, { ...filledPartsOf(place), photoCount }),
      },
    ];
  });
}

/**
 * Counts per place, each served by the index on its table's place. The viewer's own reviews and questions don't count
 * as unanswered.
 */
async function countByPlace(db: Database, { ids, userId }: { ids: number[]; userId: string }) {
  return db
    .select({
      id: places.id,
      unansweredCount: sql<number>`(select count(*)::int from reviews r where r.place_id = places.id
        and r.status = 'published' and r.author_id <> ${userId}::uuid
        and not exists (select 1 from review_replies a join users w on w.id = a.author_id
          where a.review_id = r.id and w.deleted_at is null))`,
      questionCount: sql<number>`(select count(*)::int from place_questions q join users u on u.id = q.asker_id
        where q.place_id = places.id and q.status = 'published' and q.asker_id <> ${userId}::uuid and u.deleted_at is null
        and not exists (select 1 from place_answers a join users w on w.id = a.author_id where a.question_id = q.id
          and a.is_business and a.status <> 'rejected' and w.deleted_at is null))`,
      saveCount: sql<number>`(select count(*)::int from saved_places s where s.place_id = places.id)`,
      hasDemoStats: sql<boolean>`exists (select 1 from saved_places s join users u on u.id = s.user_id
        where s.place_id = places.id and u.is_demo)
        or exists (select 1 from daily_views v where v.subject = 'place' and v.key = places.slug and v.is_demo)`,
      waitingCount: sql<number>`(select count(*)::int from moderation_cases c where c.place_id = places.id
        and c.closed_at is null and c.kind in ('suggested-edit', 'reported-closed', 'owner-edit'))`,
      photoCount: sql<number>`(select count(*)::int from place_photos h where h.place_id = places.id
        and h.deleted_at is null and h.taken_down_at is null and h.source_file is null)`,
      isAlone: sql<boolean>`(select count(*) = 1 from place_owners o where o.place_id = places.id)`,
    })
    .from(places)
    .where(inArray(places.id, ids));
}

function filledPartsOf(place: OwnedPlace["place"]): Omit<CompletenessInput, "photoCount"> {
  return {
    hasHours: place.hours !== null || place.hoursText !== null,
    hasAddress: place.street !== null,
    hasPin: place.lat !== null && place.lng !== null,
    hasPhone: place.phone !== null,
    hasWebsite: place.website !== null,
    hasPrice: place.priceRange !== null,
    hasDescription: place.description !== "",
    attributeCount: Object.values(place.attributes).filter((value) => value !== null).length,
  };
}

type Freshness = { label: string; isFresh: boolean };

/** When the hours of places were last checked, by place id. Two queries per place, ten places per page. */
async function hoursFreshness(db: Database, ids: number[], now: Date): Promise<Map<number, Freshness>> {
  const since = dcToday(new Date(now.getTime() - FRESH_DAYS * DAY_MS));
  const freshness = new Map<number, Freshness>();
  for (const placeId of ids) {
    const { hours, hoursText } = await findFactOrigins(db, { placeId, canConfirm: false });
    const origin = hoursText ?? hours;
    if (origin === undefined) continue;
    const isFresh = origin.confirmed !== undefined || (origin.checkedOn !== null && origin.checkedOn >= since);
    freshness.set(placeId, { label: describeFreshness(origin), isFresh });
  }
  return freshness;
}

/** When each fact of a place was last checked, with its source. */
export async function listFactFreshness(db: Database, placeId: number): Promise<{ name: string; label: string }[]> {
  const origins = await findFactOrigins(db, { placeId, canConfirm: false });
  return FACTS.flatMap(({ field, name }) => {
    const origin = origins[field];
    return origin === undefined ? [] : [{ name, label: `${describeFreshness(origin)} · ${origin.sourceTitle}` }];
  });
}

const FACTS = [
  { field: "hours", name: "Hours" },
  { field: "hoursText", name: "Hours" },
  { field: "address", name: "Address" },
  { field: "phone", name: "Phone" },
  { field: "website", name: "Website" },
  { field: "priceRange", name: "Price" },
  { field: "attributes", name: "Good to know" },
] as const;

/** A change of a place, as its owners and managers see it. */
export type PlaceChangeEntry = {
  id: number;
  label: string;
  before: string[];
  after: string[];
  changedAt: string;
  changedLabel: string;
  by: string;
};

const CHANGES_SHOWN_MAX = 20;

/** A place's changes, newest first. Only owners and managers are named, editors aren't. Served by place_changes_by_place. */
export async function listPlaceChanges(
  db: Database,
  { placeId, viewerId }: { placeId: number; viewerId: string },
): Promise<PlaceChangeEntry[]> {
  const rows = await db
    .select({
      change: placeChanges,
      name: users.name,
      role: sql<OwnerRole | null>`(select o.role from place_owners o
        where o.place_id = ${placeChanges.placeId} and o.user_id = ${placeChanges.changedBy})`,
    })
    .from(placeChanges)
    .leftJoin(users, eq(users.id, placeChanges.changedBy))
    .where(eq(placeChanges.placeId, placeId))
    .orderBy(desc(placeChanges.changedAt), desc(placeChanges.id))
    .limit(CHANGES_SHOWN_MAX);
  const format = (field: (typeof rows)[number]["change"]["field"], value: unknown) =>
    formatChange(field, value, () => "another page here");
  return rows.map(({ change: { id, field, before, after, changedAt, changedBy }, name, role }) => ({
    id,
    label: changedFieldLabel(field),
    before: format(field, before),
    after: format(field, after),
    changedAt: changedAt.toISOString(),
    changedLabel: formatInstant(changedAt),
    by: changedBy === viewerId ? "You" : role === null ? "Rowhouse" : name || "Anonymous",
  }));
}
