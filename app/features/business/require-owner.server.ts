import { requireViewer } from "#app/features/accounts/guards.ts";
import { noSuchPage } from "#app/features/navigation/no-such-page.ts";
import type { Site } from "#app/platform/site.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import { findOwnedPlace, type OwnedPlace } from "./owners.server.ts";

/**
 * Whoever is signed in and runs the place: its pages ask for this and not for a role.
 *
 * @throws A redirect to signing in for a guest; for anybody else who doesn't run it, the page that isn't there.
 */
export async function requireOwner(
  site: Pick<Site, "db" | "viewer" | "page">,
  request: Request,
  slug: string,
): Promise<OwnedPlace & { viewer: Viewer }> {
  site.page.keep = false;
  const viewer = requireViewer(site.viewer, request);
  const owned = await findOwnedPlace(site.db, { slug, userId: viewer.id });
  if (owned === null) throw noSuchPage();
  return { ...owned, viewer };
}
