import type { ComponentProps } from "react";

import { GuideCard } from "#app/guide/guides/list/guide-card.tsx";

import { SaveButton } from "./save-button.tsx";

/** A guide card with a save button in its corner. */
export function SavableGuideCard(card: Omit<ComponentProps<typeof GuideCard>, "action">) {
  const { slug, title, isSaved } = card.guide;
  return <GuideCard {...card} action={<SaveButton item={`posts/${slug}`} name={title} isSaved={isSaved ?? null} />} />;
}
