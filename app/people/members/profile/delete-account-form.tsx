import "./settings.css";

import { Link } from "react-router";

import { DELETE_CONFIRMATION, DELETION_GRACE_DAYS } from "#app/people/accounts/standing/account-restore.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { DELETE_ACCOUNT_PATH } from "./settings-paths.ts";

type DeleteAccountFormProps = {
  /** The submitted text and the error; null if nothing was submitted. */
  refused: { typed: string; why: string; problem: string | null } | null;
};

/** Asks the user to type a word, so that nobody deletes their account by accident. */
export function DeleteAccountForm({ refused }: DeleteAccountFormProps) {
  const problem = refused?.problem ?? null;
  return (
    <form method="post" action={DELETE_ACCOUNT_PATH} className="settings-form" noValidate>
      {refused !== null && (
        <FormSummary
          why={refused.why}
          problems={problem === null ? [] : [{ id: "delete-word", label: "Confirmation", text: problem }]}
        />
      )}
      <p>
        We sign you out everywhere and hide your page, your lists, and your reviews with their stars. A subscription is
        canceled immediately, with no further charges. For {DELETION_GRACE_DAYS} days you can sign in and restore
        everything. After that we delete it permanently and keep no copy.
      </p>
      <div className={problem === null ? "field" : "field field-error"}>
        <label htmlFor="delete-word">
          To delete your account, type <b>{DELETE_CONFIRMATION}</b>
        </label>
        <input
          type="text"
          className="input"
          id="delete-word"
          name="word"
          defaultValue={refused?.typed ?? ""}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : "delete-word-says"}
        />
        {problem !== null && <small id="delete-word-says">{problem}</small>}
      </div>
      <div className="settings-buttons">
        <button type="submit" className="button button-primary">
          Delete my account
        </button>
        <Link className="button button-plain" to="/settings">
          Cancel
        </Link>
      </div>
    </form>
  );
}
