import "./member-pages.css";

import { SUBSCRIPTION_PATH } from "#app/people/membership/billing-paths.ts";
import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import type { MembershipSummary } from "#app/people/membership/membership/membership-summary.ts";
import { SectionMark } from "#app/ui/marks.tsx";

type MembershipCardProps = {
  name: string;
  /** Null for a free member. */
  membership: MembershipSummary | null;
  /** "November 2026" */
  since: string;
  placeCount: number;
  guideCount: number;
  listCount: number;
};

/** The membership and its usage. */
export function MembershipCard({ name, membership, since, placeCount, guideCount, listCount }: MembershipCardProps) {
  const { listsMax } = entitlementsOf(membership?.tier ?? null);
  return (
    <div className="membership">
      <SectionMark />
      <p className="h3">{membership === null ? "Free Member" : membership.name}</p>
      {membership !== null && <p className="text-row">{membership.until}</p>}
      <p className="text-row">{name}</p>
      <dl>
        <div>
          <dt>Member since</dt>
          <dd>{since}</dd>
        </div>
        <div>
          <dt>Places saved</dt>
          <dd>{placeCount}</dd>
        </div>
        <div>
          <dt>Guides saved</dt>
          <dd>{guideCount}</dd>
        </div>
        <div>
          <dt>Lists</dt>
          <dd>
            {listCount}
            {Number.isFinite(listsMax) && ` of ${listsMax}`}
          </dd>
        </div>
      </dl>
      <a className="button button-outline membership-way" href={SUBSCRIPTION_PATH}>
        {membership === null ? "Upgrade to Premium" : "Manage subscription"}
      </a>
    </div>
  );
}
