import { redirect } from "react-router";

import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/start-sign-in.route";
import { signInAttemptCookie } from "./sign-in-attempt-cookie.ts";
import { startSignIn } from "./identity-provider.server.ts";
import { safeReturnPath } from "./return-path.ts";
import { saveSignInAttempt } from "./sign-in-attempts.server.ts";
import { CALLBACK_PATH, signInProblemPath } from "./sign-in-problems.ts";

export const handle = { audience: "everyone", formRedirectsTo: "identity-provider" } satisfies RouteHandle;

/** Sign-ins per minute and network address: enough for an office, too few for a script. */
const limit = new AddressRateLimit(60);

export async function action({ context, request }: Route.ActionArgs) {
  const { db, env, now, log, visitorAddress } = siteOf(context);
  const retryAfter = limit.secondsToWait(visitorAddress ?? "", now);
  if (retryAfter !== null) {
    return new Response("Too many sign-ins from your network. Try again in a minute.\n", {
      status: 429,
      headers: { "retry-after": String(retryAfter), "content-type": "text/plain; charset=utf-8" },
    });
  }
  const form = await request.formData();
  const to = form.get("to");
  const returnTo = safeReturnPath(typeof to === "string" ? to : null);
  if (env.identityProvider === null) return redirect(signInProblemPath("not-set-up", returnTo), 303);
  try {
    const { url, checks } = await startSignIn(env.identityProvider, env.siteUrl + CALLBACK_PATH);
    const secret = await saveSignInAttempt(db, { checks, returnTo, now });
    return redirect(url, { status: 303, headers: { "set-cookie": signInAttemptCookie(secret, env.siteUrl) } });
  } catch (error) {
    log.error({ err: error }, "The identity provider can't be reached");
    return redirect(signInProblemPath("unreachable", returnTo), 303);
  }
}

/** A GET goes to the sign-in page, which has the button. */
export function loader() {
  return redirect("/auth/login", 303);
}
