import { SaveButton } from "./save-button.tsx";

/** The heart at the end of a place's row. */
export function SavePlaceHeart({ place }: { place: { slug: string; name: string; isSaved?: boolean } }) {
  return <SaveButton item={`places/${place.slug}`} name={place.name} isSaved={place.isSaved ?? null} />;
}
