import type { GalleryPhoto } from "../place-photo.ts";

/** Credits the business, or the person who submitted the listing. */
export function formatGalleryCredit(photos: readonly Pick<GalleryPhoto, "isSubmitted">[]): string {
  const noun = photos.length === 1 ? "Photo" : "Photos";
  const submitted = photos.filter(({ isSubmitted }) => isSubmitted).length;
  if (submitted === 0) return `${noun} from the business`;
  return submitted === photos.length
    ? `${noun} submitted with the listing`
    : `${noun} from the business or submitted with the listing`;
}
