import { data } from "react-router";

import { problemResponse } from "#app/lib/problem-response.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { signInPath } from "#app/people/accounts/sign-in/return-path.ts";
import type { Route } from "./+types/order-list.route";
import { editListPath } from "./list.ts";
import { reorderEntries } from "./lists.server.ts";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

/**
 * Saves a list's order, sent by script. `was` and `order` are comma-separated slugs. Answers 204, or 409 if the order
 * is no longer `was`.
 */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const site = siteOf(context);
  // fetch can't follow a redirect to another page, so the script gets the sign-in URL.
  if (site.viewer === null) {
    return new Response(null, { status: 401, headers: { location: signInPath(editListPath(params.id)) } });
  }
  const form = await readForm(request);
  const [was, order] = [readSlugs(form.text("was")), readSlugs(form.text("order"))];
  const outcome = await reorderEntries(site.db, {
    userId: site.viewer.id,
    listId: params.id,
    was,
    order,
    now: site.now,
  });
  if (outcome === "ordered") return new Response(null, { status: 204 });
  const { requestId } = site;
  if (outcome === "no-such-list") return problemResponse(404, { detail: "The list was deleted.", requestId });
  return problemResponse(409, { detail: "The list has changed. Reload the page.", requestId });
}

/** No GET: the order is on the list's own page. */
export function loader(): never {
  throw data(null, { status: 404 });
}

/** Duplicates and unknown slugs are left in, because `reorderEntries` rejects them. */
function readSlugs(text: string): string[] {
  return text.split(",").filter((slug) => slug !== "");
}
