import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

import type { ProviderName, Tier } from "../columns/membership-columns.ts";
import type { SandboxEvent, SandboxObject } from "../columns/sandbox-columns.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Users' customer ids at each payment provider. */
export const customers = pgTable(
  "customers",
  {
    userId: uuid("user_id").notNull(),
    provider: text().$type<ProviderName>().notNull(),
    providerId: text("provider_id").notNull(),
    createdAt: instant("created_at").notNull(),
    /** Fencing token of the last sync that was written; a sync with an older version is too late. */
    syncVersion: bigint("sync_version", { mode: "number" }).notNull().default(0),
    syncedAt: instant("synced_at"),
    /** When the job last started a sync, whatever the result. */
    triedAt: instant("tried_at"),
  },
  (table) => [primaryKey({ columns: [table.userId, table.provider] })],
);

/** Users' customers in a provider account that the current key can't access. They may still be billed there. */
export const orphanedCustomers = pgTable(
  "orphaned_customers",
  {
    provider: text().$type<ProviderName>().notNull(),
    customerId: text("customer_id").notNull(),
    userId: uuid("user_id").notNull(),
    orphanedAt: instant("orphaned_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.customerId] })],
);

/** A customer's subscription as of the last sync. A user who never had a subscription has no row. */
export const subscriptions = pgTable("subscriptions", {
  userId: uuid("user_id").primaryKey(),
  provider: text().$type<ProviderName>().notNull(),
  providerId: text("provider_id").notNull(),
  tier: text().$type<Tier>().notNull(),
  status: text().$type<"active" | "past-due" | "ended">().notNull(),
  startedAt: instant("started_at").notNull(),
  currentPeriodEndsAt: instant("current_period_ends_at").notNull(),
  cancelAt: instant("cancel_at"),
  graceEndsAt: instant("grace_ends_at"),
  /** The tier after the current period; null for no change. */
  nextTier: text("next_tier").$type<Tier>(),
});

/**
 * Every event that the provider has sent. An event that was received but not processed is processed when it is sent
 * again.
 */
export const billingEvents = pgTable("billing_events", {
  id: text().primaryKey(),
  type: text().notNull(),
  receivedAt: instant("received_at").notNull(),
  processedAt: instant("processed_at"),
});

/**
 * Refunded payments: status `asked` is written before the provider is called, so that no refund happens twice or is
 * forgotten.
 */
export const refunds = pgTable("refunds", {
  /** One refund per payment. */
  paymentId: text("payment_id").primaryKey(),
  provider: text().$type<ProviderName>().notNull(),
  userId: uuid("user_id"),
  amountCents: integer("amount_cents").notNull(),
  /** `not-refundable`: the provider refuses the refund, for instance because the bank has already taken the money back. */
  status: text().$type<"pending" | "refunded" | "not-refundable">().notNull(),
  /** `system`: paid in addition to another membership, or for a deleted account. */
  requestedBy: text("requested_by").$type<"member" | "operator" | "system">().notNull(),
  requestedAt: instant("requested_at").notNull(),
  /** When the job last tried it, whatever the result. */
  triedAt: instant("tried_at"),
});

/** The sandbox, our double of Stripe: its objects, and the webhook endpoint with the secret that signs its events. */
export const sandboxObjects = pgTable("sandbox_objects", {
  id: text().primaryKey(),
  /** Null for customers, and for what belongs to none. */
  customerId: text("customer_id"),
  /** Whose customer it is; null for other objects. */
  userId: uuid("user_id"),
  object: jsonb().$type<SandboxObject>().notNull(),
  /** The order in which objects were created. */
  position: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
});

/** The sandbox's webhook events that are pending or delivered. */
export const sandboxEvents = pgTable("sandbox_events", {
  id: text().primaryKey(),
  customerId: text("customer_id").notNull(),
  event: jsonb().$type<SandboxEvent>().notNull(),
  createdAt: instant("created_at").notNull(),
  position: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  deliveredAt: instant("delivered_at"),
  tries: integer().notNull().default(0),
});
