import { distanceMeters } from "#app/lib/geo.ts";

import { alignFactLines } from "../duplicates/side-by-side.tsx";
import { buildFactLines, toFactLineInput } from "../readers/fact-lines.ts";
import type { listWaitingRecords } from "../run/import-queries.server.ts";

type WaitingRecord = Awaited<ReturnType<typeof listWaitingRecords>>["entries"][number];

/** An entry as the review page shows it: its facts beside those of the place, or earlier entry, that it may repeat. */
export type EntryToReview = ReturnType<typeof presentEntry>;

/** @param nameOf Names of neighborhoods by slug. */
export function presentEntry(
  { record, place, neighborhood, duplicate }: WaitingRecord,
  nameOf: ReadonlyMap<string, string>,
) {
  const neighborhoodName = (slug: string | undefined) => (slug === undefined ? null : (nameOf.get(slug) ?? null));
  const own = buildFactLines(toFactLineInput(record.facts, neighborhoodName(record.facts.neighborhood)));
  const other =
    place !== null
      ? buildFactLines({ ...place, category: place.categorySlug, neighborhood })
      : duplicate === null
        ? []
        : buildFactLines(toFactLineInput(duplicate.facts, neighborhoodName(duplicate.facts.neighborhood)));
  const distance = metersBetween(record.facts.position, place ?? duplicate?.facts.position);
  return {
    id: record.id,
    name: record.name,
    number: record.number,
    line: record.line,
    kind: record.categoryKey,
    lines: alignFactLines(own, other).map((line) =>
      line.label === "Position" && distance !== null ? { ...line, right: `${line.right} (${distance} m away)` } : line,
    ),
    counterpart:
      place !== null
        ? { slug: place.slug, name: place.name }
        : duplicate === null
          ? null
          : { slug: null, name: duplicate.name },
    isPossibleDuplicate: record.outcome === "possible-duplicate",
    needsNeighborhood: record.facts.neighborhood === undefined,
    needsCategory: record.facts.category === undefined,
  };
}

type Coordinates = { lat: number | null; lng: number | null } | undefined;

/** Null when either position is unknown, or both are the same. */
function metersBetween(one: Coordinates, other: Coordinates): number | null {
  if (one?.lat == null || one.lng == null || other?.lat == null || other.lng == null) return null;
  const from = { lat: one.lat, lng: one.lng };
  return Math.round(distanceMeters(from, { lat: other.lat, lng: other.lng })) || null;
}
