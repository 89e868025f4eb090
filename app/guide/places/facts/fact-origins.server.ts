import { and, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { CONFIRMABLE_FIELDS, factConfirmations } from "#app/db/schema/corrections.ts";
import { sourceRecords } from "#app/db/schema/importing.ts";
import { type FactField, placeFacts, sources } from "#app/db/schema/places.ts";

import { describeConfirmation, describeSourceConfirmation, OWN_WEBSITE_SOURCE } from "./confirmation.ts";
import type { PlacePage } from "../place.ts";
import { dcToday } from "#app/lib/dc-time.ts";

/** md5 of a fact's value, to detect changes. Works because jsonb prints keys in a fixed order. */
export const factDigest = sql<string>`md5(${placeFacts.value}::text)`;

const SHOWN_ORIGINS = [
  "address",
  "position",
  "phone",
  "website",
  "hours",
  "hoursText",
  "priceRange",
  "attributes",
  "attributeCorrections",
  "licensed",
  "closedForWorks",
  "opened",
  "menuUrl",
  "reservationsUrl",
  "orderUrl",
] as const satisfies FactField[];

/** Source, freshness and latest confirmation of each fact shown on a place's page. */
export async function findFactOrigins(
  db: Database,
  { placeId, canConfirm }: { placeId: number; canConfirm: boolean },
): Promise<PlacePage["origins"]> {
  const rows = await db
    .select({
      field: placeFacts.field,
      checkedOn: placeFacts.checkedOn,
      digest: factDigest,
      isEmpty: sql<boolean>`${placeFacts.value} = 'null'`,
      sourceId: placeFacts.sourceId,
      sourceTitle: sources.title,
      license: sources.license,
    })
    .from(placeFacts)
    .innerJoin(sources, eq(sources.id, placeFacts.sourceId))
    .where(and(eq(placeFacts.placeId, placeId), inArray(placeFacts.field, [...SHOWN_ORIGINS])));
  const confirmations = await lastConfirmations(db, placeId);
  const agreements = await lastAgreements(db, placeId);
  const origins: PlacePage["origins"] = {};
  for (const { field, digest, isEmpty, sourceId, ...origin } of rows) {
    const shown = SHOWN_ORIGINS.find((each) => each === field);
    if (shown === undefined || isEmpty) continue;
    const last = confirmations.find((each) => each.field === field);
    const agreed = agreements.find((each) => each.field === field);
    const confirmed =
      agreed?.checkedOn != null && (last === undefined || dcToday(last.at) < agreed.checkedOn)
        ? describeSourceConfirmation(agreed, agreed.checkedOn)
        : last && describeConfirmation(last, origin.checkedOn);
    const isConfirmable = canConfirm && CONFIRMABLE_FIELDS.some((each) => each === field);
    origins[shown] = {
      ...origin,
      ...(sourceId === OWN_WEBSITE_SOURCE ? { isOwnWebsite: true } : {}),
      ...(confirmed === undefined ? {} : { confirmed }),
      ...(isConfirmable ? { stillRight: digest } : {}),
    };
  }
  return origins;
}

/** The latest confirmation of each fact's current value. Served by fact_confirmations_by_fact. */
async function lastConfirmations(db: Database, placeId: number) {
  return db
    .selectDistinctOn([factConfirmations.field], {
      field: factConfirmations.field,
      by: factConfirmations.confirmedBy,
      at: factConfirmations.confirmedAt,
    })
    .from(factConfirmations)
    .innerJoin(
      placeFacts,
      and(
        eq(placeFacts.placeId, factConfirmations.placeId),
        eq(placeFacts.field, factConfirmations.field),
        eq(factDigest, factConfirmations.valueDigest),
      ),
    )
    .where(eq(factConfirmations.placeId, placeId))
    .orderBy(factConfirmations.field, desc(factConfirmations.confirmedAt));
}

/** For each fact the newest record of another source that has the same value and a later date. Served by source_records_by_place. */
async function lastAgreements(db: Database, placeId: number) {
  return db
    .selectDistinctOn([placeFacts.field], {
      field: placeFacts.field,
      sourceId: sources.id,
      title: sources.title,
      register: sources.register,
      checkedOn: sourceRecords.checkedOn,
    })
    .from(placeFacts)
    .innerJoin(
      sourceRecords,
      and(
        eq(sourceRecords.placeId, placeFacts.placeId),
        ne(sourceRecords.sourceId, placeFacts.sourceId),
        sql`${sourceRecords.facts} -> ${placeFacts.field} = ${placeFacts.value}`,
        or(
          isNull(placeFacts.checkedOn),
          sql`${sourceRecords.checkedOn} collate "C" > ${placeFacts.checkedOn} collate "C"`,
        ),
      ),
    )
    .innerJoin(sources, eq(sources.id, sourceRecords.sourceId))
    .where(and(eq(placeFacts.placeId, placeId), isNotNull(sourceRecords.checkedOn)))
    .orderBy(placeFacts.field, sql`${sourceRecords.checkedOn} collate "C" desc`, sources.id);
}
