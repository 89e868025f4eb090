import { sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { insertAsJson } from "#app/db/rows-as-json.ts";
import { importRecords } from "#app/db/schema/importing.ts";
import type { StagedRow } from "./staged-entry.server.ts";

/** Writes a batch, referenced entries first so that their ids exist. @returns The id of each entry by its number. */
export async function insertRecords(db: Database, rows: StagedRow[]): Promise<Map<number, number>> {
  const referenced = new Set(
    rows.flatMap(({ duplicateRecordId }) =>
      duplicateRecordId != null && duplicateRecordId < 0 ? [-duplicateRecordId] : [],
    ),
  );
  const ids = await insertRows(
    db,
    rows.filter(({ number }) => referenced.has(number)),
  );
  const rest = rows
    .filter(({ number }) => !referenced.has(number))
    .map((row) =>
      row.duplicateRecordId != null && row.duplicateRecordId < 0
        ? { ...row, duplicateRecordId: ids.get(-row.duplicateRecordId) ?? null }
        : row,
    );
  return new Map([...ids, ...(await insertRows(db, rest))]);
}

const Inserted = z.object({ rows: z.array(z.object({ id: z.coerce.number(), number: z.number() })) });

async function insertRows(db: Database, rows: StagedRow[]): Promise<Map<number, number>> {
  if (rows.length === 0) return new Map();
  const inserted = await db.execute(sql`${insertAsJson(importRecords, rows)} returning id, number`);
  return new Map(Inserted.parse(inserted).rows.map(({ id, number }) => [number, id]));
}
