import { z } from "zod";

import { PHOTO_TYPES } from "#app/db/columns/photo-columns.ts";
import { PHOTO_QUERY_CHARACTERS_MAX, normalizePhotoQuery, PHOTOS_PER_PAGE_MAX } from "./photo.ts";

/** Each field with a description, used in the `detail` of error responses. */
const FIELDS = {
  query: z
    .string()
    .transform(normalizePhotoQuery)
    .pipe(z.string().min(1).max(PHOTO_QUERY_CHARACTERS_MAX))
    .describe(`a text of 1 to ${PHOTO_QUERY_CHARACTERS_MAX} characters`),
  type: z.enum(PHOTO_TYPES).describe(`one of ${PHOTO_TYPES.join(", ")}`),
  per_page: z
    .int()
    .min(1)
    .max(PHOTOS_PER_PAGE_MAX)
    .default(1)
    .describe(`a whole number from 1 to ${PHOTOS_PER_PAGE_MAX}`),
};

const PhotoRequest = z.object(FIELDS);
export type PhotoRequest = z.infer<typeof PhotoRequest>;

/** Parses the body of `POST /api/fetch-photos`. Returns an error message if it is invalid. */
export function parsePhotoRequest(body: unknown): PhotoRequest | string {
  const parsed = PhotoRequest.safeParse(body);
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0] ?? "");
  const field = Object.entries(FIELDS).find(([key]) => key === name)?.[1];
  return field === undefined ? "The body must be an object." : `${name} must be ${field.description ?? ""}.`;
}
