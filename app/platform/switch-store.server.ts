import { eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { switches } from "#app/db/schema/operations.ts";

import type { Switches } from "./switches.ts";

/** The channel on which instances tell each other which switches are off. */
export const SWITCHES_CHANNEL = "switches";

/**
 * The switches in memory, updated by notification, so that no request queries the database. A notification has the complete
 * state and precedes the page tags of its change, so refreshed pages see it.
 */
export class SwitchStore implements Switches {
  #off: ReadonlySet<string> = new Set();

  isOn(name: string): boolean {
    return !this.#off.has(name);
  }

  /** @param payload What `notifySwitches` sent. */
  applyNotification(payload: string): void {
    this.#off = new Set(payload.split(",").filter((name) => name !== ""));
  }

  async load(db: Database): Promise<void> {
    this.applyNotification(await offNames(db));
  }
}

/** Sends every instance the names of the switches that are off, on commit. Call it in the transaction, before `invalidatePages`. */
export async function notifySwitches(db: Database): Promise<void> {
  await db.execute(sql`select pg_notify(${SWITCHES_CHANNEL}, ${await offNames(db)})`);
}

async function offNames(db: Database): Promise<string> {
  const rows = await db.select({ name: switches.name }).from(switches).where(eq(switches.isOn, false));
  return rows.map(({ name }) => name).join(",");
}
