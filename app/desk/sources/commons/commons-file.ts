import type { PlacePicture } from "#app/db/columns/photo-columns.ts";
import { PictureSchema } from "#app/guide/places/facts/place-facts.ts";
import { getList, getPath, getText } from "#app/desk/imports/readers/parse-fields.ts";

import { readLicense } from "./free-license.ts";
import { htmlToText } from "./html-text.ts";
import { fileName } from "./wikidata-item.ts";

/** Why a picture isn't taken, in words for the operator. */
export const PICTURE_REFUSALS = {
  missing: "the file isn’t on Commons",
  kind: "not a photograph",
  small: "too small",
  license: "no license that is on our list",
  nonFree: "marked as not free",
  restricted: "restricted by other rights",
  author: "no author to name",
  artwork: "shows a work of art that its maker may own",
} as const;
export type PictureRefusal = keyof typeof PICTURE_REFUSALS;

/** Formats of photographs. Drawings, logos and documents have others. */
const PHOTO_TYPES = new Set(["image/jpeg", "image/png", "image/webp", "image/tiff"]);
/** The shorter side; photos of places need it too. */
const SIDE_MIN = 400;
const CREDIT_CHARACTERS_MAX = 500;
/** The file itself, its name or a category says that it shows a work of art. */
const ARTWORK_WORDS =
  /\b(?:murals?|graffiti|street art|public art|sculptures?|statues?|paintings?|mosaics?|installations?|works? of art|artworks?)\b/i;
/** On walls of any age; of others the age of the place tells. */
const NEW_ARTWORK_WORDS = /\b(?:murals?|graffiti|street art|installations?)\b/i;
/** What was published in the United States longer ago than this is nobody's. */
const COPYRIGHT_YEARS = 96;

/** A picture that may be shown. `url`: of a version of bounded width. */
export type CommonsFile = { picture: PlacePicture; url: string };

/** What is known of the place that the picture shows. `isArtwork`: it is a work of art. `year`: when that was made. */
export type PictureSubject = { isArtwork: boolean; year: number | null };

/**
 * One page of an answer to `prop=imageinfo`. Never throws.
 *
 * @param subject Null: what it shows was judged before.
 * @see https://www.mediawiki.org/wiki/API:Imageinfo and https://www.mediawiki.org/wiki/Extension:CommonsMetadata
 */
export function readCommonsFile(
  page: unknown,
  subject: PictureSubject | null,
  now: Date,
): CommonsFile | PictureRefusal {
  const [info] = getList(page, "imageinfo");
  const file = fileName(getText(page, "title"));
  if (info === undefined || file === "") return "missing";
  if (!PHOTO_TYPES.has(getText(info, "mime"))) return "kind";
  if (!(Math.min(sizeOf(info, "width"), sizeOf(info, "height")) >= SIDE_MIN)) return "small";
  const said = (key: string) => htmlToText(rawText(info, key));
  if (!["", "false", "0"].includes(said("NonFree").toLowerCase())) return "nonFree";
  if (said("Restrictions") !== "") return "restricted";
  const license = readLicense({ code: said("License"), name: said("LicenseShortName"), url: said("LicenseUrl") });
  if (license === null) return "license";
  if (subject !== null && showsArtwork(`${file} ${said("Categories")}`, subject, now)) return "artwork";
  const author = said("Attribution") || said("Artist");
  const origin = said("Credit");
  if (author.length > CREDIT_CHARACTERS_MAX || (license.needsAuthor && author === "")) return "author";
  const read = PictureSchema.safeParse({
    file,
    pageUrl: getText(info, "descriptionurl"),
    author,
    origin: /^own work$/i.test(origin) || origin.length > CREDIT_CHARACTERS_MAX ? "" : origin,
    license: license.license,
    licenseUrl: license.licenseUrl,
    sha1: getText(info, "sha1"),
  });
  return read.success ? { picture: read.data, url: getText(info, "thumburl") || getText(info, "url") } : "missing";
}

function rawText(info: unknown, key: string): string {
  const value = getPath(info, "extmetadata", key, "value");
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

function sizeOf(info: unknown, side: "width" | "height"): number {
  const size = getPath(info, side);
  return typeof size === "number" ? size : Number.NaN;
}

/**
 * Photos of buildings are free in the United States, photos of sculptures and murals aren't (17 U.S.C. § 120): these only if the
 * work is so old that nobody owns it.
 */
function showsArtwork(words: string, { isArtwork, year }: PictureSubject, now: Date): boolean {
  if (!isArtwork) return ARTWORK_WORDS.test(words);
  const isOld = year !== null && year <= now.getUTCFullYear() - COPYRIGHT_YEARS;
  return !isOld || NEW_ARTWORK_WORDS.test(words);
}
