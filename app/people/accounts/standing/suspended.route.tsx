import "../sign-in/sign-in.css";

import { Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { formatLongInstant } from "#app/lib/format-time.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";

import type { Route } from "./+types/suspended.route";
import { signInProblemPath } from "../sign-in/sign-in-problems.ts";
import { readSuspensionCookie } from "./suspension-cookie.server.ts";

export const handle = { audience: "everyone", isIndexed: false, isCached: false } satisfies RouteHandle;

/** Shown to a suspended user who tried to sign in. */
export function loader({ request }: Route.LoaderArgs) {
  const suspension = readSuspensionCookie(request.headers.get("cookie"));
  if (suspension === null) throw redirect(signInProblemPath("suspended", "/"), 303);
  const { reason, until } = suspension;
  return { reason, until: until === null ? null : { at: until, label: formatLongInstant(new Date(until)) } };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Your account is suspended",
    description: "Why you can’t sign in, and until when.",
    path: "/auth/suspended",
  });

export default function Suspended({ loaderData: { reason, until } }: Route.ComponentProps) {
  return (
    <div className="wrap sign-in">
      <div className="sign-in-form">
        <h1 className="d2">Your account is suspended</h1>
        {reason === null ? (
          <p>An editor suspended it without giving a reason.</p>
        ) : (
          <>
            <p>An editor suspended it for this reason:</p>
            <blockquote className="suspension-reason">{reason}</blockquote>
          </>
        )}
        <p>
          {until === null ? (
            "The suspension stays until an editor lifts it."
          ) : (
            <>
              It ends automatically on <time dateTime={until.at}>{until.label}</time>.
            </>
          )}{" "}
          You don’t need an account to read.
        </p>
        <Link className="button button-outline button-large" to="/" reloadDocument>
          Continue as guest
        </Link>
      </div>
    </div>
  );
}
