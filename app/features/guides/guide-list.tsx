import type { ComponentProps, ComponentType } from "react";

import type { GuideCardData } from "./guide.ts";
import { GuideCard } from "./guide-card.tsx";

/** Guides in columns: as cards with their picture above, or as rows with it beside. */
export function GuideList({
  guides,
  shape = "card",
  startsPage = false,
  Card = GuideCard,
}: {
  guides: readonly GuideCardData[];
  shape?: "card" | "row";
  /** True when the list is the first thing below a page's title. */
  startsPage?: boolean;
  /** What each is shown as: a card that can be saved, say. */
  Card?: ComponentType<Omit<ComponentProps<typeof GuideCard>, "action">>;
}) {
  return (
    <ul className={shape === "row" ? "guide-list guide-list-rows" : "guide-list"}>
      {guides.map((guide, index) => (
        <li key={guide.slug}>
          <Card {...{ guide, shape }} showsViews isFirstPicture={startsPage && index === 0} />
        </li>
      ))}
    </ul>
  );
}
