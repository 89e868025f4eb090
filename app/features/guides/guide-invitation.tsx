import { Link } from "react-router";

import { counted } from "#app/ui/counted.ts";

import { type GuidePage, type GuideTeaser, MEMBERS_TEXT_CLASS } from "./guide.ts";

/** More neighborhoods than these are counted and not named. */
const NEIGHBORHOODS_NAMED = 4;

/** Stands where a guide for members goes on: what is to be read there, and how to. */
export function GuideInvitation({
  guide: { readMinutes },
  teaser: { placeCount, neighborhoods },
  signInPath,
}: {
  guide: Pick<GuidePage, "readMinutes">;
  teaser: GuideTeaser;
  /** Where a guest signs in and comes back from; null for whoever is signed in. */
  signInPath: string | null;
}) {
  return (
    <section className={`guide-invitation ${MEMBERS_TEXT_CLASS}`} aria-labelledby="for-members">
      <h2 className="h2" id="for-members">
        Members read on
      </h2>
      <p>
        The whole guide takes about {counted(readMinutes, "minute")}. It leads to {counted(placeCount, "place")}
        {neighborhoods.length > 0 && ` in ${listed(neighborhoods)}`}, each with the reason to go and a hint for when you
        are there.
      </p>
      <p>Members pay for the guides that take the longest to write. Every place has a page of its own, open to all.</p>
      <p className="guide-invitation-ways no-print">
        <Link className="button button-primary" to="/subscription">
          See the plans
        </Link>
        {signInPath !== null && (
          <Link className="button button-plain" to={signInPath}>
            Sign in, if you are a member
          </Link>
        )}
      </p>
    </section>
  );
}

/** "Shaw", "Shaw and Georgetown", "Shaw, Georgetown, Brookland, Takoma and 2 more neighborhoods". */
function listed(names: readonly string[]): string {
  const rest = names.length - NEIGHBORHOODS_NAMED;
  const parts = rest > 0 ? [...names.slice(0, NEIGHBORHOODS_NAMED), `${rest} more`] : [...names];
  const last = parts.pop() ?? "";
  return parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
}
