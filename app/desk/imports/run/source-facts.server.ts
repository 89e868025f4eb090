import { and, asc, eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { OpeningHoursSchema } from "#app/guide/places/hours/opening-hours.ts";
import { formatOpeningHours } from "#app/guide/places/hours/osm-opening-hours.ts";
import { formatCsv } from "#app/lib/csv.ts";

const FACTS_PER_PART = 1_000;

const COLUMNS = ["place", "name", "field", "value", "record", "checked on"];

/**
 * The facts that places show from a source, as CSV in parts: whoever passes them on has to do it under the source's license, apart
 * from ours. Hours are opening_hours, values with parts JSON.
 */
export async function* streamSourceFacts(
  db: Database,
  { sourceId, factsPerPart = FACTS_PER_PART }: { sourceId: string; factsPerPart?: number },
): AsyncGenerator<string> {
  yield formatCsv([COLUMNS]);
  let after = { placeId: 0, field: "" };
  for (;;) {
    // Served by place_facts_by_source.
    const rows = await db
      .select({
        placeId: placeFacts.placeId,
        slug: places.slug,
        name: places.name,
        field: placeFacts.field,
        value: placeFacts.value,
        record: placeFacts.sourceRecord,
        checkedOn: placeFacts.checkedOn,
      })
      .from(placeFacts)
      .innerJoin(places, eq(places.id, placeFacts.placeId))
      .where(
        and(
          eq(placeFacts.sourceId, sourceId),
          eq(placeFacts.origin, "import"),
          sql`(${placeFacts.placeId}, ${placeFacts.field}) > (${after.placeId}, ${after.field})`,
        ),
      )
      .orderBy(asc(placeFacts.placeId), asc(placeFacts.field))
      .limit(factsPerPart);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield formatCsv(
      rows.map(({ slug, name, field, value, record, checkedOn }) => [
        slug,
        name,
        field,
        valueText(field, value),
        record,
        checkedOn,
      ]),
    );
    after = last;
  }
}

function valueText(field: string, value: unknown): string {
  if (typeof value === "string") return value;
  const hours = field === "hours" ? OpeningHoursSchema.safeParse(value).data : undefined;
  return hours === undefined ? JSON.stringify(value) : formatOpeningHours(hours);
}
