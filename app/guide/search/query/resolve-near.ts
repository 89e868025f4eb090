import type { ResolvedNear, SearchNear } from "./search-filters.ts";
import type { Vocabulary } from "./query-vocabulary.ts";
import { normalizePhrase } from "./query-words.ts";

/**
 * The position and name for `near=`. A station goes before a neighborhood or place of the same name.
 *
 * @param named What else has this name; null: nothing, or several places.
 * @returns Null for a name that means nothing.
 */
export function resolveNear(
  near: SearchNear | null,
  { stations, phrases }: Pick<Vocabulary, "stations" | "phrases">,
  named: ResolvedNear | null,
): ResolvedNear | null {
  if (near === null) return null;
  if (near.kind === "visitor") return { point: near.point, name: null };
  const words = normalizePhrase(near.name).replace(/ (?:metro|station|metro station)$/, "");
  const station = stations.find(({ slug }) => slug === near.name) ?? phrases.get(words)?.station;
  return station === undefined ? named : { point: station.point, name: `${station.name} Metro` };
}
