import { COMPOSITION_TITLES, type Composition } from "./compositions.ts";
import { INKED_NEIGHBORHOODS } from "./neighborhood-inks.ts";
import type { PictureSeason, TimeOfDay } from "./palettes.ts";
import { subjectCompositions } from "./picture-choices.ts";
import { type PictureSubject, SCENE_SUBJECTS } from "./picture-subject.ts";
import { type PictureCrop, type PictureInput, planPicture, SIZES } from "./picture.ts";
import { cyclic } from "./seeded-random.ts";
import { isShopKind, SHOP_KINDS } from "./shop-kinds.ts";

/** What a sheet of pictures is asked when it is judged; each must be answered with yes. */
export const JUDGING_QUESTIONS = [
  "Squint: is every picture two or three masses?",
  "Can you point at the sun?",
  "Is there one accent, found in a second?",
  "At 64 pixels, is the trade named without reading?",
  "Do no two side by side share composition and time?",
  "Is the neighborhood told by its colors, with the words covered?",
  "Is nothing important touched by the edge, and everything big crossed by it?",
  "Does no shape float: does it stand, hang or cast a shadow?",
  "Is no person on the edge or under a tree trunk?",
  "Would you hang this one? Where fewer than eight in ten, the composition needs work, not the picture.",
] as const;

export const GALLERY_PICTURES = 200;
export const GALLERY_PAGES_MAX = 20;

/** A rare time or season may need many tries for one picture. */
const TRIES_PER_PICTURE = 60;

export const GALLERY_CROPS: readonly PictureCrop[] = ["card", "hero", "thumb", "wide"];
export const GALLERY_TIMES: readonly TimeOfDay[] = ["morning", "noon", "dusk", "night"];
export const GALLERY_SEASONS: readonly PictureSeason[] = ["summer", "autumn", "winter"];

/** A poster needs the streets of its neighborhood: the pages of neighborhoods show those. */
export const GALLERY_COMPOSITIONS: readonly Composition[] = Object.keys(COMPOSITION_TITLES)
  .filter(isComposition)
  .filter((name) => name !== "poster")
  .toSorted();

export const GALLERY_SUBJECTS: readonly PictureSubject[] = [
  ...Object.keys(SHOP_KINDS).filter(isShopKind),
  ...SCENE_SUBJECTS,
].toSorted();

export type GalleryFilters = {
  crop: PictureCrop;
  time: TimeOfDay | null;
  season: PictureSeason | null;
  composition: Composition | null;
  subject: PictureSubject | null;
  page: number;
};

export type GalleryPicture = { path: string; label: string; width: number; height: number };

/** Words the gallery doesn't know count as not given. */
export function readGalleryFilters(query: URLSearchParams): GalleryFilters {
  const known = <Word extends string>(name: string, words: readonly Word[]): Word | null =>
    words.find((word) => word === query.get(name)) ?? null;
  const page = Number(query.get("page") ?? "1");
  return {
    crop: known("crop", GALLERY_CROPS) ?? "card",
    time: known("time", GALLERY_TIMES),
    season: known("season", GALLERY_SEASONS),
    composition: known("composition", GALLERY_COMPOSITIONS),
    subject: known("subject", GALLERY_SUBJECTS),
    page: Number.isInteger(page) && page >= 1 && page <= GALLERY_PAGES_MAX ? page : 1,
  };
}

/** The pictures of one sheet, the same each time. Fewer than a sheet where the filters allow no more. */
export function galleryPictures(filters: GalleryFilters): GalleryPicture[] {
  const { crop, time, season, composition } = filters;
  const subjects = subjectsShown(filters);
  const wanted = GALLERY_PICTURES * filters.page;
  const found: GalleryPicture[] = [];
  for (let number = 0; number < wanted * TRIES_PER_PICTURE && found.length < wanted; number += 1) {
    const subject = cyclic(subjects, number);
    const plan = planPicture(galleryInput({ number, subject, composition, crop }));
    if ((time !== null && plan.time !== time) || (season !== null && plan.season !== season)) continue;
    found.push({
      path: `/development/pictures/${number}/${subject}.${composition ?? "any"}.${crop}.svg`,
      label: `${subject}: ${plan.composition}, ${plan.time}${plan.season === "summer" ? "" : `, ${plan.season}`}`,
      ...SIZES[crop],
    });
  }
  return found.slice(wanted - GALLERY_PICTURES);
}

/** Reads `{number}/{subject}.{composition|any}.{crop}.svg`; null when the gallery has no such picture. */
export function readGalleryPicture(params: { number: string; file: string }): PictureInput | null {
  const [subjectWord, compositionWord, cropWord, ending] = params.file.split(".");
  const subject = GALLERY_SUBJECTS.find((name) => name === subjectWord);
  const crop = GALLERY_CROPS.find((name) => name === cropWord);
  const composition = GALLERY_COMPOSITIONS.find((name) => name === compositionWord) ?? null;
  if (subject === undefined || crop === undefined || ending !== "svg" || !/^\d{1,6}$/.test(params.number)) return null;
  if (composition === null && compositionWord !== "any") return null;
  return galleryInput({ number: Number(params.number), subject, composition, crop });
}

function galleryInput(sample: {
  number: number;
  subject: PictureSubject;
  composition: Composition | null;
  crop: PictureCrop;
}): PictureInput {
  const { number, subject, composition, crop } = sample;
  return {
    kind: "place",
    slug: `sample-${number}`,
    subject,
    neighborhood: cyclic(INKED_NEIGHBORHOODS, number * NEIGHBORHOOD_STRIDE),
    crop,
    salt: 0,
    ...(composition === null ? {} : { compositions: [composition] }),
  };
}

/** So that one trade isn't always seen in the same neighborhood. */
const NEIGHBORHOOD_STRIDE = 5;

/** With a composition, only the subjects that are ever drawn as it. */
function subjectsShown({ subject, composition, crop }: GalleryFilters): readonly PictureSubject[] {
  if (subject !== null) return [subject];
  if (composition === null) return GALLERY_SUBJECTS;
  const fitting = GALLERY_SUBJECTS.filter((each) =>
    subjectCompositions({ kind: "place", subject: each, crop }).includes(composition),
  );
  return fitting.length === 0 ? GALLERY_SUBJECTS : fitting;
}

function isComposition(text: string): text is Composition {
  return Object.hasOwn(COMPOSITION_TITLES, text);
}
