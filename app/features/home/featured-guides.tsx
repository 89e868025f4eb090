import type { GuideCardData } from "#app/features/guides/guide.ts";
import { GuideCard, type GuideCardShape } from "#app/features/guides/guide-card.tsx";

/** One large, two beside it, three below. */
const SHAPES: readonly GuideCardShape[] = ["lead", "card", "card", "row", "row", "row"];

export function FeaturedGuides({ guides }: { guides: readonly GuideCardData[] }) {
  return (
    <ul className="featured">
      {guides.slice(0, SHAPES.length).map((guide, index) => (
        <li key={guide.slug}>
          <GuideCard guide={guide} shape={SHAPES[index]} />
        </li>
      ))}
    </ul>
  );
}
