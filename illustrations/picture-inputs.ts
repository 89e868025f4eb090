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
  const subject = pictureSubject(place);
  const isChurch = subject === "worship" && CHURCH_WORDS.test(slug);
  const input: PictureInput = { kind: "place", slug, neighborhood, salt, crop, subject: isChurch ? "church" : subject };
  const compositions = LANDMARKS.get(slug);
  return compositions === undefined ? input : { ...input, compositions };
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
  ["thomas-jefferson-memorial", ["blossom"]],
  ["tidal-basin", ["blossom"]],
  ["union-market", ["market"]],
  ["us-capitol", ["dome"]],
  ["us-capitol-visitor-center", ["dome"]],
  ["washington-monument", ["pool"]],
  ["washington-national-cathedral", ["nave", "steeple"]],
]);
