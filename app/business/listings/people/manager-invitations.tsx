import { LabeledControl } from "../claims/claim-sections.tsx";
import { sectionPath } from "../dashboard/owner-page.tsx";
import { PeopleActionForm } from "./people-action-form.tsx";
import { INVITATION_DAYS, OWNER_ROLE_LABELS, type PendingInvitation } from "./place-manager.ts";

type ManagerInvitationsProps = {
  slug: string;
  invited: readonly PendingInvitation[];
  refused: { why: string; email: string } | null;
};

/** The form that invites a manager or owner, and the invitations that wait for an answer. */
export function ManagerInvitations({ slug, invited, refused }: ManagerInvitationsProps) {
  return (
    <section className="owner-section" aria-labelledby="invite">
      <h2 className="h3" id="invite">
        Invite someone
      </h2>
      <form method="post" action={sectionPath(slug, "people")} className="claim-form" noValidate>
        <input type="hidden" name="intent" value="invite" />
        <LabeledControl
          id="invite-email"
          label="Their email address"
          hint={`We email a link that’s valid for ${INVITATION_DAYS} days. They must sign in with this address to accept.`}
          problem={refused?.why ?? null}
        >
          {(given) => (
            <input
              className="input"
              {...given}
              type="email"
              name="email"
              defaultValue={refused?.email ?? ""}
              maxLength={254}
              required
            />
          )}
        </LabeledControl>
        <div className="field">
          <label htmlFor="invite-role">Role</label>
          <select className="input" id="invite-role" name="role" defaultValue="manager">
            <option value="manager">Manager</option>
            <option value="owner">Owner</option>
          </select>
        </div>
        <div className="claim-buttons">
          <button type="submit" className="button button-primary">
            Invite
          </button>
        </div>
      </form>
      {invited.length > 0 && (
        <ul className="owner-people" aria-label="Invited">
          {invited.map(({ id, email, role, invitedLabel, expiresLabel }) => (
            <li key={id}>
              <div>
                <p className="owner-address">{email}</p>
                <p className="meta text-meta text-muted">
                  <span>{OWNER_ROLE_LABELS[role]}</span>
                  <span>Invited {invitedLabel}</span>
                  <span>Expires {expiresLabel}</span>
                </p>
              </div>
              <PeopleActionForm slug={slug} fields={{ intent: "take-back", id }}>
                Revoke
                <span className="sr-only"> the invitation to {email}</span>
              </PeopleActionForm>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
