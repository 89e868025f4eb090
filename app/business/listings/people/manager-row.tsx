import type { ReactNode } from "react";

import { PeopleActionForm } from "./people-action-form.tsx";
import { OWNER_ROLE_LABELS, type PlaceManager } from "./place-manager.ts";

type ManagerRowProps = { person: PlaceManager; place: { slug: string; name: string }; canChange: boolean };

/** An owner or manager, with the buttons that an owner has for them. */
export function ManagerRow({ person: { userId, name, role, sinceLabel, isYou }, place, canChange }: ManagerRowProps) {
  const { slug } = place;
  const other = role === "owner" ? "manager" : "owner";
  return (
    <li>
      <div>
        <p>
          <strong>{name}</strong>
          {isYou && " (you)"}
        </p>
        <p className="meta text-meta text-muted">
          <span>{OWNER_ROLE_LABELS[role]}</span>
          <span>Since {sinceLabel}</span>
        </p>
      </div>
      {canChange && (
        <div className="claim-buttons">
          <PeopleActionForm slug={slug} fields={{ intent: "role", id: userId, role: other }}>
            Make {other}
            <span className="sr-only">: {name}</span>
          </PeopleActionForm>
          {role === "manager" && (
            <ConfirmDetails label="Transfer ownership" about={`to ${name}`}>
              <p>
                {name} becomes the owner of {place.name} and you become a manager. Only an owner can make you an owner
                again.
              </p>
              <PeopleActionForm slug={slug} fields={{ intent: "hand-over", id: userId }}>
                Transfer {place.name} to {name}
              </PeopleActionForm>
            </ConfirmDetails>
          )}
          <ConfirmDetails label="Remove" about={name}>
            <p>{name} loses access to these pages and gets a notification. You can invite them again.</p>
            <PeopleActionForm slug={slug} fields={{ intent: "take-out", id: userId }}>
              Remove {name}
            </PeopleActionForm>
          </ConfirmDetails>
        </div>
      )}
    </li>
  );
}

/** A confirmation step for actions that the viewer can't undo. */
function ConfirmDetails({ label, about, children }: { label: string; about: string; children: ReactNode }) {
  return (
    <details className="owner-asked">
      <summary className="button button-outline button-small">
        {label}…<span className="sr-only"> {about}</span>
      </summary>
      {children}
    </details>
  );
}
