import { data } from "react-router";

import { problemResponse } from "#app/lib/problem-response.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";

import { signInPath } from "../accounts/return-path.ts";
import type { Route } from "./+types/order-list.route";
import { editListPath } from "./list.ts";
import { orderEntries } from "./lists.server.ts";

/**
 * The order of a list as its page puts it by script: `was` and `order` are its places' slugs, separated by commas. 204, or
 * 409 when the list has changed since it was `was`. Without script the page moves one place at a time.
 */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const site = siteOf(context);
  // A script can't be led anywhere: it is told where to go.
  if (site.viewer === null) {
    return new Response(null, { status: 401, headers: { location: signInPath(editListPath(params.id)) } });
  }
  const form = await readForm(request);
  const [was, order] = [readSlugs(form.text("was")), readSlugs(form.text("order"))];
  const outcome = await orderEntries(site.db, { userId: site.viewer.id, listId: params.id, was, order, now: site.now });
  if (outcome === "ordered") return new Response(null, { status: 204 });
  const { requestId } = site;
  if (outcome === "no-such-list") return problemResponse(404, { detail: "The list is gone.", requestId });
  return problemResponse(409, { detail: "The list has changed meanwhile. Load the page again.", requestId });
}

/** Nothing to read here: the order stands on the list's own page. */
export function loader(): never {
  throw data(null, { status: 404 });
}

/** A list holds no place twice, and none without a name; whatever else doesn't fit it is no order of it. */
function readSlugs(text: string): string[] {
  return text.split(",").filter((slug) => slug !== "");
}
