import sharp, { type Sharp, type SharpOptions } from "sharp";

import { RenderQueue } from "#app/lib/render-queue.ts";

import { type Crop, cropRectangle, type Size } from "./crop.ts";
import { PHOTO_PIXELS_MAX, PHOTO_RATIO_MAX, PHOTO_SIDE_MIN, type PhotoRefusal } from "./photo-refusals.ts";
import { detectPictureFormat } from "./picture-format.ts";
import { PHOTO_FORMATS, PHOTO_TYPES, type PhotoFile, type PhotoFormat, photoWidths } from "../place-photo.ts";

// Only these four decoders are enabled, whatever a file claims to be. New decoders of a sharp update stay blocked.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadHeif"],
});
// Each picture is processed once, so a cache only wastes memory.
sharp.cache(false);

/** The longer side of the stored original: a crop of half of it still fills a large screen. */
const MASTER_SIDE_MAX = 3_200;
const MASTER_QUALITY = 92;

/** The uncropped photo, for the owner's pages. */
const UNCROPPED_SIDE_MAX = 960;
const UNCROPPED_QUALITY = 75;

/** Chosen by eye on facades and food at twice the size; bench/uploads.ts measures the cost. */
const QUALITIES = { avif: { quality: 55, effort: 3 }, webp: { quality: 78, effort: 4 }, jpg: { quality: 80 } } as const;

/** Timeout for one picture. A PNG of 50 megapixels takes about two seconds on a busy machine. */
const WORK_SECONDS_MAX = 20;

/** At about a second each, the longest wait that a visitor is likely to accept. */
const QUEUE_LENGTH_MAX = 20;

/** One at a time: a picture of 50 megapixels takes hundreds of megabytes while it is processed. */
const queue = new RenderQueue(QUEUE_LENGTH_MAX);

const DECODE_OPTIONS: SharpOptions = {
  limitInputPixels: PHOTO_PIXELS_MAX,
  failOn: "error",
  unlimited: false,
  sequentialRead: true,
  autoOrient: true,
  // Decode the first frame only. Animated pictures are refused before.
  pages: 1,
};

/** A photo re-encoded from its pixels alone, upright and in sRGB: the stored original and a small uncropped version. */
export type ProcessedPicture = Size & { master: Uint8Array; uncropped: Uint8Array };

/** Decodes an uploaded file. @returns A refusal when it isn't an accepted photo. */
export async function processPicture(bytes: Uint8Array): Promise<ProcessedPicture | PhotoRefusal> {
  const format = detectPictureFormat(bytes);
  if (format === null) return "not-a-picture";
  if (format === "heic") return "heic";
  return queue.run(async () => {
    try {
      const refusal = await refusalByHeader(bytes);
      return refusal ?? (await reencode(bytes));
    } catch (error) {
      // sharp throws a plain Error for a file it can't decode. Errors of other types are bugs.
      if (error instanceof Error && error.constructor === Error) return "broken";
      throw error;
    }
  });
}

/** Checks the header before any pixel is decoded. */
async function refusalByHeader(bytes: Uint8Array): Promise<PhotoRefusal | null> {
  const {
    width,
    height,
    pages = 1,
  } = await sharp(bytes, { ...DECODE_OPTIONS, limitInputPixels: false, pages: -1 }).metadata();
  if (pages > 1) return "moving";
  if (width * height > PHOTO_PIXELS_MAX) return "too-many-pixels";
  if (Math.min(width, height) < PHOTO_SIDE_MIN) return "too-small";
  return Math.max(width, height) / Math.min(width, height) > PHOTO_RATIO_MAX ? "too-long" : null;
}

async function reencode(bytes: Uint8Array): Promise<ProcessedPicture> {
  const { data: master, info } = await fitInside(sharp(bytes, DECODE_OPTIONS), MASTER_SIDE_MAX)
    // Transparent pixels become white instead of black.
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: MASTER_QUALITY, chromaSubsampling: "4:4:4" })
    .timeout({ seconds: WORK_SECONDS_MAX })
    .toBuffer({ resolveWithObject: true });
  const whole = await fitInside(sharp(master), UNCROPPED_SIDE_MAX)
    .jpeg({ quality: UNCROPPED_QUALITY, mozjpeg: true })
    .toBuffer();
  return { master: master, uncropped: whole, width: info.width, height: info.height };
}

function fitInside(picture: Sharp, side: number): Sharp {
  return picture.resize(side, side, { fit: "inside", withoutEnlargement: true }).toColourspace("srgb");
}

export type RenderedPhotoFile = PhotoFile & { bytes: Uint8Array; type: string };

/**
 * Renders a stored original's crop in every width and format. Files are queued one after the other, so that an upload waits
 * for one of them at most.
 *
 * @throws Error when the queue is full. Callers retry later.
 */
export async function* renderPhotoFiles(
  master: Uint8Array,
  { crop, size, formats = PHOTO_FORMATS }: { crop: Crop; size: Size; formats?: readonly PhotoFormat[] },
): AsyncGenerator<RenderedPhotoFile> {
  const area = cropRectangle(crop, size);
  for (const width of photoWidths(area.width)) {
    for (const format of formats) {
      const bytes = await queue.run(() => {
        const picture = sharp(master).extract(area).resize({ width }).timeout({ seconds: WORK_SECONDS_MAX });
        if (format === "avif") return picture.avif(QUALITIES.avif).toBuffer();
        if (format === "webp") return picture.webp(QUALITIES.webp).toBuffer();
        return picture.jpeg({ ...QUALITIES.jpg, mozjpeg: true }).toBuffer();
      });
      if (bytes === "busy") throw new Error("Too many pictures are queued");
      yield { width, format, bytes, type: PHOTO_TYPES[format] };
    }
  }
}
