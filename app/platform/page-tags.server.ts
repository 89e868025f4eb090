import { randomUUID } from "node:crypto";

import { sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";

/** The channel on which instances invalidate each other's cached pages. */
export const PAGE_TAGS_CHANNEL = "page_tags";

/** PostgreSQL takes payloads under 8,000 bytes. */
const PAYLOAD_BYTES_MAX = 7_900;

/**
 * Invalidates the pages with these tags in every instance; `*` stands for all. In a transaction it takes effect with the
 * commit, so that no page is refreshed from the old data.
 */
export async function invalidatePages(db: Database, tags: string[]): Promise<void> {
  const payload = tags.join(",");
  const sent = Buffer.byteLength(payload) > PAYLOAD_BYTES_MAX ? "*" : payload;
  await db.execute(sql`select pg_notify(${PAGE_TAGS_CHANNEL}, ${sent})`);
}

/** Prefix of messages that an instance sends to itself. No tag begins with it. */
const ECHO = "echo:";

/** A broken listening connection returns nothing, so the wait is limited. */
const ECHO_MS_MAX = 1_000;

/**
 * Waits until this instance has received every invalidation committed so far. PostgreSQL delivers messages in commit order but
 * with a delay, so the author of a change could get the old page otherwise.
 */
export class InvalidationEcho {
  readonly #waiting = new Map<string, () => void>();

  /** @returns Whether the payload is an echo, of this or another instance, and no list of tags. */
  receive(payload: string): boolean {
    this.#waiting.get(payload)?.();
    return payload.startsWith(ECHO);
  }

  /** Never rejects: the change is saved whether or not this instance has received it. */
  async waitForInvalidations(db: Database): Promise<void> {
    const payload = ECHO + randomUUID();
    const received = Promise.withResolvers<void>();
    const timer = setTimeout(received.resolve, ECHO_MS_MAX);
    this.#waiting.set(payload, received.resolve);
    await invalidatePages(db, [payload]).then(
      () => received.promise,
      () => {},
    );
    clearTimeout(timer);
    this.#waiting.delete(payload);
  }
}
