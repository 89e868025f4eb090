import { data, redirect } from "react-router";

import { readForm } from "#app/platform/read-form.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireViewer } from "#app/people/accounts/guards.ts";
import { safeReturnPath } from "#app/people/accounts/sign-in/return-path.ts";
import type { Route } from "./+types/review-helpful.route";
import { findPublishedReview, voteHelpful } from "./review-votes.server.ts";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

/** Per member; more than anyone can read. */
const VOTES_PER_MINUTE_MAX = 30;
const limit = new AddressRateLimit(VOTES_PER_MINUTE_MAX);

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, now, viewer } = siteOf(context);
  const { id: userId } = requireViewer(viewer, request);
  const seconds = limit.secondsToWait(userId, now);
  if (seconds !== null) throw data(null, { status: 429, headers: { "retry-after": String(seconds) } });
  const review = isUuid(params.id) ? await findPublishedReview(db, params.id) : null;
  if (review === null) throw data(null, { status: 404 });
  const form = await readForm(request);
  const outcome = await voteHelpful(db, { review, userId, isHelpful: form.text("vote") !== "no", now });
  if (outcome === "own") throw data(null, { status: 403 });
  // Back to the sorted page that the member came from; `safeReturnPath` allows only our own pages.
  const path = safeReturnPath(form.text("to"));
  return redirect(`${path === "/" ? `/places/${review.slug}` : path}#review-${review.id}`, 303);
}

/** Signing in returns to this URL, so it redirects to the review. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const review = isUuid(params.id) ? await findPublishedReview(siteOf(context).db, params.id) : null;
  if (review === null) throw data(null, { status: 404 });
  return redirect(`/places/${review.slug}#reviews`, 303);
}
