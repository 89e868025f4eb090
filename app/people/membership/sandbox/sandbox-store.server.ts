import { asc, eq, sql } from "drizzle-orm";

import type { SandboxCustomer, SandboxObject } from "#app/db/columns/sandbox-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { sandboxEvents, sandboxObjects } from "#app/db/schema/billing.ts";

import { applyDueChanges, type SandboxAccount } from "./sandbox-account.ts";
import { sandboxControls } from "./sandbox-controls.ts";
import { toInstant, toSeconds } from "./sandbox-objects.ts";

/**
 * Runs `work` on a customer at their own clock while the customer's row is locked, and saves what it changed; null if
 * there is no such customer.
 */
export function withSandboxAccount<Outcome>(
  db: Database,
  { customerId, now }: { customerId: string; now: Date },
  work: (account: SandboxAccount) => Outcome,
): Promise<Outcome | null> {
  return runOneAtATime(db, () =>
    db.transaction(async (tx) => {
      const opened = await openAccount(tx, { customerId, now, controls: sandboxControls(db) });
      if (opened === null) return null;
      const outcome = work(opened.account);
      await saveAccount(tx, opened);
      return outcome;
    }),
  );
}

const queues = new WeakMap<Database, Promise<unknown>>();

/** Runs one work at a time, since savepoints of one connection can't overlap. */
export function runOneAtATime<Outcome>(db: Database, work: () => Promise<Outcome>): Promise<Outcome> {
  const result = (queues.get(db) ?? Promise.resolve()).then(work);
  queues.set(
    db,
    result.catch(() => {}),
  );
  return result;
}

/** An account, and its objects as they are stored. */
export type OpenedAccount = { account: SandboxAccount; stored: ReadonlyMap<string, string> };

export async function openAccount(
  tx: Database,
  { customerId, now, controls }: { customerId: string; now: Date; controls: SandboxAccount["controls"] },
): Promise<OpenedAccount | null> {
  const [row] = await tx.select().from(sandboxObjects).where(eq(sandboxObjects.id, customerId)).for("update");
  if (row?.object.object !== "customer") return null;
  // Served by sandbox_objects_by_customer.
  const rows = await tx
    .select({ object: sandboxObjects.object })
    .from(sandboxObjects)
    .where(eq(sandboxObjects.customerId, customerId))
    .orderBy(asc(sandboxObjects.position));
  const account = accountOf(
    row.object,
    rows.map(({ object }) => object),
    { now, controls },
  );
  const stored = new Map(objectsOf(account).map((object) => [object.id, JSON.stringify(object)]));
  applyDueChanges(account);
  return { account, stored };
}

export function accountOf(
  customer: SandboxCustomer,
  objects: readonly SandboxObject[],
  { now, controls }: { now: Date; controls: SandboxAccount["controls"] },
): SandboxAccount {
  return {
    customer,
    sessions: objects.filter((each) => each.object === "checkout.session"),
    subscriptions: objects.filter((each) => each.object === "subscription"),
    invoices: objects.filter((each) => each.object === "invoice"),
    charges: objects.filter((each) => each.object === "charge"),
    disputes: objects.filter((each) => each.object === "dispute"),
    refunds: objects.filter((each) => each.object === "refund"),
    events: [],
    controls,
    at: toSeconds(now) + customer.clock_ahead,
  };
}

/** Saves new and changed objects, and new events. */
export async function saveAccount(tx: Database, { account, stored }: OpenedAccount): Promise<void> {
  const customerId = account.customer.id;
  const changed = objectsOf(account).filter((object) => stored.get(object.id) !== JSON.stringify(object));
  const rows = changed.map((object) =>
    object.object === "customer"
      ? { id: object.id, userId: object.metadata.user_id, object }
      : { id: object.id, customerId, object },
  );
  if (rows.length > 0) {
    await tx
      .insert(sandboxObjects)
      .values(rows)
      .onConflictDoUpdate({ target: sandboxObjects.id, set: { object: sql`excluded.object` } });
  }
  const events = account.events.map((event) => ({
    id: event.id,
    customerId,
    event,
    createdAt: toInstant(event.created),
  }));
  if (events.length > 0) await tx.insert(sandboxEvents).values(events);
}

function objectsOf({ customer, sessions, subscriptions, invoices, charges, disputes, refunds }: SandboxAccount) {
  return [customer, ...sessions, ...subscriptions, ...invoices, ...charges, ...disputes, ...refunds];
}

const WEBHOOK_ENDPOINT_ID = "we_sandbox";

/** The secret that signs the sandbox's events. A migration creates it. */
export async function getSandboxSecret(db: Database): Promise<string> {
  const [row] = await db.select().from(sandboxObjects).where(eq(sandboxObjects.id, WEBHOOK_ENDPOINT_ID));
  if (row?.object.object !== "webhook_endpoint") throw new Error("The database has no sandbox webhook endpoint");
  return row.object.secret;
}
