import { SectionMark } from "#app/ui/marks.tsx";

import { FREE_LISTS_MAX } from "./list.ts";

type MembershipCardProps = {
  name: string;
  /** "November 2026" */
  since: string;
  placeCount: number;
  guideCount: number;
  listCount: number;
};

/** What the membership is, and what it holds. */
export function MembershipCard({ name, since, placeCount, guideCount, listCount }: MembershipCardProps) {
  return (
    <div className="membership">
      <SectionMark />
      <p className="h3">Free Member</p>
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
            {listCount} of {FREE_LISTS_MAX}
          </dd>
        </div>
      </dl>
    </div>
  );
}
