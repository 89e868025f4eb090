import { problemResponse } from "#app/lib/problem-response.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";

import { signInPath } from "../accounts/return-path.ts";
import { sectionPath } from "../business/owner-page.tsx";
import { requireOwner } from "../business/require-owner.server.ts";
import type { Route } from "./+types/order-photos.route";
import { orderPhotos } from "./change-photos.server.ts";
import { recordPhoto } from "./record-photo.server.ts";

/**
 * The order of a place's photos as its page puts it by script: `was` and `order` are their ids, separated by commas. 204, or
 * 409 when they have changed since they were `was`. Without script the page moves one photo at a time.
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
    const ordered = await orderPhotos(tx, { placeId: place.id, was, order });
    const done = { placeId: place.id, by: viewer.id, photoId: null, deed: "order", now: site.now };
    if (ordered === "ordered") await recordPhoto(tx, done);
    return ordered;
  });
  if (outcome === "ordered") return new Response(null, { status: 204 });
  const detail = "The photos have changed meanwhile. Load the page again.";
  return problemResponse(409, { detail, requestId: site.requestId });
}

export function loader({ context }: Route.LoaderArgs): Response {
  const { requestId } = siteOf(context);
  return problemResponse(405, { detail: "Send an order by POST.", requestId, headers: { allow: "POST" } });
}

function readIds(text: string): string[] {
  return text.split(",").filter((id) => id !== "");
}
