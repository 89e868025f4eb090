import "#app/own-pages.css";

import type { ReactNode } from "react";
import { data, Link, redirect } from "react-router";

import { ROLES } from "#app/db/schema/accounts.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { readForm, type SentForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { counted } from "#app/ui/counted.ts";
import { fieldProblems, FormSummary } from "#app/ui/form-summary.tsx";

import { requireRole } from "../accounts/guards.ts";
import { changeRole, restorePerson, signOutEverywhere, suspendPerson } from "../accounts/standing.server.ts";
import { auditPath } from "../audit/audit-page.ts";
import { noSuchPage } from "../navigation/no-such-page.ts";
import type { Route } from "./+types/person.route";
import { AdminPage } from "./admin-page.tsx";
import { type ListedPerson, personPath, ROLE_LABELS, shortId, statusWords, USERS_PATH } from "./people.ts";
import { findPerson, type PersonPage } from "./people.server.ts";
import {
  readSuspension,
  REASON_CHARACTERS_MAX,
  REASON_CHARACTERS_MIN,
  type SuspensionProblems,
} from "./person-form.ts";

/** One person, and what an admin may do about them. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  const viewer = requireRole(site.viewer, request, ["admin"]);
  const person = await findPerson(site.db, params.id, site.now);
  if (person === null) throw noSuchPage();
  const done = DONE.get(new URL(request.url).searchParams.get("done") ?? "") ?? null;
  return { person, isOwn: person.id === viewer.id, done };
}

/** What was done, by the name of the button. A map, since what an address says may be the name of something that every object has. */
const DONE = new Map([
  ["role", "Their role is changed. It counts from their next page on."],
  ["suspend", "They are suspended, and signed out everywhere."],
  ["restore", "They may sign in again."],
  ["sign-out", "They are signed out everywhere."],
]);

type Refused = {
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
  const refused = await changed(site, form, { userId: params.id, adminId: viewer.id });
  if (refused !== null) return data(refused, { status: refused.status });
  return redirect(`${personPath(params.id)}?done=${form.text("do")}`, 303);
}

/** @returns Why nothing was done; null when it is. */
async function changed(
  { db, now }: Site,
  form: SentForm,
  { userId, adminId }: { userId: string; adminId: string },
): Promise<Refused | null> {
  const changing = { userId, actor: { kind: "staff", id: adminId } as const, now };
  switch (form.text("do")) {
    case "role": {
      const role = ROLES.find((each) => each === form.text("role"));
      if (role === undefined) return { status: 400, why: "Choose one of the three roles." };
      return refusalOf(await changeRole(db, { ...changing, role }));
    }
    case "suspend": {
      const typed = { reason: form.text("reason"), until: form.text("until") };
      const read = readSuspension(typed, now);
      if (read.problems !== null) {
        return { status: 400, why: "Nobody was suspended.", problems: read.problems, typed };
      }
      return refusalOf(await suspendPerson(db, { ...changing, reason: read.reason, until: read.until }));
    }
    case "restore":
      await restorePerson(db, changing);
      return null;
    case "sign-out":
      await signOutEverywhere(db, changing);
      return null;
    default:
      return { status: 400, why: "Choose what to do by one of the buttons." };
  }
}

function refusalOf(outcome: Awaited<ReturnType<typeof changeRole>>): Refused | null {
  switch (outcome) {
    case "done":
    case "same":
      return null;
    case "own":
      return { status: 409, why: "Nobody changes their own role or suspends themselves. Ask another admin." };
    case "last-admin":
      return { status: 409, why: "This is the last admin. Make somebody else an admin first." };
    case "not-allowed":
      return { status: 409, why: "You are no admin any more: somebody has changed that meanwhile." };
    case "not-there":
      return { status: 409, why: "This account has been deleted. Its person may still take it back." };
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: loaderData.person.name,
    description: "One person, for admins.",
    path: personPath(loaderData.person.id),
    robots: "noindex, follow",
  });

export default function PersonRoute({ loaderData: { person, isOwn, done }, actionData }: Route.ComponentProps) {
  const refused = actionData ?? null;
  return (
    <AdminPage section="users" title={person.name} lead={<PersonLine person={person} />}>
      {refused !== null && (
        <FormSummary
          why={refused.why}
          problems={fieldProblems(refused.problems ?? {}, { reason: "The reason", until: "The end" }, (field) => field)}
        />
      )}
      {refused === null && done !== null && (
        <p className="form-notice" role="status">
          {done}
        </p>
      )}
      <div className="admin-columns">
        <Known person={person} />
        <div className="admin-forms">
          {isOwn ? (
            <p>This is you. Nobody changes their own role or suspends themselves: another admin can.</p>
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

function PersonLine({ person }: { person: ListedPerson }) {
  return (
    <>
      <Link className="link" to={USERS_PATH}>
        All users
      </Link>
      {` · ${shortId(person.id)} · ${ROLE_LABELS[person.role]} · ${statusWords(person)}`}
    </>
  );
}

function Known({ person }: { person: PersonPage }) {
  const { id, email, plan, joinedLabel, isPublic, status, suspensionReason, reviewCount, places } = person;
  const rows: [string, ReactNode][] = [
    ["Id", <code key="id">{id}</code>],
    ["E-mail", email ?? "None"],
    ["Joined", joinedLabel],
    ["Membership", plan ?? "Free Member"],
    [
      "Profile",
      isPublic && status === "active" ? (
        <Link key="profile" className="link" to={`/members/${id}`}>
          Public
        </Link>
      ) : (
        "Shown to nobody else"
      ),
    ],
    ["Reviews", String(reviewCount)],
    [
      "Runs",
      places.length === 0
        ? "No place"
        : places.map(({ slug, name }) => (
            <Link key={slug} className="link admin-listed" to={`/places/${slug}`}>
              {name}
            </Link>
          )),
    ],
    ...(suspensionReason === null ? [] : [["Suspended because", suspensionReason] satisfies [string, string]]),
  ];
  return (
    <section aria-labelledby="known">
      <h2 className="h2" id="known">
        What is known
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
        What was changed of them
      </Link>
    </section>
  );
}

function RoleForm({ person }: { person: PersonPage }) {
  return (
    <form method="post" action={personPath(person.id)} id="role" className="admin-form">
      <h2 className="h4">Role</h2>
      <p className="text-stone-5 text-row">
        It counts from their next page on, in every browser. Places that they run stay theirs.
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
        Change the role
      </button>
    </form>
  );
}

function SuspendForm({ person, refused }: { person: PersonPage; refused: Refused | null }) {
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
            `${REASON_CHARACTERS_MIN} to ${REASON_CHARACTERS_MAX} characters. They read it when they try to sign in.`}
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
        <small id="until-hint">{until ?? "On this day, in Washington, they may sign in again. Empty: no end."}</small>
      </div>
      <button type="submit" className="button button-outline" name="do" value="suspend">
        Suspend
      </button>
    </form>
  );
}

function RestoreForm({ person }: { person: PersonPage }) {
  return (
    <form method="post" id="standing" className="admin-form" action={personPath(person.id)}>
      <h2 className="h4">Suspended</h2>
      <p>{statusWords(person)}.</p>
      <button type="submit" className="button button-outline" name="do" value="restore">
        Restore
      </button>
    </form>
  );
}

function SessionsForm({ person }: { person: PersonPage }) {
  return (
    <form method="post" id="sessions" className="admin-form" action={personPath(person.id)}>
      <h2 className="h4">Sessions</h2>
      <p>
        {person.sessionCount === 0
          ? "Signed in nowhere."
          : `Signed in with ${counted(person.sessionCount, "browser")}.`}
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
