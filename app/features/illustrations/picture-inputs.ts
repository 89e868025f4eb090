import { COMPOSITION_TITLES, type Composition } from "./compositions.ts";
import { pictureSubject } from "./picture-subject.ts";
import type { PictureCrop, PictureInput } from "./picture.ts";

/** What to draw for a place. */
export function placePictureInput(place: {
  slug: string;
  category: string;
  type: string;
  neighborhood: string;
  salt: number;
  crop: PictureCrop;
}): PictureInput {
  const { slug, neighborhood, salt, crop } = place;
  return { kind: "place", slug, neighborhood, salt, crop, subject: pictureSubject(place) };
}

/** What to draw for a guide: the composition its editors chose, else what its category suggests. */
export function guidePictureInput(guide: {
  slug: string;
  category: string;
  neighborhood: string | null;
  picture: string | null;
  /** What it is about decides what is drawn. */
  keywords: string[];
  salt: number;
  crop: PictureCrop;
}): PictureInput {
  const { slug, neighborhood, salt, crop, picture } = guide;
  const input: PictureInput = {
    kind: "guide",
    slug,
    neighborhood,
    salt,
    crop,
    subject: pictureSubject({ category: guide.category, type: guide.keywords.join(" ") }),
  };
  return picture !== null && isComposition(picture) ? { ...input, composition: picture } : input;
}

function isComposition(text: string): text is Composition {
  return Object.hasOwn(COMPOSITION_TITLES, text);
}
