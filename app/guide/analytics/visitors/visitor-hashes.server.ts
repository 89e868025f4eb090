import { createHash } from "node:crypto";

import { sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { placeVisitorHashes } from "#app/db/schema/analytics.ts";
import { chunks } from "#app/lib/chunks.ts";

/** About 20 ms of database time. */
const HASHES_PER_INSERT = 1_000;

/** A 64-bit hash: with a million hashes a day the chance of a collision is 1 in 40 million. */
export function keyedHash(key: Uint8Array, words: readonly (string | number)[]): bigint {
  return createHash("sha256").update(key).update(JSON.stringify(words)).digest().readBigInt64BE();
}

/** A visitor's key for one day, from which all their hashes are made. Kept in memory only. */
export function visitorKey(
  salt: Uint8Array,
  { address, userAgent }: { address: string; userAgent: string },
): Uint8Array {
  const hash = createHash("sha256").update(salt).update("figures\n").update(address).update("\n").update(userAgent);
  return new Uint8Array(hash.digest());
}

/** A network's key for one day; only terms are counted by it. */
export function networkKey(salt: Uint8Array, network: string): Uint8Array {
  return new Uint8Array(createHash("sha256").update(salt).update("words\n").update(network).digest());
}

const HashRows = z.object({ rows: z.array(z.object({ hash: z.string() })) });

/**
 * Inserts the hashes that don't exist yet.
 *
 * @returns The inserted ones, as text.
 */
export async function addVisitorHashes(db: Database, day: string, hashes: Iterable<bigint>): Promise<Set<string>> {
  const inserted = new Set<string>();
  // A fixed order, so that two instances never deadlock.
  for (const chunk of chunks([...hashes].toSorted(compareBigInts), HASHES_PER_INSERT)) {
    const result = await db.execute(sql`
      insert into ${placeVisitorHashes} (day, hash)
      select ${day}::date, hash from unnest(${sql.param(chunk.map(String))}::bigint[]) as hash
      on conflict do nothing
      returning hash::text`);
    for (const { hash } of HashRows.parse(result).rows) inserted.add(hash);
  }
  return inserted;
}

export function compareBigInts(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
