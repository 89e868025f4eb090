import "./claims.css";

import { Link } from "react-router";

import { type ClaimTimeline, claimPath } from "./claim.ts";

/** Claims, each with its steps and their dates. */
export function ClaimTimelines({ stories }: { stories: readonly ClaimTimeline[] }) {
  return (
    <ul className="claim-stories">
      {stories.map(({ id, place, outcome, method, steps }) => (
        <li key={id}>
          <h3 className="h4">
            <Link className="name-link" to={outcome === "granted" ? `/business/${place.slug}` : claimPath(place.slug)}>
              {place.name}
            </Link>
          </h3>
          <p className="text-meta text-muted">{`${METHOD_LABELS[method]}: ${OUTCOME_LABELS[outcome]}`}</p>
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

const METHOD_LABELS = { mail: "By emailed code", site: "By code on the website", evidence: "By an editor" };

const OUTCOME_LABELS: Record<ClaimTimeline["outcome"], string> = {
  waiting: "pending",
  granted: "approved",
  rejected: "not approved",
  withdrawn: "withdrawn",
  replaced: "no longer needed",
  expired: "expired",
};
