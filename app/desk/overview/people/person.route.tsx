import { data, Link, redirect } from "react-router";

import { ROLES } from "#app/db/schema/accounts.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readForm, type FormFields } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { fieldProblems, FormSummary } from "#app/ui/form-summary.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import {
  changeUserRole,
  unsuspendUser,
  signOutEverywhere,
  suspendUser,
} from "#app/people/accounts/standing/account-status.server.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { NO_BUTTON_REFUSAL } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/person.route";
import { AdminPage } from "../admin-page.tsx";
import { type PersonRow, personPath, ROLE_LABELS, shortId, personStatusLabel, USERS_PATH } from "./people.ts";
import { findPerson } from "./find-people.server.ts";
import { parseSuspensionForm, type SuspensionProblems } from "./person-form.ts";
import { PersonDetails } from "./person-details.tsx";
import { RestoreForm, RoleForm, SessionsForm, SuspendForm } from "./person-forms.tsx";

export const handle = { audience: "admin", query: ["done"] } as const satisfies RouteHandle;

/** One person, and what an admin may do about them. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const viewer = requireRole(site.viewer, request, ["admin"]);
  const person = await findPerson(site.db, params.id, site.now);
  if (person === null) throw noSuchPage();
  const done = DONE.get(readQuery(request, handle).get("done") ?? "") ?? null;
  return { person, isOwn: person.id === viewer.id, done };
}

/** Success messages by the button's value. A Map, because the value comes from the URL and could be "constructor". */
const DONE = new Map([
  ["role", "Role changed. It applies from their next page."],
  ["suspend", "Suspended and signed out everywhere."],
  ["restore", "Suspension lifted. They can sign in again."],
  ["sign-out", "Signed out everywhere."],
]);

type RefusedAction = {
  status: number;
  why: string;
  problems?: SuspensionProblems;
  typed?: { reason: string; until: string };
};

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const viewer = requireRole(site.viewer, request, ["admin"]);
  if ((await findPerson(site.db, params.id, site.now)) === null) throw noSuchPage();
  const form = await readForm(request);
  const refused = await applyAction(site, form, { userId: params.id, adminId: viewer.id });
  if (refused !== null) return data(refused, { status: refused.status });
  return redirect(`${personPath(params.id)}?done=${form.text("do")}`, 303);
}

/** @returns Why nothing was done; null on success. */
async function applyAction(
  { db, now }: Site,
  form: FormFields,
  { userId, adminId }: { userId: string; adminId: string },
): Promise<RefusedAction | null> {
  const change = { userId, actor: { kind: "staff", id: adminId } as const, now };
  switch (form.text("do")) {
    case "role": {
      const role = ROLES.find((each) => each === form.text("role"));
      if (role === undefined) return { status: 400, why: "Choose one of the three roles." };
      return refusalOf(await changeUserRole(db, { ...change, role }));
    }
    case "suspend": {
      const typed = { reason: form.text("reason"), until: form.text("until") };
      const read = parseSuspensionForm(typed, now);
      if (read.problems !== null) {
        return { status: 400, why: "They weren’t suspended. Check the fields below.", problems: read.problems, typed };
      }
      return refusalOf(await suspendUser(db, { ...change, reason: read.reason, until: read.until }));
    }
    case "restore":
      await unsuspendUser(db, change);
      return null;
    case "sign-out":
      await signOutEverywhere(db, change);
      return null;
    default:
      return { status: 400, why: NO_BUTTON_REFUSAL };
  }
}

function refusalOf(outcome: Awaited<ReturnType<typeof changeUserRole>>): RefusedAction | null {
  switch (outcome) {
    case "done":
    case "same":
      return null;
    case "own":
      return { status: 409, why: "You can’t change your own role or suspend yourself. Ask another admin." };
    case "last-admin":
      return { status: 409, why: "This is the last admin. Make someone else an admin first." };
    case "not-allowed":
      return { status: 409, why: "You’re no longer an admin. Another admin changed your role." };
    case "not-there":
      return { status: 409, why: "This account was deleted. Its owner can still restore it for now." };
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: loaderData.person.name,
    description: "One user’s account and what admins can do.",
    path: personPath(loaderData.person.id),
  });

export default function PersonRoute({ loaderData: { person, isOwn, done }, actionData }: Route.ComponentProps) {
  const refused = actionData ?? null;
  return (
    <AdminPage section="users" title={person.name} lead={<PersonLine person={person} />}>
      {refused !== null && (
        <FormSummary
          why={refused.why}
          problems={fieldProblems(refused.problems ?? {}, { reason: "Reason", until: "Until" }, (field) => field)}
        />
      )}
      {refused === null && done !== null && (
        <p className="form-notice" role="status">
          {done}
        </p>
      )}
      <div className="admin-columns">
        <PersonDetails person={person} />
        <div className="admin-forms">
          {isOwn ? (
            <p>This is you. You can’t change your own role or suspend yourself, but another admin can.</p>
          ) : (
            <>
              <RoleForm person={person} />
              {person.status === "suspended" ? (
                <RestoreForm person={person} />
              ) : (
                <SuspendForm person={person} refused={refused} />
              )}
            </>
          )}
          <SessionsForm person={person} />
        </div>
      </div>
    </AdminPage>
  );
}

function PersonLine({ person }: { person: PersonRow }) {
  return (
    <>
      <Link className="link" to={USERS_PATH}>
        All users
      </Link>
      {` · ${shortId(person.id)} · ${ROLE_LABELS[person.role]} · ${personStatusLabel(person)}`}
    </>
  );
}
