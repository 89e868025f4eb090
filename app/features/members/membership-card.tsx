import { SectionMark } from "#app/ui/marks.tsx";

type MembershipCardProps = {
  name: string;
  /** "November 2026" */
  since: string;
  placeCount: number;
  guideCount: number;
};

/** What the membership is, and what it holds. */
export function MembershipCard({ name, since, placeCount, guideCount }: MembershipCardProps) {
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
      </dl>
    </div>
  );
}
