import type { CategoryMapping } from "#app/db/columns/import-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { importCategoryMappings, type imports } from "#app/db/schema/importing.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import type { Point } from "#app/lib/geo.ts";

import type { DuplicateIndex, SearchReach } from "../duplicates/duplicate-index.ts";
import {
  loadNamePartCounts,
  buildNearbyIndex,
  buildPlaceIndex,
  buildTwinIndex,
} from "../duplicates/duplicate-candidates.server.ts";
import { mappingKey, type CustomMappings } from "../mapping/category-mapping.ts";
import type { NumberedEntry } from "../readers/read-file.server.ts";
import { areaFinder } from "./district-areas.ts";

export type ImportRow = typeof imports.$inferSelect;

export type CheckContext = {
  row: ImportRow;
  kinds: CustomMappings;
  /** The neighborhood of a point; null outside of the District. */
  findArea: (point: Point) => string | null;
  /** What new entries are compared with. Null before the first batch that has any, see `prepareIndexes`. */
  indexes: DuplicateIndexes | null;
};

/** Listed places, and this file's earlier entries. */
type DuplicateIndexes = { listed: DuplicateIndex; earlier: DuplicateIndex };

export async function loadContext(db: Database, row: ImportRow): Promise<CheckContext> {
  const own = await db.select().from(importCategoryMappings);
  const kinds = new Map(
    own.map(({ scheme, key, categorySlug, type }): [string, CategoryMapping] => [
      mappingKey(scheme, key),
      { category: categorySlug, type },
    ]),
  );
  const areas = await db.select({ slug: neighborhoods.slug, shape: neighborhoods.shape }).from(neighborhoods);
  return { row, kinds, findArea: areaFinder(areas), indexes: null };
}

/**
 * Reads what a batch's entries are compared with. For a file of one batch, as most runs of live sources have, these are
 * only the places around its entries; for others all places, and again from the file's first entry without a position,
 * of which most files have none. It takes seconds in a large guide, so it runs outside a transaction.
 */
export async function prepareIndexes(
  db: Database,
  context: CheckContext,
  { entries, isLast }: { entries: NumberedEntry[]; isLast: boolean },
): Promise<void> {
  const positions = entries.flatMap(({ entry }) =>
    "place" in entry && entry.listedAs === undefined ? [entry.place.facts.position ?? null] : [],
  );
  if (positions.length === 0) return;
  const { row, indexes } = context;
  const points = positions.filter((position) => position !== null);
  const reach: SearchReach = points.length < positions.length ? "everywhere" : "unplaced";
  if (indexes !== null && (reach === "unplaced" || indexes.listed.reach === "everywhere")) return;
  const nearby = isLast && indexes === null && reach === "unplaced" ? await buildNearbyIndex(db, points) : null;
  const options = nearby === null ? { counts: await loadNamePartCounts(db), reach } : { reach };
  context.indexes = {
    listed: nearby ?? (await buildPlaceIndex(db, options)),
    earlier: await buildTwinIndex(db, row.id, options),
  };
}
