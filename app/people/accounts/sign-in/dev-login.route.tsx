import "./sign-in.css";
import "#app/people/members/dashboard/member-pages.css";

import { data, Form, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/dev-login.route";
import { pathAfterSignIn } from "./after-sign-in.ts";
import { browserName } from "../sessions/browser-name.ts";
import { findNameProblem, normalizeName } from "../member-name.ts";
import { signInNewPersona, signInPersona } from "./sign-in-persona.server.ts";
import { PERSONAS } from "./personas.ts";
import { safeReturnPath, signInPath } from "./return-path.ts";
import { sessionCookie } from "../sessions/session-cookie.ts";
import { ACCOUNT_RESTORE_PATH, accountRestoreCookie } from "../standing/account-restore-cookie.ts";
import { SUSPENDED_PATH, suspensionCookie } from "../standing/suspension-cookie.server.ts";

export const handle = { audience: "everyone", isIndexed: false, query: ["to"] } as const satisfies RouteHandle;

export function loader({ context, request }: Route.LoaderArgs) {
  const { env } = siteOf(context);
  if (!env.devLogin) throw data(null, { status: 404 });
  return { to: safeReturnPath(readQuery(request, handle).get("to")) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { db, env, now, log, viewer } = siteOf(context);
  if (!env.devLogin) throw data(null, { status: 404 });
  const form = await request.formData();
  const persona = PERSONAS.find(({ role }) => role === form.get("role"));
  if (persona === undefined) return data({ isUnknown: true, problem: null, name: "" }, { status: 400 });
  const typed = form.get("name");
  const name = typeof typed === "string" ? normalizeName(typed) : null;
  const problem = name === null ? null : findNameProblem(name);
  if (problem !== null) return data({ isUnknown: false, problem, name: name ?? "" }, { status: 400 });
  const browser = browserName(request.headers.get("user-agent"));
  const session = { browser, replaces: viewer?.session.id ?? null, now };
  const signedIn =
    name === null
      ? await signInPersona(db, { persona, ...session })
      : {
          token: await signInNewPersona(db, { name, role: persona.role, ...session }),
          isDeleted: false,
          role: persona.role,
        };
  if ("suspension" in signedIn) {
    const { reason, until } = signedIn.suspension;
    const cookie = suspensionCookie({ reason, until: until?.toISOString() ?? null }, env.siteUrl);
    return redirect(SUSPENDED_PATH, { status: 303, headers: { "set-cookie": cookie } });
  }
  const { token, isDeleted, role } = signedIn;
  log.info({ role }, "A development login");
  if (isDeleted) {
    return redirect(ACCOUNT_RESTORE_PATH, {
      status: 303,
      headers: { "set-cookie": accountRestoreCookie(token, env.siteUrl) },
    });
  }
  const to = form.get("to");
  const headers = new Headers({ "set-cookie": sessionCookie(token, env.siteUrl) });
  headers.append("set-cookie", noticeCookie({ code: "signed-in", item: null }));
  return redirect(pathAfterSignIn(role, safeReturnPath(typeof to === "string" ? to : null)), { status: 303, headers });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Development login",
    description: "Sign in to a trial of Rowhouse as one of three sample users, or as a new user.",
    path: "/auth/dev-login",
  });

export default function DevLogin({ loaderData: { to }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap sign-in">
      <div className="sign-in-form">
        <h1 className="d2">Development Login</h1>
        <p className="text-muted">For development only. Production builds don’t have this page.</p>
        {actionData?.isUnknown === true && (
          <p role="alert" className="form-problem">
            <strong>Login failed</strong> Failed to sign in with development account
          </p>
        )}
        <div className="sign-in-personas">
          {PERSONAS.map(({ role, name, does }) => (
            <Form key={role} method="post" reloadDocument>
              <input type="hidden" name="to" value={to} />
              <button type="submit" className="sign-in-persona" name="role" value={role}>
                <span className="sign-in-persona-name">{name}</span>
                <span className="sign-in-persona-role">{role}</span>
                <span>{does}</span>
              </button>
            </Form>
          ))}
        </div>
        <NewPersona to={to} name={actionData?.name} problem={actionData?.problem ?? null} />
        <Link className="button button-plain" to={signInPath(to)}>
          Back
        </Link>
      </div>
    </div>
  );
}

/** Signs in as a new user without any activity. */
function NewPersona({ to, name, problem }: { to: string; name: string | undefined; problem: string | null }) {
  return (
    <Form method="post" reloadDocument className="sign-in-new">
      <input type="hidden" name="to" value={to} />
      <div className={problem === null ? "field" : "field field-error"}>
        <label htmlFor="new-persona-name">New user’s name</label>
        <input
          id="new-persona-name"
          type="text"
          className="input"
          name="name"
          defaultValue={name}
          required
          aria-invalid={problem === null ? undefined : true}
          aria-describedby="new-persona-says"
        />
        <small id="new-persona-says" role={problem === null ? undefined : "alert"}>
          {problem ?? "A new account without any activity."}
        </small>
      </div>
      <div className="field">
        <label htmlFor="new-persona-role">Role</label>
        <select id="new-persona-role" className="input" name="role" defaultValue="member">
          {PERSONAS.map(({ role }) => (
            <option key={role}>{role}</option>
          ))}
        </select>
      </div>
      <button type="submit" className="button button-outline">
        Sign in as new user
      </button>
    </Form>
  );
}
