import { randomUUID } from "node:crypto";

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

/** What an instance sends to itself; no tag begins so. */
const ECHO = "echo:";

/** A listening connection that is broken brings nothing back, and nobody is to wait for it. */
const ECHO_MS_MAX = 1_000;

/**
 * Tells when this instance has heard of all that was committed until now. PostgreSQL brings messages in the order of the
 * commits, but a moment after them: without waiting, whoever has just changed a page could be sent the old one.
 */
export class PageTagEcho {
  readonly #waiting = new Map<string, () => void>();

  /** @returns Whether it is an echo, this instance's or another's, and no list of tags. */
  hear(payload: string): boolean {
    this.#waiting.get(payload)?.();
    return payload.startsWith(ECHO);
  }

  /** Never rejects: what was changed is changed, whether or not this instance has heard of it. */
  async caughtUp(db: Database): Promise<void> {
    const payload = ECHO + randomUUID();
    const heard = Promise.withResolvers<void>();
    const timer = setTimeout(heard.resolve, ECHO_MS_MAX);
    this.#waiting.set(payload, heard.resolve);
    await notifyPages(db, [payload]).then(
      () => heard.promise,
      () => {},
    );
    clearTimeout(timer);
    this.#waiting.delete(payload);
  }
}
