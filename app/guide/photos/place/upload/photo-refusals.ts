import {
  ALT_CHARACTERS_MAX,
  PHOTO_BYTES_MAX,
  PHOTOS_PER_PLACE_MAX,
  PHOTOS_PER_SUBMISSION_MAX,
} from "../place-photo.ts";

/** More than the largest phone cameras have; decoded it is well over a hundred megabytes. */
export const PHOTO_PIXELS_MAX = 50_000_000;

/** The shorter side of the smallest photo that still looks acceptable on a phone. */
export const PHOTO_SIDE_MIN = 400;

/** A longer panorama would be shown as a thin stripe. */
export const PHOTO_RATIO_MAX = 4;

/** Files per place in 24 hours, removed ones included, because removed files stay stored until they can't be restored. */
export const UPLOADS_PER_DAY_MAX = 100;

/** Files per submission in 24 hours: enough to replace all of its photos three times. */
export const SUBMISSION_UPLOADS_PER_DAY_MAX = 24;

/** Files of all submissions in 24 hours: about four gigabytes with all sizes, if every file has the maximum size. */
export const ALL_SUBMISSIONS_UPLOADS_PER_DAY_MAX = 600;

/** Why a photo is refused. Shown after the file's name: "photo.gif: It isn't a ...". */
export const PHOTO_REFUSAL_MESSAGES = {
  "too-large": `It’s larger than ${PHOTO_BYTES_MAX / 1024 / 1024} MB.`,
  "too-many-pixels": `It has more than ${PHOTO_PIXELS_MAX / 1_000_000} megapixels.`,
  "too-small": `It’s too small: the shorter side needs at least ${PHOTO_SIDE_MIN} pixels.`,
  "too-long": `It’s too long: the longer side can be at most ${PHOTO_RATIO_MAX} times the shorter.`,
  heic: "We can’t read HEIC photos. Export it as JPEG and upload that: on a Mac, open it in Preview and choose File, Export. On Windows, open it in Photos and choose Save as. To take JPEG photos with an iPhone, choose Settings, Camera, Formats, Most Compatible.",
  moving: "It’s animated. Choose a still picture.",
  "not-a-picture": "It isn’t a JPEG, PNG, WebP or AVIF file, whatever its name says.",
  broken: "It’s damaged or incomplete. Choose the whole file.",
  "taken-down": "An editor removed this photo from the site.",
  full: `A place can have ${PHOTOS_PER_PLACE_MAX} photos. Remove one first.`,
  "too-often": `You can upload ${UPLOADS_PER_DAY_MAX} files a day. Try again tomorrow.`,
  "submission-full": `A submission can have ${PHOTOS_PER_SUBMISSION_MAX} photos. Remove one first.`,
  "submission-too-often": `You can upload ${SUBMISSION_UPLOADS_PER_DAY_MAX} files a day. Try again tomorrow.`,
  "submissions-full": "We received too many photos today. Try again tomorrow.",
  "submission-closed": "An editor has already decided, so you can’t add photos any more.",
  busy: "We’re receiving too many photos right now. Try again in a moment.",
  "no-storage": "We couldn’t save it just now. Try again in a moment.",
} as const;
export type PhotoRefusal = keyof typeof PHOTO_REFUSAL_MESSAGES;

/** The HTTP status of a refusal when a single file was sent. */
export function photoRefusalStatus(refusal: PhotoRefusal): 409 | 413 | 422 | 429 | 503 {
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

export const ALT_HINT = `For people who can’t see it, and for search. Example: “Long room with green booths and a tin ceiling”. Up to ${ALT_CHARACTERS_MAX} characters.`;
