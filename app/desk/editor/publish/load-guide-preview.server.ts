import { findPlanLayer } from "#app/guide/map/base/plan-layer.server.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import type { Site } from "#app/platform/site.ts";

import { parseGuideId } from "../editing-paths.ts";
import { previewGuide } from "./preview.server.ts";

/** A post's draft as readers would see it, by the id in a URL. Throws a 404 for a missing or deleted post. */
export async function loadGuidePreview(site: Site, idInPath: string) {
  const id = parseGuideId(idInPath);
  const found = id === null ? null : await previewGuide(site.db, id, site);
  if (id === null || found === null) throw noSuchPage();
  const { neighborhood } = found.guide;
  const plan = neighborhood === null ? null : await findPlanLayer(site.db, neighborhood.slug);
  return { ...found, plan, id };
}
