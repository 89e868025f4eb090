import "./home.css";

import type { ReactNode } from "react";

import { GuideCard, type GuideCardShape } from "#app/guide/guides/list/guide-card.tsx";
import type { GuideCardData } from "#app/guide/guides/page/guide.ts";

/** One large card, two beside it, three below. */
const SHAPES: readonly GuideCardShape[] = ["lead", "card", "card", "row", "row", "row"];

type FeaturedGuidesProps = {
  guides: readonly GuideCardData[];
  /** What a visitor can do with a guide, in the corner of its card. */
  action: (guide: GuideCardData) => ReactNode;
};

export function FeaturedGuides({ guides, action }: FeaturedGuidesProps) {
  return (
    <ul className="featured">
      {guides.slice(0, SHAPES.length).map((guide, index) => (
        <li key={guide.slug}>
          <GuideCard guide={guide} shape={SHAPES[index]} action={action(guide)} />
        </li>
      ))}
    </ul>
  );
}
