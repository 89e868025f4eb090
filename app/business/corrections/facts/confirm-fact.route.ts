import { data, redirect } from "react-router";

import { CONFIRMABLE_FIELDS } from "#app/db/schema/corrections.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { browserIdCookie, readBrowserId } from "#app/people/reviews/write/browser-id-cookie.ts";
import type { Route } from "./+types/confirm-fact.route";
import { confirmFact } from "./confirm-fact.server.ts";
import { newBrowserId, identifyReporter } from "../suggest/reporter.server.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** Per member or network: a page has five facts, and some visitors check several places in a row. */
const CONFIRMATIONS_PER_MINUTE_MAX = 30;
const limit = new AddressRateLimit(CONFIRMATIONS_PER_MINUTE_MAX);

/** Handles "Still right?": a tap confirms a fact, and the page shows the date. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const seconds = limit.secondsToWait(site.viewer?.id ?? site.visitorAddress ?? "", site.now);
  if (seconds !== null) throw data(null, { status: 429, headers: { "retry-after": String(seconds) } });
  const form = await readForm(request);
  const browserId = readBrowserId(request.headers.get("cookie")) ?? newBrowserId();
  const reporter = await identifyReporter(site, browserId);
  const { viewer, now } = site;
  const field = CONFIRMABLE_FIELDS.find((each) => form.text(each) !== "") ?? null;
  const fact = { slug: params.slug, field, digest: field === null ? "" : form.text(field) };
  const outcome = await confirmFact(site.db, { ...fact, reporter, viewer, now });
  if (outcome === "no-such-place") throw data(null, { status: 404 });
  const headers = new Headers({ "set-cookie": browserIdCookie(browserId, site.env.siteUrl) });
  headers.append("set-cookie", noticeCookie({ code: NOTICES[outcome], item: null }));
  return redirect(`/places/${params.slug}#facts`, { status: 303, headers });
}

const NOTICES = {
  confirmed: "fact-confirmed",
  before: "fact-confirmed-before",
  changed: "fact-changed",
} as const;

/** Opened directly, redirects to the place. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/places/${encodeURIComponent(params.slug)}`, 303);
}
