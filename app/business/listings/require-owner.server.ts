import { requireViewer } from "#app/people/accounts/guards.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import type { Site } from "#app/platform/site.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import { findOwnedPlace, type OwnedPlace } from "./people/owners.server.ts";

/**
 * The viewer, if they own or manage the place. Pages of a place check this and not the account's role.
 *
 * @throws A redirect to sign in for guests; a 404 for members who don't manage the place.
 */
export async function requireOwner(
  site: Pick<Site, "db" | "viewer">,
  request: Request,
  slug: string,
): Promise<OwnedPlace & { viewer: Viewer }> {
  const viewer = requireViewer(site.viewer, request);
  const owned = await findOwnedPlace(site.db, { slug, userId: viewer.id });
  if (owned === null) throw noSuchPage();
  return { ...owned, viewer };
}
