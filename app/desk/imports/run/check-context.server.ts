import type { CategoryMapping } from "#app/db/columns/import-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { importCategoryMappings, type imports } from "#app/db/schema/importing.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import type { Point } from "#app/lib/geo.ts";

import type { DuplicateIndex, NamePartCounts } from "../duplicates/duplicate-index.ts";
import { loadNamePartCounts, buildPlaceIndex, buildTwinIndex } from "../duplicates/duplicate-candidates.server.ts";
import { mappingKey, type CustomMappings } from "../mapping/category-mapping.ts";
import { areaFinder } from "./district-areas.ts";

export type ImportRow = typeof imports.$inferSelect;

export type CheckContext = {
  row: ImportRow;
  kinds: CustomMappings;
  /** The neighborhood of a point; null outside of the District. */
  findArea: (point: Point) => string | null;
  counts: NamePartCounts;
  /** Listed places and this file's earlier entries, which new entries are compared with. */
  listed: DuplicateIndex;
  earlier: DuplicateIndex;
};

export async function loadContext(db: Database, row: ImportRow): Promise<CheckContext> {
  const own = await db.select().from(importCategoryMappings);
  const kinds = new Map(
    own.map(({ scheme, key, categorySlug, type }): [string, CategoryMapping] => [
      mappingKey(scheme, key),
      { category: categorySlug, type },
    ]),
  );
  const areas = await db.select({ slug: neighborhoods.slug, shape: neighborhoods.shape }).from(neighborhoods);
  const counts = await loadNamePartCounts(db);
  const options = { counts, reach: "unplaced" as const };
  return {
    row,
    kinds,
    findArea: areaFinder(areas),
    counts,
    listed: await buildPlaceIndex(db, options),
    earlier: await buildTwinIndex(db, row.id, options),
  };
}

/**
 * Needed from a file's first entry without a position; most files have none. Reads all places again, so it runs outside
 * a transaction.
 */
export async function extendReach(db: Database, context: CheckContext): Promise<void> {
  if (context.listed.reach === "everywhere") return;
  const { counts } = context;
  context.listed = await buildPlaceIndex(db, { counts });
  context.earlier = await buildTwinIndex(db, context.row.id, { counts });
}
