import { data } from "react-router";

import { problemResponse } from "#app/lib/problem-response.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "../accounts/guards.ts";
import type { Route } from "./+types/order-issue.route";
import { orderItems } from "./issues.server.ts";

/**
 * The order of an issue's items as its page puts it by script: `was` and `order` are their ids, separated by commas. 204,
 * or 409 when the issue has changed since it was `was`. Without script the page moves one item at a time.
 */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const { db, now, viewer, requestId } = siteOf(context);
  const { id: by } = requireRole(viewer, request, ["admin"]);
  if (!isUuid(params.id)) return problemResponse(404, { detail: "The issue is gone.", requestId });
  const form = await readForm(request);
  const [was, order] = [readIds(form.text("was")), readIds(form.text("order"))];
  const outcome = await orderItems(db, { id: params.id, was, order, by, now });
  if (outcome === "changed") return new Response(null, { status: 204 });
  if (outcome === "closed") {
    return problemResponse(409, { detail: "It is being sent already, or is gone.", requestId });
  }
  return problemResponse(409, { detail: "The issue has changed meanwhile. Load the page again.", requestId });
}

/** Nothing to read here: the order stands on the issue's own page. */
export function loader(): never {
  throw data(null, { status: 404 });
}

function readIds(text: string): number[] {
  return text
    .split(",")
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
}
