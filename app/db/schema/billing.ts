import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

import type { Tier } from "#app/features/billing/plans.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Where money is taken, or where that is only tried: what was paid in one place counts in no other. */
type ProviderName = "stripe" | "stripe-test" | "sandbox";

/** Who somebody is at each payment provider. */
export const customers = pgTable(
  "customers",
  {
    userId: uuid("user_id").notNull(),
    provider: text().$type<ProviderName>().notNull(),
    providerId: text("provider_id").notNull(),
    createdAt: instant("created_at").notNull(),
    /** The ticket of the last look at the provider that was written; a look with an older one comes too late. */
    syncTicket: bigint("sync_ticket", { mode: "number" }).notNull().default(0),
    syncedAt: instant("synced_at"),
    /** When the job last began to look, whatever became of it. */
    triedAt: instant("tried_at"),
  },
  (table) => [primaryKey({ columns: [table.userId, table.provider] })],
);

/** Who somebody is in an account of a provider that the present key doesn't know, and that may bill them still. */
export const lostCustomers = pgTable(
  "lost_customers",
  {
    provider: text().$type<ProviderName>().notNull(),
    customerId: text("customer_id").notNull(),
    userId: uuid("user_id").notNull(),
    lostAt: instant("lost_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.customerId] })],
);

/** A customer's subscription as it stood at the last look; whoever never had one has no row. */
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
  /** What it becomes when the period ends; null when it stays. */
  nextTier: text("next_tier").$type<Tier>(),
});

/** Every event that the provider has sent; what is received and not done is done when it is sent again. */
export const billingEvents = pgTable("billing_events", {
  id: text().primaryKey(),
  type: text().notNull(),
  receivedAt: instant("received_at").notNull(),
  doneAt: instant("done_at"),
});

/** Payments given back: `asked` is written before the provider is, so that none is given twice or forgotten. */
export const refunds = pgTable("refunds", {
  /** One for each payment. */
  paymentId: text("payment_id").primaryKey(),
  provider: text().$type<ProviderName>().notNull(),
  userId: uuid("user_id"),
  amountCents: integer("amount_cents").notNull(),
  /** `kept`: the provider won't give it back, for instance because the bank has taken it already. */
  status: text().$type<"asked" | "refunded" | "kept">().notNull(),
  /** `nobody`: paid beside another membership, or for an account that was deleted. */
  askedBy: text("asked_by").$type<"member" | "operator" | "nobody">().notNull(),
  askedAt: instant("asked_at").notNull(),
  /** When the job last tried it, whatever became of it. */
  triedAt: instant("tried_at"),
});

/** What follows is the sandbox's, which stands in for a payment provider where none is set up. */
export const sandboxCustomers = pgTable("sandbox_customers", {
  id: text().primaryKey(),
  /** Our own name for it, as given when it was made: the same name makes no second one. */
  reference: uuid().notNull(),
  email: text(),
  /** Which of the test cards it pays with. */
  card: text(),
  /** How far its clock has been put ahead. */
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
  /** Less than nothing is credit. */
  amountCents: integer("amount_cents").notNull(),
  status: text().$type<"paid" | "open" | "void" | "refunded" | "disputed">().notNull(),
  createdAt: instant("created_at").notNull(),
});

/** What is still to be told to the webhook, and what was. */
export const sandboxDeliveries = pgTable("sandbox_deliveries", {
  id: text().primaryKey(),
  customerId: text("customer_id").notNull(),
  event: jsonb().$type<Record<string, unknown>>().notNull(),
  createdAt: instant("created_at").notNull(),
  deliveredAt: instant("delivered_at"),
  tries: integer().notNull().default(0),
});
