import { redirect } from "react-router";

import { noticeCookie } from "#app/platform/notice.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/sign-out.route";
import { sessionCookie } from "./session-cookie.ts";
import { endSession } from "./sessions.server.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export async function action({ context }: Route.ActionArgs) {
  const { db, env, viewer, log } = siteOf(context);
  try {
    if (viewer !== null) await endSession(db, viewer.session.id);
  } catch (error) {
    // The user is still signed in and is told so: clearing the cookie alone wouldn't end the session.
    log.error({ err: error }, "A sign-out failed");
    return redirect("/", {
      status: 303,
      headers: { "set-cookie": noticeCookie({ code: "sign-out-failed", item: null }) },
    });
  }
  const headers = new Headers({ "set-cookie": sessionCookie(null, env.siteUrl) });
  headers.append("set-cookie", noticeCookie({ code: "signed-out", item: null }));
  return redirect("/", { status: 303, headers });
}

/** A GET goes to the home page; only the button's POST signs out. */
export function loader() {
  return redirect("/", 303);
}
