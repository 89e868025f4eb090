import "../advertising.css";

import { formatDollars } from "#app/lib/money.ts";
import { formatFullCount } from "#app/ui/format-count.ts";

import { campaignPath } from "../campaigns/campaign.ts";

type ListedCampaign = {
  id: string;
  headline: string;
  state: string;
  days: string;
  spentCents: number;
  totalCents: number;
  impressions: number;
};

/** A place's campaigns, with links to their pages. */
export function CampaignList({ place, campaigns }: { place: { slug: string }; campaigns: ListedCampaign[] }) {
  return (
    <ul className="campaign-list">
      {campaigns.map(({ id, headline, state, days, spentCents, totalCents, impressions }) => (
        <li key={id}>
          <div>
            <h2 className="h3">
              {/*
               * A full page load: only the campaign page's own security policy lets its form redirect to the
               * payment provider.
               */}
              <a className="name-link" href={campaignPath(place.slug, id)}>
                {headline}
              </a>
            </h2>
            <p className="meta text-meta text-muted">
              <span>{state}</span>
              <span>{days}</span>
            </p>
          </div>
          <p>
            {formatFullCount(impressions)} {impressions === 1 ? "impression" : "impressions"}
            <br />
            <span className="text-muted">
              {formatDollars(spentCents)} of {formatDollars(totalCents)}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}
