import { pluralize } from "#app/ui/format-count.ts";

import type { PersonAccount } from "./find-people.server.ts";
import { personPath, personStatusLabel, ROLE_LABELS } from "./people.ts";
import { REASON_CHARACTERS_MAX, REASON_CHARACTERS_MIN, type SuspensionProblems } from "./person-form.ts";

export function RoleForm({ person }: { person: PersonAccount }) {
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

type SuspendFormProps = {
  person: PersonAccount;
  refused: { problems?: SuspensionProblems; typed?: { reason: string; until: string } } | null;
};

export function SuspendForm({ person, refused }: SuspendFormProps) {
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

export function RestoreForm({ person }: { person: PersonAccount }) {
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

export function SessionsForm({ person }: { person: PersonAccount }) {
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
