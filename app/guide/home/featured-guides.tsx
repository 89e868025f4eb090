import type { GuideCardData } from "#app/guide/guides/page/guide.ts";
import type { GuideCardShape } from "#app/guide/guides/list/guide-card.tsx";
import { SavableGuideCard } from "#app/people/members/saves/savable-guide-card.tsx";

/** One large card, two beside it, three below. */
const SHAPES: readonly GuideCardShape[] = ["lead", "card", "card", "row", "row", "row"];

export function FeaturedGuides({ guides }: { guides: readonly GuideCardData[] }) {
  return (
    <ul className="featured">
      {guides.slice(0, SHAPES.length).map((guide, index) => (
        <li key={guide.slug}>
          <SavableGuideCard guide={guide} shape={SHAPES[index]} />
        </li>
      ))}
    </ul>
  );
}
