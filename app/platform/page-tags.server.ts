import { sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";

/** The one channel on which instances tell each other which pages are out of date. */
export const PAGE_TAGS_CHANNEL = "page_tags";

/** PostgreSQL takes payloads under 8,000 bytes. */
const PAYLOAD_BYTES_MAX = 7_900;

/**
 * Has every instance make the pages with these tags anew; `*` stands for all. In a transaction it takes effect with the
 * commit, so that nobody makes a page anew from the old data.
 */
export async function notifyPages(db: Database, tags: string[]): Promise<void> {
  const payload = tags.join(",");
  const sent = Buffer.byteLength(payload) > PAYLOAD_BYTES_MAX ? "*" : payload;
  await db.execute(sql`select pg_notify(${PAGE_TAGS_CHANNEL}, ${sent})`);
}
