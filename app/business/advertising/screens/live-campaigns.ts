/** A running or paused campaign as an admin sees it. */
export type LiveCampaign = {
  id: string;
  place: { slug: string; name: string };
  headline: string;
  body: string;
  state: string;
  days: string;
  spentCents: number;
  totalCents: number;
};
