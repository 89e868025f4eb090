import { redirect } from "react-router";

import { noticeCookie } from "#app/platform/notice.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/sign-out.route";
import { sessionCookie } from "./session-cookie.ts";
import { endSession } from "./sessions.server.ts";

export async function action({ context }: Route.ActionArgs) {
  const { db, env, viewer, log } = siteOf(context);
  try {
    if (viewer !== null) await endSession(db, viewer.session.id);
  } catch (error) {
    // Still signed in, and told so: a cookie alone is no sign-out.
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

/** Whoever opens the address is shown home; only the button signs out. */
export function loader() {
  return redirect("/", 303);
}
