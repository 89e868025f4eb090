import { FromTo } from "#app/features/corrections/correction-case.tsx";

import { type OwnerEditCase, ownerEditCasePath } from "./edit-listing.ts";

type Kept = { why: string; reason: string; applied: readonly string[] };

/** What an owner wants to be changed, for the editor who decides: in the queue, and on its own page when it was refused. */
export function OwnerEditForm({ about, refused }: { about: OwnerEditCase; refused: Kept | null }) {
  const { id, place, changes, note, senderName, sinceLabel, seen } = about;
  return (
    <form method="post" action={ownerEditCasePath(id)} className="moderation-form">
      <input type="hidden" name="seen" value={seen} />
      <p className="meta text-meta text-stone-5">
        <span>{senderName}, who runs it</span>
        <span>{sinceLabel}</span>
      </p>
      {note !== "" && <p className="correction-note">They write: {note}</p>}
      <fieldset className="correction-changes">
        <legend>What is to be applied</legend>
        {changes.map(({ field, label, before, after, now }) => (
          <div className="correction-change" key={field}>
            <label className="correction-choice">
              <input
                type="checkbox"
                name={`apply-${field}`}
                value="yes"
                defaultChecked={refused === null || refused.applied.includes(field)}
              />
              {label}
            </label>
            <FromTo before={before} after={after} afterLabel="Asked for" />
            {now !== null && (
              <p className="correction-now">
                It was changed since; now it says: <span>{now.join(", ")}</span>
              </p>
            )}
          </div>
        ))}
      </fieldset>
      {refused !== null && (
        <p className="form-problem" role="alert">
          {refused.why}
        </p>
      )}
      <label className="field">
        <span>Reason, for the owner to read</span>
        <input className="input" name="reason" defaultValue={refused?.reason ?? ""} autoComplete="off" />
        <small>Needed to reject.</small>
      </label>
      <div className="review-buttons">
        <button type="submit" className="button button-outline" name="decision" value="approved">
          Approve<span className="sr-only"> the changes of {place.name}</span>
        </button>
        <button type="submit" className="button button-outline" name="decision" value="rejected">
          Reject<span className="sr-only"> the changes of {place.name}</span>
        </button>
      </div>
    </form>
  );
}
