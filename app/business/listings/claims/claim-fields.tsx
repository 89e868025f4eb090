import "./claims.css";

import { phoneLabel } from "#app/guide/places/facts/contact-links.ts";

import type { ClaimCase } from "./claim-case.ts";
import { OWNER_ROLE_LABELS } from "../people/place-manager.ts";

/** A claim's details and options in the editor's form for a case. */
export function ClaimFields({ about: { claimer, place, paragraphs, managers } }: { about: ClaimCase }) {
  return (
    <>
      <p className="meta text-row">
        <span>{claimer.name}</span>
        {claimer.email !== null && <span>{claimer.email}</span>}
        <span>Member since {claimer.joinedLabel}</span>
        {claimer.isInactive && <span>Suspended or deleted</span>}
      </p>
      <p className="meta text-row">
        <span>{place.phone === null ? "No phone number on file" : phoneLabel(place.phone)}</span>
        {place.website === null ? (
          <span>No website on file</span>
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
      {managers.length > 0 && (
        <>
          <p>Current owners and managers, who will be notified:</p>
          <ul className="claim-managers">
            {managers.map(({ name, role, sinceLabel }, index) => (
              <li key={index}>{`${name}, ${OWNER_ROLE_LABELS[role].toLowerCase()} since ${sinceLabel}`}</li>
            ))}
          </ul>
          <label className="owner-meant">
            <input type="checkbox" name="replaces" value="yes" />
            Replace them: only the claimant manages the place after approval
          </label>
        </>
      )}
    </>
  );
}
