import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/create-checkout.route";
import { answerCreateCheckout } from "../billing-calls.server.ts";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

export function action({ request, context }: Route.ActionArgs): Promise<Response> {
  return answerCreateCheckout(request, siteOf(context));
}

/** Answers 405: send a POST. */
export function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  return answerCreateCheckout(request, siteOf(context));
}
