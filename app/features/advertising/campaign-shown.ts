import type { CampaignState } from "./campaign.ts";
import type { CampaignReport } from "./campaign-report.ts";
import type { SponsoredAd } from "./sponsored-ad.ts";

/** What goes back; `kept`: the provider won't give it back. */
export type Refund = { amountCents: number; status: "asked" | "refunded" | "kept" };

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
  /** What goes back, or went. */
  refund: Refund | null;
  /** What was paid for it and pays for nothing. */
  surplus: Refund[];
  report: Omit<CampaignReport, "bySlot"> & {
    bySlot: { slot: string; label: string; impressions: number; clicks: number }[];
  };
};
