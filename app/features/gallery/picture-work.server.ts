import sharp, { type Sharp, type SharpOptions } from "sharp";

import { RenderQueue } from "#app/lib/render-queue.ts";

import { type Crop, cutOf, type Size } from "./crop.ts";
import { PHOTO_PIXELS_MAX, PHOTO_RATIO_MAX, PHOTO_SIDE_MIN, type PhotoRefusal } from "./photo-refusals.ts";
import { pictureFormatOf } from "./picture-format.ts";
import { PHOTO_FORMATS, PHOTO_TYPES, type PhotoFile, type PhotoFormat, widthsOf } from "./place-photo.ts";

// Only these four readers exist for us: what a file claims to be can't wake another, and a new one is not there by itself.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadHeif"],
});
// Each picture is seen once: memory that waits for the next is memory lost.
sharp.cache(false);

/** The longer side of the picture that is kept: half of it still fills a large screen. */
const KEPT_SIDE_MAX = 3_200;
const KEPT_QUALITY = 92;

/** All of it, for the pages of whoever runs the place. */
const WHOLE_SIDE_MAX = 960;
const WHOLE_QUALITY = 75;

/** Chosen by eye on facades and food at twice the size; bench/uploads.ts says what they cost. */
const QUALITIES = { avif: { quality: 55, effort: 3 }, webp: { quality: 78, effort: 4 }, jpg: { quality: 80 } } as const;

/** What a picture that holds up the line may take. 50 megapixels of PNG take about two on a busy machine. */
const WORK_SECONDS_MAX = 20;

/** At about a second each, as long as somebody looks at a bar that stands still. */
const WAITING_MAX = 20;

/** One at a time: a picture of 50 megapixels takes some hundred megabytes while it is worked on. */
const queue = new RenderQueue(WAITING_MAX);

const READING: SharpOptions = {
  limitInputPixels: PHOTO_PIXELS_MAX,
  failOn: "error",
  unlimited: false,
  sequentialRead: true,
  autoOrient: true,
  // The first of several: what moves is refused by then.
  pages: 1,
};

/** What is kept of a photo: encoded anew, upright, in sRGB, and nothing of the file but its pixels. */
export type ReadPicture = Size & { kept: Uint8Array; whole: Uint8Array };

/** Reads whatever somebody has sent; a refusal when it is no photo that we take. */
export async function readPicture(bytes: Uint8Array): Promise<ReadPicture | PhotoRefusal> {
  const format = pictureFormatOf(bytes);
  if (format === null) return "not-a-picture";
  if (format === "heic") return "heic";
  return queue.run(async () => {
    try {
      const refusal = await refusalByHeader(bytes);
      return refusal ?? (await encodeAnew(bytes));
    } catch (error) {
      // sharp has no other word for what it can't read; our own faults have other types.
      if (error instanceof Error && error.constructor === Error) return "broken";
      throw error;
    }
  });
}

/** Before a pixel is unpacked. */
async function refusalByHeader(bytes: Uint8Array): Promise<PhotoRefusal | null> {
  const {
    width,
    height,
    pages = 1,
  } = await sharp(bytes, { ...READING, limitInputPixels: false, pages: -1 }).metadata();
  if (pages > 1) return "moving";
  if (width * height > PHOTO_PIXELS_MAX) return "too-many-pixels";
  if (Math.min(width, height) < PHOTO_SIDE_MIN) return "too-small";
  return Math.max(width, height) / Math.min(width, height) > PHOTO_RATIO_MAX ? "too-long" : null;
}

async function encodeAnew(bytes: Uint8Array): Promise<ReadPicture> {
  const { data: kept, info } = await fitted(sharp(bytes, READING), KEPT_SIDE_MAX)
    // What shows through is paper, and not black.
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: KEPT_QUALITY, chromaSubsampling: "4:4:4" })
    .timeout({ seconds: WORK_SECONDS_MAX })
    .toBuffer({ resolveWithObject: true });
  const whole = await fitted(sharp(kept), WHOLE_SIDE_MAX).jpeg({ quality: WHOLE_QUALITY, mozjpeg: true }).toBuffer();
  return { kept, whole, width: info.width, height: info.height };
}

function fitted(picture: Sharp, side: number): Sharp {
  return picture.resize(side, side, { fit: "inside", withoutEnlargement: true }).toColourspace("srgb");
}

export type MadeFile = PhotoFile & { bytes: Uint8Array; type: string };

/**
 * What is shown of a kept picture, in every width and format, one file after the other, so that somebody's upload need wait for
 * one of them at most.
 *
 * @throws Error "busy" like any other failure: whoever calls tries again later.
 */
export async function* makeFiles(
  kept: Uint8Array,
  { crop, size, formats = PHOTO_FORMATS }: { crop: Crop; size: Size; formats?: readonly PhotoFormat[] },
): AsyncGenerator<MadeFile> {
  const cut = cutOf(crop, size);
  for (const width of widthsOf(cut.width)) {
    for (const format of formats) {
      const bytes = await queue.run(() => {
        const picture = sharp(kept).extract(cut).resize({ width }).timeout({ seconds: WORK_SECONDS_MAX });
        if (format === "avif") return picture.avif(QUALITIES.avif).toBuffer();
        if (format === "webp") return picture.webp(QUALITIES.webp).toBuffer();
        return picture.jpeg({ ...QUALITIES.jpg, mozjpeg: true }).toBuffer();
      });
      if (bytes === "busy") throw new Error("Too many pictures wait");
      yield { width, format, bytes, type: PHOTO_TYPES[format] };
    }
  }
}
