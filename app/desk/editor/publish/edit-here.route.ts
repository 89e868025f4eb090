import { eq } from "drizzle-orm";
import { redirect } from "react-router";

import type { Database } from "#app/db/database.server.ts";
import { posts, postSlugs } from "#app/db/schema/guides.ts";
import { places } from "#app/db/schema/places.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { editPlacePath, editPostPath } from "#app/desk/overview/content/content.ts";
import type { Route } from "./+types/edit-here.route";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** Redirects from a public page, which knows only its slug, to its editor. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { db, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const to = await findEditorPath(db, params);
  if (to === null) throw noSuchPage();
  return redirect(to, 303);
}

async function findEditorPath(db: Database, { kind, slug }: { kind: string; slug: string }): Promise<string | null> {
  if (kind === "posts") {
    const [guide] = await db.select({ id: posts.id }).from(posts).where(eq(posts.slug, slug));
    if (guide !== undefined) return editPostPath(guide.id);
    const [moved] = await db.select({ id: postSlugs.postId }).from(postSlugs).where(eq(postSlugs.slug, slug));
    return moved === undefined ? null : editPostPath(moved.id);
  }
  if (kind !== "places") return null;
  const [place] = await db.select({ id: places.id }).from(places).where(eq(places.slug, slug));
  return place === undefined ? null : editPlacePath(place.id);
}
