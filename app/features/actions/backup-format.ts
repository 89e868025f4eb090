import { z } from "zod";

/** Raised when the shape changes; a reader refuses a higher one. */
export const BACKUP_VERSION = 1;

/** A file of photos has 33 MB at most, and a part of a table PART_CHARACTERS and one row, which may be a picture. */
export const BACKUP_FILE_BYTES_MAX = 256 * 1024 * 1024;

/** As PostgreSQL writes a type down; it goes into a statement as it is. */
const TypeName = z.string().regex(/^[a-z][a-z0-9_ ]*(?:\(\d+(?:,\d+)?\))?(?: with(?:out)? time zone)?(?:\[\])?$/);

/** What a backup says of itself, first of all. */
export const BackupHead = z.object({
  format: z.literal("rowhouse-backup"),
  version: z.number().int().min(1),
  madeAt: z.iso.datetime(),
  /** By name, as far as this database had had them. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.object({ name: z.string(), type: TypeName })) })),
  /** Counters of their own, by what they gave last; a backup made before they were kept has none. */
  sequences: z.array(z.object({ name: z.string(), last: z.string().regex(/^\d{1,19}$/) })).default([]),
  /** In words: what isn't in it. */
  without: z.array(z.string()),
});
export type BackupHead = z.infer<typeof BackupHead>;

/** The last file: a backup without it is none. */
export const BackupEnd = z.object({ rows: z.record(z.string(), z.number().int()), files: z.number().int() });
export type BackupEnd = z.infer<typeof BackupEnd>;

export const HEAD_FILE = "backup.json";
export const END_FILE = "end.json";

/** Of a table, in the order of its parts: each line is one row as a JSON array of texts. */
export function tableFile(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(5, "0")}.jsonl`;
}

export const TABLE_FILE = /^tables\/([a-z_]+)\/\d{5,}\.jsonl$/;

export const UPLOADS_FOLDER = "uploads/";
