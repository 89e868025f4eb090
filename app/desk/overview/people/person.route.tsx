import type { ReactNode } from "react";
import { data, Link, redirect } from "react-router";

import { ROLES } from "#app/db/schema/accounts.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readForm, type FormFields } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { pluralize } from "#app/ui/format-count.ts";
import { fieldProblems, FormSummary } from "#app/ui/form-summary.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import {
  changeUserRole,
  unsuspendUser,
  signOutEverywhere,
  suspendUser,
} from "#app/people/accounts/standing/account-status.server.ts";
import { auditPath } from "#app/core/audit/audit-page.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { NO_BUTTON_REFUSAL } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/person.route";
import { AdminPage } from "../admin-page.tsx";
import { type PersonRow, personPath, ROLE_LABELS, shortId, personStatusLabel, USERS_PATH } from "./people.ts";
import { findPerson, type PersonAccount } from "./find-people.server.ts";
import {
  parseSuspensionForm,
  REASON_CHARACTERS_MAX,
  REASON_CHARACTERS_MIN,
  type SuspensionProblems,
} from "./person-form.ts";

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

function PersonDetails({ person }: { person: PersonAccount }) {
  const { id, email, plan, joinedLabel, isPublic, status, suspensionReason, reviewCount, places } = person;
  const rows: [string, ReactNode][] = [
    ["ID", <code key="id">{id}</code>],
    ["Email", email ?? "None"],
    ["Joined", joinedLabel],
    ["Membership", plan ?? "Free Member"],
    [
      "Profile",
      isPublic && status === "active" ? (
        <Link key="profile" className="link" to={`/members/${id}`}>
          Public
        </Link>
      ) : (
        "Private"
      ),
    ],
    ["Reviews", String(reviewCount)],
    [
      "Manages",
      places.length === 0
        ? "No places"
        : places.map(({ slug, name }) => (
            <Link key={slug} className="link admin-listed" to={`/places/${slug}`}>
              {name}
            </Link>
          )),
    ],
    ...(suspensionReason === null ? [] : [["Suspension reason", suspensionReason] satisfies [string, string]]),
  ];
  return (
    <section aria-labelledby="known">
      <h2 className="h2" id="known">
        Details
      </h2>
      <dl className="admin-known">
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Link className="link" to={auditPath({ subject: "person", id })}>
        Change history
      </Link>
    </section>
  );
}

function RoleForm({ person }: { person: PersonAccount }) {
  return (
    <form method="post" action={personPath(person.id)} id="role" className="admin-form">
      <h2 className="h4">Role</h2>
      <p className="text-muted text-row">
        Takes effect on their next page, in every browser. They keep the places they manage.
      </p>
      <fieldset className="admin-choices">
        <legend className="sr-only">Role</legend>
        {(["member", "business", "admin"] as const).map((role) => (
          <label key={role}>
            <input type="radio" name="role" value={role} defaultChecked={role === person.role} /> {ROLE_LABELS[role]}
          </label>
        ))}
      </fieldset>
      <button type="submit" className="button button-outline" name="do" value="role">
        Save role
      </button>
    </form>
  );
}

function SuspendForm({ person, refused }: { person: PersonAccount; refused: RefusedAction | null }) {
  const { reason, until } = refused?.problems ?? {};
  return (
    <form method="post" id="standing" className="admin-form" action={personPath(person.id)} noValidate>
      <h2 className="h4">Suspend</h2>
      <div className={reason === undefined ? "field" : "field field-error"}>
        <label htmlFor="reason">Reason</label>
        <textarea
          className="input"
          id="reason"
          name="reason"
          rows={3}
          defaultValue={refused?.typed?.reason ?? ""}
          aria-describedby="reason-hint"
          aria-invalid={reason !== undefined}
        />
        <small id="reason-hint">
          {reason ??
            `${REASON_CHARACTERS_MIN} to ${REASON_CHARACTERS_MAX} characters. They see it when they try to sign in.`}
        </small>
      </div>
      <div className={until === undefined ? "field" : "field field-error"}>
        <label htmlFor="until">Until</label>
        <input
          className="input"
          type="date"
          id="until"
          name="until"
          defaultValue={refused?.typed?.until ?? ""}
          aria-describedby="until-hint"
          aria-invalid={until !== undefined}
        />
        <small id="until-hint">
          {until ?? "They can sign in again on this day, Washington time. Leave empty for a permanent suspension."}
        </small>
      </div>
      <button type="submit" className="button button-outline" name="do" value="suspend">
        Suspend
      </button>
    </form>
  );
}

function RestoreForm({ person }: { person: PersonAccount }) {
  return (
    <form method="post" id="standing" className="admin-form" action={personPath(person.id)}>
      <h2 className="h4">Suspended</h2>
      <p>{personStatusLabel(person)}.</p>
      <button type="submit" className="button button-outline" name="do" value="restore">
        Restore
      </button>
    </form>
  );
}

function SessionsForm({ person }: { person: PersonAccount }) {
  return (
    <form method="post" id="sessions" className="admin-form" action={personPath(person.id)}>
      <h2 className="h4">Sessions</h2>
      <p>
        {person.sessionCount === 0
          ? "Not signed in anywhere."
          : `Signed in on ${pluralize(person.sessionCount, "browser")}.`}
      </p>
      <button
        type="submit"
        className="button button-outline"
        name="do"
        value="sign-out"
        disabled={person.sessionCount === 0}
      >
        Sign out everywhere
      </button>
    </form>
  );
}
