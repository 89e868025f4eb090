import { and, desc, eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { formatInstant } from "#app/lib/format-time.ts";

import { CONTENT_EXPORTS, type ExportName, STATISTICS_EXPORTS } from "./exports.ts";

type LastExport = { file: string; who: string; at: string; label: string };

/** The last download of each kind of export, from the audit log. */
export async function findLastExports(
  db: Database,
): Promise<{ content: LastExport | null; figures: LastExport | null }> {
  return { content: await findLastExport(db, CONTENT_EXPORTS), figures: await findLastExport(db, STATISTICS_EXPORTS) };
}

/** Served by audit_entries_by_action. */
async function findLastExport(db: Database, files: readonly ExportName[]): Promise<LastExport | null> {
  const [entry] = await db
    .select({ file: auditEntries.subjectId, at: auditEntries.recordedAt, id: auditEntries.actorId, who: users.name })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(and(eq(auditEntries.action, "export.download"), inArray(auditEntries.subjectId, [...files])))
    .orderBy(desc(auditEntries.recordedAt), desc(auditEntries.id))
    .limit(1);
  if (entry === undefined) return null;
  const who = entry.id === null ? "a deleted account" : entry.who || "Anonymous";
  return { file: entry.file ?? "", who, at: entry.at.toISOString(), label: formatInstant(entry.at) };
}
