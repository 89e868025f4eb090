import { Link } from "react-router";

import { DELETE_WORD, WAY_BACK_DAYS } from "#app/features/accounts/way-back.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { DELETE_PATH } from "./settings-paths.ts";

type DeleteAccountFormProps = {
  /** What was typed, and why it was not enough; null when nothing was sent. */
  refused: { typed: string; why: string; problem: string | null } | null;
};

/** Asks for a word, since a slip of the finger types none. */
export function DeleteAccountForm({ refused }: DeleteAccountFormProps) {
  const problem = refused?.problem ?? null;
  return (
    <form method="post" action={DELETE_PATH} className="settings-form" noValidate>
      {refused !== null && (
        <FormSummary
          why={refused.why}
          problems={problem === null ? [] : [{ id: "delete-word", label: "The word", text: problem }]}
        />
      )}
      <p>
        You are signed out everywhere, and at once nobody sees anything of yours: your page, your reviews and their
        stars, your lists. A subscription is canceled at once and no longer paid for. For {WAY_BACK_DAYS} days you can
        sign in and have all of it back. After that it is gone for good, and no copy is kept.
      </p>
      <div className={problem === null ? "field" : "field field-error"}>
        <label htmlFor="delete-word">
          To delete your account, type <b>{DELETE_WORD}</b>
        </label>
        <input
          type="text"
          className="input"
          id="delete-word"
          name="word"
          defaultValue={refused?.typed ?? ""}
          autoComplete="off"
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
          Keep it
        </Link>
      </div>
    </form>
  );
}
