import { dollars } from "#app/lib/money.ts";
import { fullCount } from "#app/ui/counted.ts";

import { campaignPath } from "./campaign.ts";

type Listed = {
  id: string;
  headline: string;
  state: string;
  days: string;
  spentCents: number;
  totalCents: number;
  impressions: number;
};

/** A place's campaigns as links to their pages. */
export function CampaignList({ place, campaigns }: { place: { slug: string }; campaigns: Listed[] }) {
  return (
    <ul className="campaign-list">
      {campaigns.map(({ id, headline, state, days, spentCents, totalCents, impressions }) => (
        <li key={id}>
          <div>
            <h2 className="h3">
              {/* Loaded as a document: only its own policy lets its form lead on to the payment provider. */}
              <a className="name-link" href={campaignPath(place.slug, id)}>
                {headline}
              </a>
            </h2>
            <p className="meta text-meta text-stone-5">
              <span>{state}</span>
              <span>{days}</span>
            </p>
          </div>
          <p>
            {fullCount(impressions)} {impressions === 1 ? "impression" : "impressions"}
            <br />
            <span className="text-stone-5">
              {dollars(spentCents)} of {dollars(totalCents)}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}
