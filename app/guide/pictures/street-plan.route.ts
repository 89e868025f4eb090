import { eq } from "drizzle-orm";

import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/street-plan.route";
import { parseLightFileName } from "./picture-file.ts";
import { pictureNotFound, pictureResponse } from "./picture-response.ts";
import { PICTURES_VERSION } from "#illustrations/picture-url.ts";
import { drawStreetPlan } from "#illustrations/houses/street-plan.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const file = parseLightFileName(params.file);
  if (file === null || params.version !== String(PICTURES_VERSION)) return pictureNotFound();
  const { db, page } = siteOf(context);
  const [row] = await db
    .select({ name: neighborhoods.name, streetPlan: neighborhoods.streetPlan })
    .from(neighborhoods)
    .where(eq(neighborhoods.slug, file.name));
  if (row === undefined) return pictureNotFound();
  page.tags.add(`neighborhood:${file.name}`);
  return pictureResponse(drawStreetPlan(row.streetPlan, { theme: file.light, title: row.name }), { isVersioned: true });
}
