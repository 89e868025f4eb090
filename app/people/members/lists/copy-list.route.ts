import { redirect } from "react-router";

import { noticeCookie } from "#app/platform/notice.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import type { Route } from "./+types/copy-list.route";
import { copyList } from "./copy-list.server.ts";
import { editListPath, sharedListPath } from "./list.ts";
import { COPY_NOTICES, readPendingCopy, pendingCopyCookie } from "./pending-copy.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/**
 * Completes a guest's copy after sign-in. Requires the cookie set by this browser's click; otherwise a link from
 * someone else could add lists to the user's account.
 */
export async function loader({ context, params: { key }, request }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  site.page.isCacheable = false;
  if (site.viewer === null || readPendingCopy(request.headers.get("cookie")) !== key) {
    return redirect(sharedListPath(key), 303);
  }
  const { id: userId, tier } = site.viewer;
  const { listsMax } = entitlementsOf(tier);
  const copy = await copyList(site.db, { userId, shareKey: key, listsMax, now: site.now });
  const headers = new Headers({ "set-cookie": pendingCopyCookie(null, site.env.siteUrl) });
  headers.append("set-cookie", noticeCookie({ code: COPY_NOTICES[copy.outcome], item: null }));
  return redirect("listId" in copy ? editListPath(copy.listId) : sharedListPath(key), { status: 303, headers });
}
