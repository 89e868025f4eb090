import { phoneLabel } from "#app/features/places/contact.ts";

import type { ClaimCase } from "./claim-case.ts";
import { OWNER_ROLE_NAMES } from "./people.ts";

/** What an editor reads and decides of a claim, within the form of the case. */
export function ClaimFields({ about: { claimer, place, paragraphs, runners } }: { about: ClaimCase }) {
  return (
    <>
      <p className="meta text-row">
        <span>{claimer.name}</span>
        {claimer.email !== null && <span>{claimer.email}</span>}
        <span>Member since {claimer.joinedLabel}</span>
        {claimer.isOut && <span>Suspended, or has left</span>}
      </p>
      <p className="meta text-row">
        <span>{place.phone === null ? "We know no phone number of the place" : phoneLabel(place.phone)}</span>
        {place.website === null ? (
          <span>We know no website of it</span>
        ) : (
          <a className="link" href={place.website} rel="noopener noreferrer nofollow">
            {place.website.replace(/^https?:\/\//, "")}
          </a>
        )}
      </p>
      <blockquote className="claim-evidence">
        {paragraphs.map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
      </blockquote>
      {runners.length > 0 && (
        <>
          <p>Who runs it now, and is told:</p>
          <ul className="claim-runners">
            {runners.map(({ name, role, sinceLabel }, index) => (
              <li key={index}>{`${name}, ${OWNER_ROLE_NAMES[role].toLowerCase()} since ${sinceLabel}`}</li>
            ))}
          </ul>
          <label className="owner-meant">
            <input type="checkbox" name="replaces" value="yes" />
            Whoever claims it takes their place, and they run it no longer
          </label>
        </>
      )}
    </>
  );
}
