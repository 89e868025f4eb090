import "./guide-page.css";

import { Link } from "react-router";

import { pluralize } from "#app/ui/format-count.ts";

import { type GuidePage, type GuideTeaser, MEMBERS_PART_CLASS } from "./guide.ts";

/** How many neighborhoods are named; the rest are only counted. */
const NEIGHBORHOODS_NAMED = 4;

/** The paywall of a members' guide: what the rest contains, and how to read it. */
export function GuidePaywall({
  guide: { readMinutes },
  teaser: { placeCount, neighborhoods },
  signInPath,
}: {
  guide: Pick<GuidePage, "readMinutes">;
  teaser: GuideTeaser;
  /** The sign-in URL for guests, with the return path; null for members. */
  signInPath: string | null;
}) {
  return (
    <section className={`guide-invitation ${MEMBERS_PART_CLASS}`} aria-labelledby="for-members">
      <h2 className="h2" id="for-members">
        The rest is for members
      </h2>
      <p>
        The full guide takes about {pluralize(readMinutes, "minute")} to read. It covers{" "}
        {pluralize(placeCount, "place")}
        {neighborhoods.length > 0 && ` in ${listNames(neighborhoods)}`}, each with the reason to go and a tip for when
        you’re there.
      </p>
      <p>
        Memberships pay for the guides that take longest to write. Every place also has its own page, free for everyone.
      </p>
      <p className="guide-invitation-ways no-print">
        <Link className="button button-primary" to="/subscription">
          See plans
        </Link>
        {signInPath !== null && (
          <Link className="button button-plain" to={signInPath}>
            Already a member? Sign in
          </Link>
        )}
      </p>
    </section>
  );
}

/** "Shaw", "Shaw and Georgetown", "Shaw, Georgetown, Brookland, Takoma and 2 more neighborhoods". */
function listNames(names: readonly string[]): string {
  const rest = names.length - NEIGHBORHOODS_NAMED;
  const parts = rest > 0 ? [...names.slice(0, NEIGHBORHOODS_NAMED), `${rest} more`] : [...names];
  const last = parts.pop() ?? "";
  return parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
}
