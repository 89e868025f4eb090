import type { CampaignState } from "./campaign.ts";
import type { CampaignReport } from "./campaign-report.ts";
import type { SponsoredAd } from "./sponsored-ad.ts";

/** What goes back; `kept`: the provider won't give it back. */
export type Refund = {
  paymentId: string;
  amountCents: number;
  status: "asked" | "refunded" | "kept";
  askedAt: Date;
  /** When the provider answered. */
  settledAt: Date | null;
};

/** A line of a campaign's payments, as a receipt has them. */
export type PaymentShown = {
  /** "Paid", "Given back" */
  label: string;
  /** In cents; what goes back is below nothing. */
  cents: number;
  /** "Jan 12, 2027" */
  on: string;
  /** The provider's number. */
  number: string;
};

/** A campaign as whoever runs the place sees it. */
export type CampaignShown = {
  id: string;
  place: { slug: string; name: string };
  state: CampaignState;
  stateWords: string;
  /** Its last day is over, whether or not that is settled. */
  isOver: boolean;
  ad: SponsoredAd;
  days: string;
  budget: string;
  totalCents: number;
  spentCents: number;
  impressionsMax: number;
  shownOn: string[];
  /** The editor's; empty when there is none. */
  decisionReason: string;
  payments: PaymentShown[];
  /** Whether something was paid for it and pays for nothing. */
  hasSurplus: boolean;
  report: Omit<CampaignReport, "bySlot"> & {
    bySlot: { slot: string; label: string; impressions: number; clicks: number }[];
  };
};
