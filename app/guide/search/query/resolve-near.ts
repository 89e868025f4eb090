import type { ResolvedNear, SearchNear } from "./search-filters.ts";
import type { Vocabulary } from "./query-vocabulary.ts";

/** The position and name for `near=`. Null for an unknown station. */
export function resolveNear(near: SearchNear | null, { stations }: Pick<Vocabulary, "stations">): ResolvedNear | null {
  if (near === null) return null;
  if (near.kind === "visitor") return { point: near.point, name: null };
  const station = stations.find(({ slug }) => slug === near.slug);
  return station === undefined ? null : { point: station.point, name: station.name };
}
