import { bigint, date, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

import type { BudgetPeriod, CampaignEndReason, CampaignState } from "../columns/campaign-columns.ts";
import type { ProviderName } from "../columns/membership-columns.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** A placement that a business pays for. */
export const campaigns = pgTable("campaigns", {
  id: uuid().primaryKey().defaultRandom(),
  placeId: bigint("place_id", { mode: "number" }),
  boughtBy: uuid("bought_by"),
  /** Idempotency key of the form: submitting it twice creates one campaign. */
  formKey: uuid("form_key").notNull(),
  state: text().$type<CampaignState>().notNull(),
  headline: text().notNull(),
  body: text().notNull(),
  /** Slot names, as in `slots.ts`. */
  slots: text().array().notNull(),
  startsOn: date("starts_on").notNull(),
  endsOn: date("ends_on").notNull(),
  budgetPeriod: text("budget_period").$type<BudgetPeriod>().notNull(),
  budgetCents: integer("budget_cents").notNull(),
  totalCents: integer("total_cents").notNull(),
  impressionCents: integer("impression_cents").notNull(),
  spentCents: integer("spent_cents").notNull().default(0),
  spentOn: date("spent_on"),
  daySpentCents: integer("day_spent_cents").notNull().default(0),
  /** The start of the current uninterrupted run, and what was spent on that day before it. */
  activeFrom: instant("active_from"),
  activeSpentCents: integer("active_spent_cents").notNull().default(0),
  provider: text().$type<ProviderName>(),
  paymentId: text("payment_id"),
  paidAt: instant("paid_at"),
  createdAt: instant("created_at").notNull(),
  decidedAt: instant("decided_at"),
  decisionReason: text("decision_reason").notNull().default(""),
  endedAt: instant("ended_at"),
  endReason: text("end_reason").$type<CampaignEndReason>(),
  /** The state before a dispute ended the campaign, while the dispute may still be won. */
  stateBeforeDispute: text("state_before_dispute").$type<"waiting" | "running" | "paused">(),
  /** When the job last checked the outcome of that dispute. */
  disputeCheckedAt: instant("dispute_checked_at"),
});

/** Checkouts that were started. They are checked even if the draft was deleted. */
export const campaignCheckouts = pgTable(
  "campaign_checkouts",
  {
    campaignId: uuid("campaign_id").notNull(),
    userId: uuid("user_id").notNull(),
    provider: text().$type<ProviderName>().notNull(),
    placeId: bigint("place_id", { mode: "number" }),
    startedAt: instant("started_at").notNull(),
    checkedAt: instant("checked_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.userId, table.provider] })],
);

/** Every billed impression, under the id of the slot that was sent. */
export const sponsoredImpressions = pgTable("sponsored_impressions", {
  id: uuid().primaryKey(),
  campaignId: uuid("campaign_id").notNull(),
  day: date().notNull(),
  seenAt: instant("seen_at").notNull(),
  slot: text().notNull(),
  cents: integer().notNull(),
});

export const sponsoredClicks = pgTable("sponsored_clicks", {
  id: uuid().primaryKey(),
  campaignId: uuid("campaign_id").notNull(),
  day: date().notNull(),
  clickedAt: instant("clicked_at").notNull(),
  slot: text().notNull(),
});

/** Impressions and clicks of past days, summed up. */
export const dailySponsoredStats = pgTable(
  "daily_sponsored_stats",
  {
    campaignId: uuid("campaign_id").notNull(),
    day: date().notNull(),
    slot: text().notNull(),
    impressions: integer().notNull(),
    clicks: integer().notNull(),
    cents: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.day, table.slot] })],
);

/** Refunds of payments: status `asked` is written before the provider is called. */
export const campaignRefunds = pgTable("campaign_refunds", {
  paymentId: text("payment_id").primaryKey(),
  /** Null: a second payment for the same campaign, or for a deleted campaign. */
  campaignId: uuid("campaign_id"),
  userId: uuid("user_id"),
  provider: text().$type<ProviderName>().notNull(),
  amountCents: integer("amount_cents").notNull(),
  /** `not-refundable`: the provider refuses the refund. */
  status: text().$type<"pending" | "refunded" | "not-refundable">().notNull(),
  requestedAt: instant("requested_at").notNull(),
  /** When a refund in status `not-refundable` was requested again, because the bank no longer has the payment. */
  retriedAt: instant("retried_at"),
  settledAt: instant("settled_at"),
  /** The campaign that a payment was meant for when it paid for nothing. */
  surplusCampaignId: uuid("surplus_campaign_id"),
  placeId: bigint("place_id", { mode: "number" }),
});
