import { z } from "zod";

/** Increase it when the format changes. Restoring refuses a higher version. */
export const BACKUP_VERSION = 1;

/** Limit of one file in the archive. A photo has at most 33 MB; a table part has PART_CHARACTERS and one row, which may hold a picture. */
export const BACKUP_FILE_BYTES_MAX = 256 * 1024 * 1024;

/** A type name as PostgreSQL prints it. It is put into SQL without quoting. */
const TypeName = z.string().regex(/^[a-z][a-z0-9_ ]*(?:\(\d+(?:,\d+)?\))?(?: with(?:out)? time zone)?(?:\[\])?$/);

/** The first file of a backup: what the backup contains. */
export const BackupHeader = z.object({
  format: z.literal("rowhouse-backup"),
  version: z.number().int().min(1),
  madeAt: z.iso.datetime(),
  /** The migrations that this database had applied, ordered by name. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.object({ name: z.string(), type: TypeName })) })),
  /** Sequences that belong to no column, with their last value. Missing in older backups. */
  sequences: z.array(z.object({ name: z.string(), last: z.string().regex(/^\d{1,19}$/) })).default([]),
  /** What the backup leaves out, in plain sentences. */
  without: z.array(z.string()),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

/** The last file. A backup without it is incomplete. */
export const BackupEnd = z.object({ rows: z.record(z.string(), z.number().int()), files: z.number().int() });
export type BackupEnd = z.infer<typeof BackupEnd>;

export const HEADER_FILE = "backup.json";
export const END_FILE = "end.json";

/** The file of one part of a table. Each line is one row, as a JSON array of strings. */
export function tablePartFile(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(5, "0")}.jsonl`;
}

export const TABLE_FILE_PATTERN = /^tables\/([a-z_]+)\/\d{5,}\.jsonl$/;

export const UPLOADS_FOLDER = "uploads/";
