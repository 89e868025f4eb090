import type { SponsoredAd } from "../slots/sponsored-ad.ts";

/** A waiting campaign as the deciding editor sees it. */
export type CampaignCase = {
  id: string;
  place: { slug: string; name: string };
  ad: SponsoredAd;
  /** "Dec 3 to Dec 16, 2026 (14 days)" */
  days: string;
  paid: string;
  slots: string[];
};
