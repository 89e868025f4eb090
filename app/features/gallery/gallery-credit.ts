import type { GalleryPhoto } from "./place-photo.ts";

/** Who speaks by photos: the business, or whoever sent its listing in; never the guide. */
export function galleryCredit(photos: readonly Pick<GalleryPhoto, "isSubmitted">[]): string {
  const what = photos.length === 1 ? "Photo" : "Photos";
  const submitted = photos.filter(({ isSubmitted }) => isSubmitted).length;
  if (submitted === 0) return `${what} from the business`;
  return submitted === photos.length
    ? `${what} sent in with the listing`
    : `${what} from the business or sent in with the listing`;
}
