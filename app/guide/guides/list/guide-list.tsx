import type { ComponentProps, ComponentType } from "react";

import type { GuideCardData } from "../page/guide.ts";
import { GuideCard } from "./guide-card.tsx";

/** Guides in columns, as cards or rows. */
export function GuideList({
  guides,
  shape = "card",
  startsPage = false,
  Card = GuideCard,
}: {
  guides: readonly GuideCardData[];
  shape?: "card" | "row";
  /** Whether the list comes first below a page's title. */
  startsPage?: boolean;
  /** The card component, for example one with a save button. */
  Card?: ComponentType<Omit<ComponentProps<typeof GuideCard>, "action">>;
}) {
  return (
    <ul className={shape === "row" ? "guide-list guide-list-rows" : "guide-list"}>
      {guides.map((guide, index) => (
        <li key={guide.slug}>
          <Card {...{ guide, shape }} isFirstPicture={startsPage && index === 0} />
        </li>
      ))}
    </ul>
  );
}
