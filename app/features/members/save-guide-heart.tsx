import { SaveButton } from "./save-button.tsx";

/** The heart on a guide's card. */
export function SaveGuideHeart({ guide }: { guide: { slug: string; title: string; isSaved?: boolean } }) {
  return <SaveButton item={`posts/${guide.slug}`} name={guide.title} isSaved={guide.isSaved ?? null} />;
}
