import { ALT_CHARACTERS_MAX, PHOTO_BYTES_MAX, PHOTOS_PER_PLACE_MAX, PHOTOS_PER_SUBMISSION_MAX } from "./place-photo.ts";

/** More than the largest phones take, and a hundred megabytes and more once it is unpacked. */
export const PHOTO_PIXELS_MAX = 50_000_000;

/** The shorter side of the smallest photo that still looks like something on a phone. */
export const PHOTO_SIDE_MIN = 400;

/** A panorama longer than this would be a stripe. */
export const PHOTO_RATIO_MAX = 4;

/** Files sent for one place in 24 hours, those taken off again too: what is kept for the way back has an end. */
export const UPLOADS_PER_DAY_MAX = 100;

/** The same of one submission: enough to choose all of its photos anew three times. */
export const SUBMITTED_PER_DAY_MAX = 24;

/** And of all submissions together: some four gigabytes with all that is made of them, if every file is as large as can be. */
export const SUBMITTED_BY_ALL_PER_DAY_MAX = 600;

/** Why a photo is not taken, and what it is told: "photo.gif: It is no ...". */
export const PHOTO_REFUSALS = {
  "too-large": `It is larger than ${PHOTO_BYTES_MAX / 1024 / 1024} MB.`,
  "too-many-pixels": `It has more than ${PHOTO_PIXELS_MAX / 1_000_000} megapixels.`,
  "too-small": `It is too small: the shorter side wants at least ${PHOTO_SIDE_MIN} pixels.`,
  "too-long": `It is too long: at most ${PHOTO_RATIO_MAX} times as long as wide.`,
  heic: "HEIC photos can’t be read here. Export it as JPEG and choose that: on a Mac in Preview by File and Export, on Windows in Photos by Save as. An iPhone takes the next ones as JPEG with Settings, Camera, Formats, Most Compatible.",
  moving: "It moves. Choose a still picture.",
  "not-a-picture": "It is no JPEG, PNG, WebP or AVIF, whatever its name says.",
  broken: "It is damaged or cut off. Choose the whole file.",
  "taken-down": "A moderator has taken this photo off the site.",
  full: `A place has at most ${PHOTOS_PER_PLACE_MAX} photos. Take one off first.`,
  "too-often": `That is too much for one day: at most ${UPLOADS_PER_DAY_MAX} files. Try again tomorrow.`,
  "submission-full": `A submission has at most ${PHOTOS_PER_SUBMISSION_MAX} photos. Remove one first.`,
  "submission-too-often": `That is too much for one day: at most ${SUBMITTED_PER_DAY_MAX} files. Try again tomorrow.`,
  "submissions-full": "So many photos were sent today that no more are taken. Try again tomorrow.",
  "submission-closed": "An editor has decided meanwhile, so nothing can be added any more.",
  busy: "Too many photos come in at once. Try again in a moment.",
  "no-storage": "It could not be kept just now. Try again in a moment.",
} as const;
export type PhotoRefusal = keyof typeof PHOTO_REFUSALS;

/** The status that a refusal has where one file was sent alone. */
export function refusalStatus(refusal: PhotoRefusal): 409 | 413 | 422 | 429 | 503 {
  switch (refusal) {
    case "too-large":
      return 413;
    case "taken-down":
    case "full":
    case "submission-full":
    case "submission-closed":
      return 409;
    case "too-often":
    case "submission-too-often":
    case "submissions-full":
      return 429;
    case "busy":
    case "no-storage":
      return 503;
    case "too-many-pixels":
    case "too-small":
    case "too-long":
    case "moving":
    case "broken":
    case "not-a-picture":
    case "heic":
      return 422;
  }
}

export const ALT_HINT = `For whoever can’t see it, and for search: “Long room with green booths and a tin ceiling”. Up to ${ALT_CHARACTERS_MAX} characters.`;
