import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";

import type { Database, OpenedDatabase } from "#app/db/database.server.ts";
import { readMigrations } from "#app/db/migrate.server.ts";
import { placeFacts, sources } from "#app/db/schema/places.ts";
import { visitorSalts } from "#app/db/schema/analytics.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { queryRows } from "#tests/query-rows.ts";

import { MIGRATIONS_FOLDER } from "../../../../cli/prepare-database.ts";
import { backupFolder } from "./make-backup.server.ts";
import { RESTORE_ACTION } from "./restored-files.server.ts";

export const MIGRATIONS = readMigrations(MIGRATIONS_FOLDER);

/** Values that are easily lost when they are written as text. */
export async function fill(db: Database): Promise<void> {
  await db.execute(sql`insert into neighborhoods (slug, name, kind, quadrants, aka, summary, description, special, center_lat,
    center_lng, confidence, shape, street_plan, neighbors, updated_at) values ('shaw', 'Shaw', 'neighborhood',
    array['NW'], '{}', '', '', '[]', 38.91234567890123, -77.1, 'sure', '[]', '{}', '{}', now()) on conflict do nothing`);
  await db.execute(sql`insert into categories (slug, name, short_name, headline, description, position)
    values ('food', 'Food', 'Food', '', '', 1) on conflict do nothing`);
  const author = await buildUser(db, { name: `O'Brien "the\\baker"\n\t☕ 'x'`, role: "admin" });
  const place = await buildPlace(db, { lat: 38.900000000000006, lng: -77.03653 });
  const [source] = await db
    .insert(sources)
    .values({
      id: "test",
      title: "T",
      publisher: "P",
      license: "CC0",
      licenseBasis: "own",
      credit: "",
      vintage: "",
      note: "",
    })
    .onConflictDoNothing()
    .returning();
  const sourceId = source?.id ?? "test";
  const fact = { placeId: place.id, sourceId, origin: "person" as const, recordedAt: NOW };
  // JSON null: confirmed to have no website, which differs from no fact.
  await db.insert(placeFacts).values({ ...fact, field: "website", value: sql`'null'::jsonb` });
  await db.insert(placeFacts).values({ ...fact, field: "zip", value: "20009" });
  await buildReview(db, { placeId: place.id, author, stars: 4, body: "Bread, {curly} and (round), NULL and \\N." });
  await db.insert(visitorSalts).values({ day: "2027-01-13", salt: new Uint8Array([0, 255, 10, 34]) });
  const actor = { kind: "staff" as const, id: author.id };
  const subject = { kind: "place", id: String(place.id) };
  await recordChange(db, { actor, action: "place.edit", subject, before: null, after: { name: "x" }, now: NOW });
}

/** A digest of each table's rows in any order, without the audit entry of the restore. Job queue and migrations are excluded, because they hold times. */
export async function digests({ db }: OpenedDatabase): Promise<Record<string, string>> {
  const tables = z.array(z.object({ name: z.string() })).parse(
    await queryRows(
      db,
      sql`select relname as name from pg_class where relkind = 'r'
      and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations' order by 1`,
    ),
  );
  expect(tables.length).toBeGreaterThan(80);
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await queryRows(
      db,
      sql`select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest
        from ${sql.identifier(name)} t where not ${name} = 'audit_entries' or to_jsonb(t) ->> 'action' <> ${RESTORE_ACTION}`,
    );
    found[name] = z.object({ digest: z.string() }).parse(row).digest;
  }
  return found;
}

/** Replaces text of the same length, so that the archive stays valid. */
export function replaced(unpacked: Buffer, from: string, to: string): Buffer {
  const at = unpacked.indexOf(from);
  expect(at).toBeGreaterThan(0);
  const changed = Buffer.from(unpacked);
  changed.write(to, at);
  return gzipSync(changed);
}

export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "rowhouse-backup-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export function envOf(dataDir: string) {
  return readEnv({ DATA_DIR: dataDir });
}

export function pathOf(env: { dataDir: string }, name: string): string {
  return join(backupFolder(env), name);
}
