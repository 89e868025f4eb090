import type { PhotoReportReason } from "#app/db/schema/gallery.ts";

/** In the order in which the form offers them. */
export const PHOTO_REPORT_REASONS = [
  "elsewhere",
  "stolen",
  "people",
  "offensive",
  "advertising",
] as const satisfies PhotoReportReason[];

/** Why a photo is reported, to its reporter and to the moderator. */
export const PHOTO_REPORT_REASON_WORDS: Record<PhotoReportReason, string> = {
  elsewhere: "It shows another place, or how it was long ago",
  stolen: "It belongs to somebody else",
  people: "It shows people who didn’t agree to it",
  offensive: "It offends or frightens",
  advertising: "It is an advertisement and no photo",
};

/** The same for a case, whose reasons are codes. */
export function photoReasonWords(code: string): string {
  const known = PHOTO_REPORT_REASONS.find((reason) => reason === code);
  return known === undefined ? code : PHOTO_REPORT_REASON_WORDS[known];
}
