import { FromTo } from "#app/features/corrections/correction-case.tsx";

import type { OwnerEditCase } from "./edit-listing.ts";

/**
 * What an owner wants to be changed, within the form of the case.
 *
 * @param props.applied What was ticked when it was refused; null before that.
 */
export function OwnerEditFields({ about, applied }: { about: OwnerEditCase; applied: readonly string[] | null }) {
  const { changes, note, senderName, sinceLabel } = about;
  return (
    <>
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
                defaultChecked={applied === null || applied.includes(field)}
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
    </>
  );
}
