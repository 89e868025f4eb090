import { Plus } from "lucide-react";
import { Link } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { SWITCH_OFF_MESSAGES } from "#app/platform/switches.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";

import { OwnerPage, sectionPath } from "#app/business/listings/dashboard/owner-page.tsx";
import { requireOwner } from "#app/business/listings/require-owner.server.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import type { Route } from "./+types/campaigns.route";
import { ADVERTISE_PATH, impressionsFor, newCampaignPath } from "../campaigns/campaign.ts";
import { CampaignList } from "./campaign-list.tsx";
import { listCampaigns } from "../campaigns/campaigns.server.ts";
import { daysLabel, campaignStateLabel } from "../campaigns/campaign-labels.ts";

export const handle = { audience: "owner" } satisfies RouteHandle;

/** All campaigns of a place, for its owners and managers. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { place } = await requireOwner(site, request, params.slug);
  const today = dcToday(site.now);
  const rows = await listCampaigns(site.db, place.id);
  return {
    place: { slug: place.slug, name: place.name, isListed: place.status === "published" },
    closed: site.switches.isOn("advertising") ? null : SWITCH_OFF_MESSAGES.advertising,
    campaigns: rows.map((row) => ({
      id: row.id,
      headline: row.headline,
      state: campaignStateLabel(row, today),
      days: daysLabel(row),
      spentCents: row.spentCents,
      totalCents: row.totalCents,
      impressions: impressionsFor(row.spentCents, row.impressionCents),
    })),
  };
}

export const meta: Route.MetaFunction = ({ loaderData: { place }, matches }) =>
  pageMeta({
    matches,
    title: `Campaigns of ${place.name}`,
    description: `Sponsored placements of ${place.name} and their results.`,
    path: sectionPath(place.slug, "campaigns"),
  });

export default function Campaigns({ loaderData: { place, campaigns, closed } }: Route.ComponentProps) {
  return (
    <OwnerPage place={place} section="campaigns">
      <div className="campaigns">
        {campaigns.length === 0 ? (
          <EmptyState title="No campaigns yet" actions={<NewCampaign {...{ place, closed }} />}>
            A campaign shows {place.name} in slots marked “Sponsored”, on the pages and days that you choose. You pay
            before it starts, and unspent money is refunded.{" "}
            <Link className="link" to={ADVERTISE_PATH}>
              How it works
            </Link>
          </EmptyState>
        ) : (
          <>
            <p className="campaign-ways">
              <NewCampaign {...{ place, closed }} />
              <Link className="link" to={ADVERTISE_PATH}>
                How it works
              </Link>
            </p>
            <CampaignList place={place} campaigns={campaigns} />
          </>
        )}
      </div>
    </OwnerPage>
  );
}

type NewCampaignProps = { place: { slug: string; isListed: boolean }; closed: string | null };

function NewCampaign({ place, closed }: NewCampaignProps) {
  if (!place.isListed) return <p>The place is marked as closed, so it can’t be advertised now.</p>;
  if (closed !== null) return <span>{closed}</span>;
  return (
    <Link className="button button-primary" to={newCampaignPath(place.slug)}>
      <Plus className="icon" aria-hidden="true" />
      New campaign
    </Link>
  );
}
