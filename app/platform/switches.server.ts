import { eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { switches } from "#app/db/schema/actions.ts";

import type { Switches } from "./switches.ts";

/** The one channel on which instances tell each other which switches are off. */
export const SWITCHES_CHANNEL = "switches";

/**
 * The switches as this process knows them: read once, and told anew at each change, so that no request asks the database.
 * What is told is the whole state, and stands before the page tags of the same change: a page that is made anew already
 * finds it.
 */
export class SwitchBoard implements Switches {
  #off: ReadonlySet<string> = new Set();

  isOn(name: string): boolean {
    return !this.#off.has(name);
  }

  /** `payload`: what `notifySwitches` has sent. */
  hear(payload: string): void {
    this.#off = new Set(payload.split(",").filter((name) => name !== ""));
  }

  async load(db: Database): Promise<void> {
    this.hear(await offNames(db));
  }
}

/** Tells every instance which switches are off, with the commit. Call it in the transaction of the change, before `notifyPages`. */
export async function notifySwitches(db: Database): Promise<void> {
  await db.execute(sql`select pg_notify(${SWITCHES_CHANNEL}, ${await offNames(db)})`);
}

async function offNames(db: Database): Promise<string> {
  const rows = await db.select({ name: switches.name }).from(switches).where(eq(switches.isOn, false));
  return rows.map(({ name }) => name).join(",");
}
