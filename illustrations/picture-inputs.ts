import { COMPOSITION_TITLES, type Composition } from "./compositions.ts";
import { hashText } from "./drawing/seeded-random.ts";
import { type PictureSubject, pictureSubject } from "./picture-subject.ts";
import type { PictureCrop, PictureInput } from "./picture.ts";
import { picturePaths } from "./picture-url.ts";

/** A listed place (`isDescribed` false) shares its picture with those of its kind in its street. */
type PicturedPlace = {
  slug: string;
  category: string;
  type: string;
  neighborhood: string;
  /** With the house number: "1264 Wisconsin Avenue". */
  street: string | null;
  isDescribed: boolean;
  salt: number;
};

/** What to draw for a place. */
export function placePictureInput(place: PicturedPlace & { crop: PictureCrop }): PictureInput {
  const { slug, neighborhood, salt, crop } = place;
  if (!place.isDescribed) return kindPictureInput({ ...sharedPicture(place), crop });
  const subject = pictureSubject(place);
  const isChurch = subject === "worship" && CHURCH_WORDS.test(slug);
  const input: PictureInput = { kind: "place", slug, neighborhood, salt, crop, subject: isChurch ? "church" : subject };
  const compositions = LANDMARKS.get(slug);
  return compositions === undefined ? input : { ...input, compositions };
}

/** The paths of a place's picture in each crop. */
export function placePicturePaths(place: PicturedPlace) {
  if (place.isDescribed) return picturePaths({ kind: "places", slug: place.slug, salt: place.salt });
  const { subject, variant } = sharedPicture(place);
  return picturePaths({ kind: "kinds", slug: subject, salt: variant });
}

/** So many pictures of a kind, for the streets to share. */
export const KIND_PICTURES = 24;

/** What to draw for all places of a kind in a street. */
export function kindPictureInput({
  subject,
  variant,
  crop,
}: {
  subject: PictureSubject;
  variant: number;
  crop: PictureCrop;
}): PictureInput {
  return { kind: "place", slug: `all-${subject}`, subject, neighborhood: null, salt: variant, crop };
}

function sharedPicture(place: PicturedPlace): { subject: PictureSubject; variant: number } {
  const subject = pictureSubject(place);
  // "1264-1268 Wisconsin Avenue" and "1300 Wisconsin Avenue" are one street.
  const street = (place.street ?? place.neighborhood).toLowerCase().replace(/^[\d/& -]+[a-z]? /, "");
  return { subject, variant: hashText(`${subject}|${street}`) % KIND_PICTURES };
}

/** What to draw for a guide: the composition chosen by its editors, else one for its category and keywords. */
export function guidePictureInput(guide: {
  slug: string;
  category: string;
  neighborhood: string | null;
  picture: string | null;
  /** They decide the subject. */
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
  return picture !== null && isComposition(picture) ? { ...input, compositions: [picture] } : input;
}

function isComposition(text: string): text is Composition {
  return Object.hasOwn(COMPOSITION_TITLES, text);
}

/** A house of worship is drawn as a church only if its name says so. */
const CHURCH_WORDS =
  /(?:^|-)(?:abbey|ame|baptist|basilica|cathedral|chapel|church|episcopal|lutheran|methodist|our-lady|parish|presbyterian|saint|shrine|st)(?:-|$)/;

/** Compositions of well-known landmarks, by slug. */
const LANDMARKS: ReadonlyMap<string, readonly Composition[]> = new Map<string, readonly Composition[]>([
  ["arlington-memorial-bridge", ["bridge"]],
  ["boulder-bridge", ["trail"]],
  ["c-and-o-canal", ["canal"]],
  ["eastern-market", ["market"]],
  ["library-of-congress", ["stacks", "dome"]],
  ["lincoln-memorial", ["lincoln"]],
  ["lincoln-memorial-reflecting-pool", ["pool"]],
  ["national-museum-of-african-american-history-and-culture", ["corona"]],
  ["national-gallery-of-art", ["sanctuary"]],
  ["national-museum-of-natural-history", ["sanctuary"]],
  ["thomas-jefferson-memorial", ["blossom"]],
  ["tidal-basin", ["blossom"]],
  ["union-market", ["market"]],
  ["us-capitol", ["dome"]],
  ["us-capitol-visitor-center", ["dome"]],
  ["washington-monument", ["pool"]],
  ["washington-national-cathedral", ["nave", "steeple"]],
]);
