import type { ComponentProps } from "react";

import { GuideCard } from "#app/features/guides/guide-card.tsx";

import { SaveGuideHeart } from "./save-guide-heart.tsx";

/** A guide's card with the heart in its corner. */
export function SavableGuideCard(card: Omit<ComponentProps<typeof GuideCard>, "action">) {
  return <GuideCard {...card} action={<SaveGuideHeart guide={card.guide} />} />;
}
