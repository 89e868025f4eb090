import type { CategorySlug } from "#app/features/places/categories.ts";
import type { Env } from "#app/platform/env.server.ts";

import { PHOTO_QUERY_CHARACTERS_MAX, type PhotoAsk, photoQuery } from "./photo.ts";

/** The provider knows the whole world, and many of our names twice. */
const CITY = "Washington DC";

/** What a place's page asks for; null when no provider is configured, and then nothing is asked at all. */
export function placePhotoAsk(
  env: Env,
  place: { name: string; type: string; category: CategorySlug },
): PhotoAsk | null {
  return ask(env, {
    words: `${place.name} ${place.type}`,
    type: place.category === "food" ? "restaurant" : "business",
  });
}

export function neighborhoodPhotoAsk(env: Env, neighborhood: { name: string }): PhotoAsk | null {
  return ask(env, { words: neighborhood.name, type: "neighborhood" });
}

/** A guide's keywords stand in the order of their weight; its title is a sentence and finds nothing. */
export function guidePhotoAsk(
  env: Env,
  guide: { keywords: string[]; category: { name: string }; neighborhood: { name: string } | null },
): PhotoAsk | null {
  const subject = guide.keywords[0] ?? guide.category.name;
  return ask(env, { words: `${subject} ${guide.neighborhood?.name ?? ""}`, type: "category" });
}

function ask(env: Env, { words, type }: { words: string; type: PhotoAsk["type"] }): PhotoAsk | null {
  if (env.photosApiKey === null) return null;
  const room = PHOTO_QUERY_CHARACTERS_MAX - CITY.length - 1;
  return { query: `${photoQuery(words).slice(0, room).trim()} ${CITY}`, type };
}
