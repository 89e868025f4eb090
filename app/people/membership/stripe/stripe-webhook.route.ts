import type { RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";

import { syncCampaignPayments } from "#app/business/advertising/money/pay-campaign.server.ts";
import type { Route } from "./+types/stripe-webhook.route";
import { answerWebhook } from "./answer-webhook.server.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export function action({ request, context }: Route.ActionArgs): Promise<Response> {
  return answer(request, siteOf(context));
}

/** Answers 405: send a POST. */
export function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  return answer(request, siteOf(context));
}

function answer(request: Request, site: Site): Promise<Response> {
  return answerWebhook(request, site, undefined, (customer) =>
    syncCampaignPayments(site.db, { ...customer, now: site.now }),
  );
}
