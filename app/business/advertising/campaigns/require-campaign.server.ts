import { type OwnedPlace } from "#app/business/listings/people/owners.server.ts";
import { requireOwner } from "#app/business/listings/require-owner.server.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Site } from "#app/platform/site.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import { type CampaignRow, findCampaign } from "./campaigns.server.ts";

/**
 * A campaign of a place that the viewer owns or manages.
 *
 * @throws A redirect to sign-in for guests, and 404 for everybody else and for another place's campaign.
 */
export async function requireCampaign(
  site: Pick<Site, "db" | "viewer">,
  request: Request,
  { slug, id }: { slug: string; id: string },
): Promise<OwnedPlace & { viewer: Viewer; campaign: CampaignRow }> {
  const requested = await requireOwner(site, request, slug);
  const campaign = isUuid(id) ? await findCampaign(site.db, { id, placeId: requested.place.id }) : null;
  if (campaign === null) throw noSuchPage();
  return { ...requested, campaign };
}
