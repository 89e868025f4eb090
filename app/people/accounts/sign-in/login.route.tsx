import "./sign-in.css";

import { Link, redirect } from "react-router";

import { SiteScenePicture } from "#illustrations/site-scene-picture.tsx";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { SAVES_PATH } from "#app/people/members/saves/save-item.ts";
import type { Route } from "./+types/login.route";
import { pathAfterSignIn } from "./after-sign-in.ts";
import { safeReturnPath } from "./return-path.ts";
import { signInProblemText } from "./sign-in-problems.ts";

export const handle = {
  audience: "everyone",
  isIndexed: false,
  query: ["to", "problem"],
} as const satisfies RouteHandle;

export function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const search = readQuery(request, handle);
  const to = safeReturnPath(search.get("to"));
  if (site.viewer !== null) throw redirect(pathAfterSignIn(site.viewer.role, to), 303);
  return {
    to,
    isSaving: to === SAVES_PATH,
    problem: signInProblemText(search.get("problem")),
    hasGoogle: site.env.identityProvider !== null,
    hasDevLogin: __TRIAL__ && site.env.devLogin,
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Sign in",
    description: "Sign in to Rowhouse to save places and guides, make lists and write reviews.",
    path: "/auth/login",
  });

export default function Login({ loaderData: { to, isSaving, problem, hasGoogle, hasDevLogin } }: Route.ComponentProps) {
  return (
    <div className="wrap sign-in">
      <div className="sign-in-form">
        <h1 className="d2">Sign in</h1>
        <p className="text-muted">
          {isSaving
            ? "Sign in to save this. You’ll come right back to the page."
            : "You don’t need an account to read."}
        </p>
        {problem !== null && (
          <p role="alert" className="form-problem">
            {problem}
          </p>
        )}
        {hasGoogle ? <ContinueWithGoogle to={to} /> : <NoGoogle />}
        <p className="sign-in-or">
          <span>Or</span>
        </p>
        <Link className="button button-outline button-large" to={to} reloadDocument>
          Continue as Guest
        </Link>
        {__TRIAL__ && hasDevLogin && (
          <Link className="button button-plain" to={`/auth/dev-login?${new URLSearchParams({ to })}`}>
            Development Login
          </Link>
        )}
      </div>
      <SiteScenePicture name="flag" width={480} height={260} />
    </div>
  );
}

/** A native form post, because the response redirects to another site. */
function ContinueWithGoogle({ to }: { to: string }) {
  return (
    <form method="post" action="/auth/google">
      <input type="hidden" name="to" value={to} />
      <button type="submit" className="button button-primary button-large">
        Continue with Google
      </button>
    </form>
  );
}

function NoGoogle() {
  return (
    <div>
      <button type="button" className="button button-outline button-large" disabled aria-describedby="no-google">
        Continue with Google
      </button>
      <p id="no-google" className="sign-in-note">
        {signInProblemText("not-set-up")}
      </p>
    </div>
  );
}
