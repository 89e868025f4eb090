import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import type { Env } from "#app/platform/env.server.ts";

import { PHOTO_QUERY_CHARACTERS_MAX, type PhotoQuery, normalizePhotoQuery } from "./photo.ts";

/** Added to each query, since the provider's photos are from all over the world. */
const CITY = "Washington DC";

/** The photo query of a place's page. Null when no provider is configured. */
export function placePhotoQuery(
  env: Env,
  place: { name: string; type: string; category: CategorySlug },
): PhotoQuery | null {
  return buildQuery(env, {
    text: `${place.name} ${place.type}`,
    type: place.category === "food" ? "restaurant" : "business",
  });
}

export function neighborhoodPhotoQuery(env: Env, neighborhood: { name: string }): PhotoQuery | null {
  return buildQuery(env, { text: neighborhood.name, type: "neighborhood" });
}

/** Uses a guide's first keyword, the most important one. Its title is a sentence and finds nothing. */
export function guidePhotoQuery(
  env: Env,
  guide: { keywords: string[]; category: { name: string }; neighborhood: { name: string } | null },
): PhotoQuery | null {
  const subject = guide.keywords[0] ?? guide.category.name;
  return buildQuery(env, { text: `${subject} ${guide.neighborhood?.name ?? ""}`, type: "category" });
}

function buildQuery(env: Env, { text, type }: { text: string; type: PhotoQuery["type"] }): PhotoQuery | null {
  if (env.photosApiKey === null) return null;
  const lengthMax = PHOTO_QUERY_CHARACTERS_MAX - CITY.length - 1;
  return { query: `${normalizePhotoQuery(text).slice(0, lengthMax).trim()} ${CITY}`, type };
}
