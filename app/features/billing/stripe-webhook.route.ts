import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/stripe-webhook.route";
import { answerWebhook } from "./answer-webhook.server.ts";

export function action({ request, context }: Route.ActionArgs): Promise<Response> {
  return answerWebhook(request, siteOf(context));
}

/** Says that it wants a POST. */
export function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  return answerWebhook(request, siteOf(context));
}
