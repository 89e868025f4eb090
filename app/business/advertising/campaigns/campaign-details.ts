import type { CampaignState } from "#app/db/columns/campaign-columns.ts";
import type { CampaignReport } from "./campaign-report.ts";
import type { SponsoredAd } from "../slots/sponsored-ad.ts";

/** A refund; `not-refundable`: the provider can't make it. */
export type CampaignRefund = {
  paymentId: string;
  amountCents: number;
  status: "pending" | "refunded" | "not-refundable";
  requestedAt: Date;
  /** When the provider answered the request. */
  settledAt: Date | null;
};

/** A payment or refund of a campaign, as on a receipt. */
export type PaymentLine = {
  /** "Paid", "Refunded" */
  label: string;
  /** Cents; negative for refunds. */
  cents: number;
  /** "Jan 12, 2027" */
  on: string;
  /** The provider's payment id. */
  number: string;
};

/** A campaign as the place's owners and managers see it. */
export type CampaignDetails = {
  id: string;
  place: { slug: string; name: string };
  state: CampaignState;
  stateLabel: string;
  /** Its last day is over, even if it hasn't been settled yet. */
  isOver: boolean;
  ad: SponsoredAd;
  days: string;
  budget: string;
  totalCents: number;
  spentCents: number;
  impressionsMax: number;
  slots: string[];
  /** The editor's reason; empty for none. */
  decisionReason: string;
  payments: PaymentLine[];
  /** Whether a payment for it paid for nothing. */
  hasSurplus: boolean;
  report: Omit<CampaignReport, "bySlot"> & {
    bySlot: { slot: string; label: string; impressions: number; clicks: number }[];
  };
};
