import { redirect } from "react-router";

import { noticeCookie } from "#app/platform/notice.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/finish-sign-in.route";
import { pathAfterSignIn } from "./after-sign-in.ts";
import { signInAttemptCookie, readSignInAttemptSecret } from "./sign-in-attempt-cookie.ts";
import { browserName } from "../sessions/browser-name.ts";
import { findOrCreateAccount } from "./identities.server.ts";
import { finishSignIn } from "./identity-provider.server.ts";
import { sessionCookie } from "../sessions/session-cookie.ts";
import { findViewer, startSession } from "../sessions/sessions.server.ts";
import { consumeSignInAttempt } from "./sign-in-attempts.server.ts";
import { CALLBACK_PATH, type SignInProblem, signInProblemPath } from "./sign-in-problems.ts";
import { SUSPENDED_PATH, suspensionCookie } from "../standing/suspension-cookie.server.ts";
import { ACCOUNT_RESTORE_PATH, accountRestoreCookie } from "../standing/account-restore-cookie.ts";

export const handle = {
  audience: "everyone",
  query: ["code", "state", "iss", "error", "error_description", "error_uri"],
  isCached: false,
} as const satisfies RouteHandle;

/** The callback from the identity provider. Every failure redirects to the sign-in page, which explains it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const outcome = await completeSignIn(site, request);
  const headers = new Headers({ "set-cookie": signInAttemptCookie(null, site.env.siteUrl) });
  if ("suspension" in outcome) {
    const { reason, until } = outcome.suspension;
    headers.append("set-cookie", suspensionCookie({ reason, until: until?.toISOString() ?? null }, site.env.siteUrl));
    return redirect(SUSPENDED_PATH, { status: 303, headers });
  }
  if ("problem" in outcome) {
    return redirect(signInProblemPath(outcome.problem, outcome.returnTo), { status: 303, headers });
  }
  if (outcome.isDeleted) {
    headers.append("set-cookie", accountRestoreCookie(outcome.token, site.env.siteUrl));
    return redirect(ACCOUNT_RESTORE_PATH, { status: 303, headers });
  }
  headers.append("set-cookie", sessionCookie(outcome.token, site.env.siteUrl));
  headers.append("set-cookie", noticeCookie({ code: "signed-in", item: null }));
  const viewer = await findViewer(site.db, outcome.token, site.now);
  return redirect(pathAfterSignIn(viewer?.role ?? "member", outcome.returnTo), { status: 303, headers });
}

type Outcome =
  | { token: string; isDeleted: boolean; returnTo: string }
  | { suspension: { reason: string | null; until: Date | null } }
  | { problem: SignInProblem; returnTo: string };

async function completeSignIn({ db, env, now, log, viewer }: Site, request: Request): Promise<Outcome> {
  if (env.identityProvider === null) return { problem: "not-set-up", returnTo: "/" };
  const secret = readSignInAttemptSecret(request.headers.get("cookie"));
  const attempt = secret === null ? null : await consumeSignInAttempt(db, secret, now);
  if (attempt === null) return { problem: "expired", returnTo: "/" };
  const { checks, returnTo } = attempt;
  const search = readQuery(request, handle);
  const isDenied = search.get("error") === "access_denied" && search.get("state") === checks.state;
  if (isDenied) return { problem: "canceled", returnTo };
  // Behind a proxy the request's own origin differs from the redirect URI that was registered with the provider.
  const callbackUrl = new URL(`${env.siteUrl}${CALLBACK_PATH}?${String(search)}`);
  const identity = await finishSignIn(env.identityProvider, callbackUrl, checks).catch((error: unknown) => {
    log.warn({ err: error }, "A sign-in was refused");
    return null;
  });
  if (identity === null) return { problem: "failed", returnTo };
  const account = await findOrCreateAccount(db, identity, now);
  if (typeof account === "object" && "suspension" in account) return account;
  if (typeof account === "string") return { problem: account, returnTo };
  const browser = browserName(request.headers.get("user-agent"));
  const { userId, isDeleted } = account;
  const replaces = viewer?.session.id ?? null;
  return { token: await startSession(db, { userId, browser, replaces, now }), isDeleted, returnTo };
}
