import { problemResponse } from "#app/lib/problem-response.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { signInPath } from "#app/people/accounts/sign-in/return-path.ts";
import { sectionPath } from "#app/business/listings/dashboard/owner-page.tsx";
import { requireOwner } from "#app/business/listings/require-owner.server.ts";
import type { Route } from "./+types/order-photos.route";
import { reorderPhotos } from "./change-photos.server.ts";
import { recordPhotoChange } from "../upload/record-photo-change.server.ts";

export const handle = { audience: "owner" } satisfies RouteHandle;

/**
 * Saves the order of a place's photos, sent by script. `was` and `order` are comma-separated ids. Answers 204, or 409
 * when `was` is no longer the current order.
 */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const site = siteOf(context);
  if (site.viewer === null) {
    return new Response(null, { status: 401, headers: { location: signInPath(sectionPath(params.slug, "photos")) } });
  }
  const { place, viewer } = await requireOwner(site, request, params.slug);
  const form = await readForm(request);
  const [was, order] = [readIds(form.text("was")), readIds(form.text("order"))];
  const outcome = await site.db.transaction(async (tx) => {
    const ordered = await reorderPhotos(tx, { placeId: place.id, was, order });
    const change = {
      placeId: place.id,
      by: { kind: "owner", id: viewer.id } as const,
      photoId: null,
      action: "order",
      now: site.now,
    };
    if (ordered === "ordered") await recordPhotoChange(tx, change);
    return ordered;
  });
  if (outcome === "ordered") return new Response(null, { status: 204 });
  const detail = "The photos have changed in the meantime. Reload the page.";
  return problemResponse(409, { detail, requestId: site.requestId });
}

export function loader({ context }: Route.LoaderArgs): Response {
  const { requestId } = siteOf(context);
  return problemResponse(405, { detail: "Send an order by POST.", requestId, headers: { allow: "POST" } });
}

function readIds(text: string): string[] {
  return text.split(",").filter((id) => id !== "");
}
