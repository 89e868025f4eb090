import type { ComponentProps, ReactNode } from "react";

import { GuideCard } from "#app/guide/guides/list/guide-card.tsx";
import type { GuideCardData } from "#app/guide/guides/page/guide.ts";

import { SaveButton } from "./save-button.tsx";

/** A guide card with a save button in its corner. */
export function SavableGuideCard(card: Omit<ComponentProps<typeof GuideCard>, "action">) {
  return <GuideCard {...card} action={guideSaveButton(card.guide)} />;
}

/** The save button of a guide, for lists that take what a visitor can do as a slot. */
export function guideSaveButton({ slug, title, isSaved }: GuideCardData): ReactNode {
  return <SaveButton item={`posts/${slug}`} name={title} isSaved={isSaved ?? null} />;
}
