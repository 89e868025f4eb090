import { data } from "react-router";

import { problemResponse } from "#app/lib/problem-response.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/order-issue.route";
import { reorderIssueItems } from "./issue-items.server.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/**
 * Reorders an issue's items. `was` and `order` are comma-separated ids. Answers 204, or 409 if the
 * current order isn't `was`. Without JavaScript the page moves one item at a time.
 */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const { db, now, viewer, requestId } = siteOf(context);
  const { id: by } = requireRole(viewer, request, ["admin"]);
  if (!isUuid(params.id)) return problemResponse(404, { detail: "The issue was deleted.", requestId });
  const form = await readForm(request);
  const [was, order] = [readIds(form.text("was")), readIds(form.text("order"))];
  const outcome = await reorderIssueItems(db, { id: params.id, was, order, by, now });
  if (outcome === "changed") return new Response(null, { status: 204 });
  if (outcome === "closed") {
    return problemResponse(409, { detail: "The issue is being sent or was deleted.", requestId });
  }
  return problemResponse(409, { detail: "The issue has changed. Reload the page.", requestId });
}

/** There is no page here. */
export function loader(): never {
  throw data(null, { status: 404 });
}

function readIds(text: string): number[] {
  return text
    .split(",")
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
}
