import type { PhotoReportReason } from "#app/db/schema/place-photos.ts";

/** In the form's order. */
export const PHOTO_REPORT_REASONS = [
  "elsewhere",
  "stolen",
  "people",
  "offensive",
  "advertising",
] as const satisfies PhotoReportReason[];

/** Shown to reporters and editors. */
export const PHOTO_REPORT_REASON_LABELS: Record<PhotoReportReason, string> = {
  elsewhere: "It shows a different place, or is out of date",
  stolen: "It belongs to someone else",
  people: "It shows people who didn’t consent",
  offensive: "It’s offensive or disturbing",
  advertising: "It’s an ad, not a photo",
};

/** The label of a case's reason; an unknown code is returned as it is. */
export function photoReasonLabel(code: string): string {
  const known = PHOTO_REPORT_REASONS.find((reason) => reason === code);
  return known === undefined ? code : PHOTO_REPORT_REASON_LABELS[known];
}
