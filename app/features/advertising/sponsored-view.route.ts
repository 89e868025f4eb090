import { type Site, siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/sponsored-view.route";
import { billImpression } from "./count-sponsored.server.ts";
import { answerTold, wantsPost } from "./told-by-page.server.ts";

/** Where a page tells that its slot was in view for long enough. It reads no session and no body. */
export function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const site: Site = siteOf(context);
  return answerTold(site, request, (told) => billImpression(site.db, { ...told, token: params.token }));
}

/** Says that it wants a POST. */
export function loader({ context }: Route.LoaderArgs): Response {
  return wantsPost(siteOf(context));
}
