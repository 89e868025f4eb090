import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

import type { ProviderName, Tier } from "../columns/membership.ts";

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

/** The tables below are the sandbox's, which stands in for a payment provider when none is set up. */
export const sandboxCustomers = pgTable("sandbox_customers", {
  id: text().primaryKey(),
  /** Idempotency key: Rowhouse's own name for the customer. Creating it again returns the same customer. */
  reference: uuid().notNull(),
  email: text(),
  /** Which test card the customer pays with. */
  card: text(),
  /** How far the customer's clock has been advanced. */
  clockAheadSeconds: bigint("clock_ahead_seconds", { mode: "number" }).notNull().default(0),
});

export const sandboxSecrets = pgTable("sandbox_secrets", {
  id: boolean().primaryKey().default(true),
  secret: text().notNull(),
});

export const sandboxCheckouts = pgTable("sandbox_checkouts", {
  id: text().primaryKey(),
  customerId: text("customer_id").notNull(),
  tier: text().$type<Tier>().notNull(),
  status: text().$type<"open" | "complete" | "expired">().notNull(),
  successUrl: text("success_url").notNull(),
  cancelUrl: text("cancel_url").notNull(),
  createdAt: instant("created_at").notNull(),
});

export const sandboxSubscriptions = pgTable("sandbox_subscriptions", {
  id: text().primaryKey(),
  customerId: text("customer_id").notNull(),
  tier: text().$type<Tier>().notNull(),
  status: text().$type<"active" | "past-due" | "ended">().notNull(),
  startedAt: instant("started_at").notNull(),
  currentPeriodStartsAt: instant("current_period_starts_at").notNull(),
  currentPeriodEndsAt: instant("current_period_ends_at").notNull(),
  cancelsAtPeriodEnd: boolean("cancels_at_period_end").notNull().default(false),
  nextTier: text("next_tier").$type<Tier>(),
  pastDueSince: instant("past_due_since"),
  endedAt: instant("ended_at"),
});

export const sandboxInvoices = pgTable("sandbox_invoices", {
  id: text().primaryKey(),
  subscriptionId: text("subscription_id").notNull(),
  customerId: text("customer_id").notNull(),
  description: text().notNull(),
  /** A negative amount is a credit. */
  amountCents: integer("amount_cents").notNull(),
  status: text().$type<"paid" | "open" | "void" | "refunded" | "disputed">().notNull(),
  createdAt: instant("created_at").notNull(),
});

/** Webhook events that are pending or delivered. */
export const sandboxDeliveries = pgTable("sandbox_deliveries", {
  id: text().primaryKey(),
  customerId: text("customer_id").notNull(),
  event: jsonb().$type<Record<string, unknown>>().notNull(),
  createdAt: instant("created_at").notNull(),
  deliveredAt: instant("delivered_at"),
  tries: integer().notNull().default(0),
});

/** One-time payments. */
export const sandboxPurchases = pgTable("sandbox_purchases", {
  id: text().primaryKey(),
  customerId: text("customer_id").notNull(),
  /** The seller's name for what was bought. */
  reference: text().notNull(),
  name: text().notNull(),
  amountCents: integer("amount_cents").notNull(),
  status: text().$type<"open" | "paid" | "expired">().notNull(),
  refundedCents: integer("refunded_cents").notNull().default(0),
  successUrl: text("success_url").notNull(),
  cancelUrl: text("cancel_url").notNull(),
  createdAt: instant("created_at").notNull(),
  paidAt: instant("paid_at"),
});
