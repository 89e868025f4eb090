import { SaveButton } from "./save-button.tsx";

/** The save button at the end of a place row. */
export function SavePlaceHeart({ place }: { place: { slug: string; name: string; isSaved?: boolean } }) {
  return <SaveButton item={`places/${place.slug}`} name={place.name} isSaved={place.isSaved ?? null} />;
}
