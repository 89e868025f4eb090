import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { openStorage } from "#app/platform/storage.server.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { guidePictureInput } from "#illustrations/picture-inputs.ts";
import { drawPicture } from "#illustrations/picture.ts";
import { CATEGORY_NAMES, isCategorySlug } from "#app/guide/places/facts/categories.ts";
import { rasterize } from "#app/guide/seo/social/rasterize.server.ts";
import { socialImageSvg } from "#app/guide/seo/social/social-image.ts";
import { loadTypesetter } from "#app/guide/seo/social/typeset.server.ts";
import type { Route } from "./+types/draft-social-image.route";
import { findGuideWithDraft } from "../draft/drafts.server.ts";
import { parseGuideId } from "../editing-paths.ts";
import { coverJpeg } from "../pictures/guide-pictures.server.ts";
import { listEditorOptions, computeGuideState } from "./guide-facts.server.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** The social image of the guide's current draft. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { db, env, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const id = parseGuideId(params.id);
  const opened = id === null ? null : await findGuideWithDraft(db, id);
  if (id === null || opened === null) return plain("Post not found.\n", 404);
  const { document, post } = opened;
  const choices = await listEditorOptions(db);
  const { readMinutes } = await computeGuideState(db, { id, document, choices });
  const area = choices.neighborhoods.find(({ slug }) => slug === document.neighborhood);
  const category = isCategorySlug(document.category) ? document.category : "food";
  const lines = [area?.name ?? "Citywide", `${readMinutes} min read`].map((text) => ({ text, quadrant: null }));
  const art = drawPicture(
    guidePictureInput({
      slug: post.slug,
      category,
      neighborhood: area?.slug ?? null,
      picture: document.picture === "" ? null : document.picture,
      keywords: document.keywords,
      salt: post.pictureSalt,
      crop: "wide",
    }),
  ).svg;
  const photo = await coverJpeg({ db, storage: openStorage(env) }, document.cover);
  const words = { kicker: CATEGORY_NAMES[category], title: document.title || "Untitled post", lines };
  const png = await rasterize(
    socialImageSvg({ layout: "below", text: words, art: photo ?? art }, await loadTypesetter()),
  );
  if (png === "busy") return plain("We’re drawing too many pictures right now. Try again in a moment.\n", 503);
  return new Response(Uint8Array.from(png), { headers: { "content-type": "image/png", "cache-control": "no-store" } });
}

function plain(text: string, status: number): Response {
  return new Response(text, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
