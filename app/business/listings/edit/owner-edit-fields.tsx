import { FromTo } from "#app/business/corrections/review/correction-fields.tsx";

import type { OwnerEditCase } from "./owner-edit.ts";

/**
 * An owner edit's changes in the editor's form for a case.
 *
 * @param props.applied What was ticked when the form was refused; null before that.
 */
export function OwnerEditFields({ about, applied }: { about: OwnerEditCase; applied: readonly string[] | null }) {
  const { changes, note, senderName, sinceLabel } = about;
  return (
    <>
      <p className="meta text-meta text-muted">
        <span>{senderName}, who manages it</span>
        <span>{sinceLabel}</span>
      </p>
      {note !== "" && <p className="correction-note">Note: {note}</p>}
      <fieldset className="correction-changes">
        <legend>Changes to apply</legend>
        {changes.map(({ field, label, before, after, now }) => (
          <div className="correction-change" key={field}>
            <label className="correction-choice">
              <input
                type="checkbox"
                name={`apply-${field}`}
                value="yes"
                defaultChecked={applied === null || applied.includes(field)}
              />
              {label}
            </label>
            <FromTo before={before} after={after} afterLabel="Requested" />
            {now !== null && (
              <p className="correction-now">
                It has changed since. Now: <span>{now.join(", ")}</span>
              </p>
            )}
          </div>
        ))}
      </fieldset>
    </>
  );
}
