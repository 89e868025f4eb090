import { asc, eq, ne, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";

import { users } from "#app/db/schema/accounts.ts";
import { campaignRefunds } from "#app/db/schema/advertising.ts";
import { refunds } from "#app/db/schema/billing.ts";
import { places } from "#app/db/schema/places.ts";
import type { Database } from "#app/db/database.server.ts";

/** `place`: for a campaign's refund. `email`: null for a deleted account. */
export type UnfinishedRefund = {
  paymentId: string;
  status: "pending" | "refunded" | "not-refundable";
  amountCents: number;
  requestedAt: Date;
  name: string | null;
  email: string | null;
  place: string | null;
};

const UNFINISHED_REFUNDS_MAX = 200;

/**
 * Refunds that aren't made yet, oldest first, and membership refunds that the provider refused (decision 0025). Served
 * by refunds_unfinished and campaign_refunds_unfinished.
 */
export function listUnfinishedRefunds(db: Database): Promise<UnfinishedRefund[]> {
  const ofMemberships = db
    .select({
      paymentId: refunds.paymentId,
      status: refunds.status,
      amountCents: refunds.amountCents,
      requestedAt: refunds.requestedAt,
      name: users.name,
      email: users.email,
      place: sql<string | null>`null::text`.as("place"),
    })
    .from(refunds)
    .leftJoin(users, eq(users.id, refunds.userId))
    .where(ne(refunds.status, "refunded"));
  const ofCampaigns = db
    .select({
      paymentId: campaignRefunds.paymentId,
      status: campaignRefunds.status,
      amountCents: campaignRefunds.amountCents,
      requestedAt: campaignRefunds.requestedAt,
      name: users.name,
      email: users.email,
      place: places.name,
    })
    .from(campaignRefunds)
    .leftJoin(users, eq(users.id, campaignRefunds.userId))
    .leftJoin(places, eq(places.id, campaignRefunds.placeId))
    .where(eq(campaignRefunds.status, "pending"));
  return unionAll(ofMemberships, ofCampaigns)
    .orderBy(asc(sql`requested_at`), asc(sql`payment_id`))
    .limit(UNFINISHED_REFUNDS_MAX);
}
