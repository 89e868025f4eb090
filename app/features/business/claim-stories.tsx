import { Link } from "react-router";

import { type ClaimStory, claimPath } from "./claim.ts";

/** What became of claims, each with what happened when. */
export function ClaimStories({ stories }: { stories: readonly ClaimStory[] }) {
  return (
    <ul className="claim-stories">
      {stories.map(({ id, place, outcome, way, steps }) => (
        <li key={id}>
          <h3 className="h4">
            <Link className="name-link" to={outcome === "granted" ? `/business/${place.slug}` : claimPath(place.slug)}>
              {place.name}
            </Link>
          </h3>
          <p className="text-meta text-stone-5">{`${WAYS[way]}: ${OUTCOMES[outcome]}`}</p>
          <ol className="claim-story">
            {steps.map(({ at, label, text }) => (
              <li key={label}>
                {at === "" ? <b>{label}</b> : <time dateTime={at}>{label}</time>}
                <span>{text}</span>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ul>
  );
}

const WAYS = { mail: "By a mailed code", site: "By a code on the website", evidence: "By an editor" };

const OUTCOMES: Record<ClaimStory["outcome"], string> = {
  waiting: "waits",
  granted: "granted",
  rejected: "not granted",
  withdrawn: "taken back",
  replaced: "not needed any more",
  expired: "run out",
};
