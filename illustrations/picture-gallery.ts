import { COMPOSITION_TITLES, type Composition } from "./compositions.ts";
import { INKED_NEIGHBORHOODS } from "./inks/neighborhood-inks.ts";
import type { PictureSeason, TimeOfDay } from "./inks/palettes.ts";
import { subjectCompositions } from "./picture-choices.ts";
import { type PictureSubject, SCENE_SUBJECTS } from "./picture-subject.ts";
import { type PictureCrop, type PictureInput, planPicture, SIZES } from "./picture.ts";
import { cyclic } from "./drawing/seeded-random.ts";
import { isShopKind, SHOP_KINDS } from "./shops/shop-kinds.ts";

/** Questions to review a sheet of pictures. The answer to each must be yes. */
export const REVIEW_QUESTIONS = [
  "Squint: is every picture two or three masses?",
  "Can you point at the sun?",
  "Is there one accent, found in a second?",
  "At 64 pixels, is the trade recognizable without text?",
  "Do neighbors differ in composition or time?",
  "With the text covered, do the colors show the neighborhood?",
  "Is nothing important touched by the edge, and everything big crossed by it?",
  "Does no shape float: does it stand, hang or cast a shadow?",
  "Is no person on the edge or under a tree trunk?",
  "Would you hang this one? Where fewer than eight in ten, the composition needs work, not the picture.",
] as const;

export const GALLERY_PICTURES = 200;
export const GALLERY_PAGES_MAX = 20;

/** Finding a picture with a rare time or season may take many tries. */
const TRIES_PER_PICTURE = 60;

export const GALLERY_CROPS: readonly PictureCrop[] = ["card", "hero", "thumb", "wide"];
export const GALLERY_TIMES: readonly TimeOfDay[] = ["morning", "noon", "dusk", "night"];
export const GALLERY_SEASONS: readonly PictureSeason[] = ["summer", "autumn", "winter"];

/** All except the poster, which needs a neighborhood's streets. */
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

type GalleryParameter = "crop" | "time" | "season" | "composition" | "subject" | "page";

/** Unknown values are ignored. */
export function parseGalleryFilters(query: { get: (name: GalleryParameter) => string | null }): GalleryFilters {
  const allowed = <Value extends string>(name: GalleryParameter, values: readonly Value[]): Value | null =>
    values.find((value) => value === query.get(name)) ?? null;
  const page = Number(query.get("page") ?? "1");
  return {
    crop: allowed("crop", GALLERY_CROPS) ?? "card",
    time: allowed("time", GALLERY_TIMES),
    season: allowed("season", GALLERY_SEASONS),
    composition: allowed("composition", GALLERY_COMPOSITIONS),
    subject: allowed("subject", GALLERY_SUBJECTS),
    page: Number.isInteger(page) && page >= 1 && page <= GALLERY_PAGES_MAX ? page : 1,
  };
}

/** The pictures of one sheet, the same each time. Fewer if the filters match fewer. */
export function galleryPictures(filters: GalleryFilters): GalleryPicture[] {
  const { crop, time, season, composition } = filters;
  const subjects = matchingSubjects(filters);
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

/** Reads `{number}/{subject}.{composition|any}.{crop}.svg`; null if the gallery doesn't have that picture. */
export function parseGalleryPicturePath(params: { number: string; file: string }): PictureInput | null {
  const [subjectName, compositionName, cropName, ending] = params.file.split(".");
  const subject = GALLERY_SUBJECTS.find((name) => name === subjectName);
  const crop = GALLERY_CROPS.find((name) => name === cropName);
  const composition = GALLERY_COMPOSITIONS.find((name) => name === compositionName) ?? null;
  if (subject === undefined || crop === undefined || ending !== "svg" || !/^\d{1,6}$/.test(params.number)) return null;
  if (composition === null && compositionName !== "any") return null;
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

/** Varies the neighborhood of each trade. */
const NEIGHBORHOOD_STRIDE = 5;

/** With a composition, only subjects that use it. */
function matchingSubjects({ subject, composition, crop }: GalleryFilters): readonly PictureSubject[] {
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
