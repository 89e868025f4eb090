import { distanceMeters } from "#app/lib/geo.ts";
import type { Point } from "#app/guide/places/place.ts";

/** An order that no swap makes shorter is found in far fewer rounds; a limit all the same. */
const ROUNDS_MAX = 100;

/**
 * Sorts stops into a short walk that begins at the first one, never longer than the given order: parts are turned around as
 * long as that makes it shorter. Stops without a position come last, in their order. The same stops give the same walk.
 */
export function shortestWalk<Stop extends { position: Point | null }>(stops: readonly Stop[]): Stop[] {
  const placed = stops.flatMap((stop) => (stop.position === null ? [] : [{ stop, at: stop.position }]));
  const [one, other] = [untangled(nearestNext(placed)), untangled(placed)];
  const walk = walkMeters(one) <= walkMeters(other) ? one : other;
  return [...walk.map(({ stop }) => stop), ...stops.filter(({ position }) => position === null)];
}

type At = { at: Point };

function walkMeters(walk: readonly At[]): number {
  let meters = 0;
  let before: At | null = null;
  for (const stop of walk) {
    meters += before === null ? 0 : distanceMeters(before.at, stop.at);
    before = stop;
  }
  return meters;
}

function nearestNext<Stop extends At>(stops: readonly Stop[]): Stop[] {
  const [first, ...left] = stops;
  if (first === undefined) return [];
  const walk = [first];
  let last = first;
  while (left.length > 0) {
    const distances = left.map(({ at }) => distanceMeters(last.at, at));
    const [next] = left.splice(distances.indexOf(Math.min(...distances)), 1);
    if (next === undefined) break;
    walk.push(next);
    last = next;
  }
  return walk;
}

/** Reverses parts of a walk while that shortens it (2-opt). The first stop stays. */
function untangled<Stop extends At>(stops: Stop[]): Stop[] {
  let walk = stops;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const better = shorterByOneTurn(walk);
    if (better === null) return walk;
    walk = better;
  }
  return walk;
}

function shorterByOneTurn<Stop extends At>(walk: Stop[]): Stop[] | null {
  const leg = (from: number, to: number) => {
    const [a, b] = [walk[from], walk[to]];
    // The walk ends at its last stop, so nothing leads on from there.
    return a === undefined || b === undefined ? 0 : distanceMeters(a.at, b.at);
  };
  for (let from = 1; from < walk.length - 1; from += 1) {
    for (let to = from + 1; to < walk.length; to += 1) {
      const saved = leg(from - 1, from) + leg(to, to + 1) - leg(from - 1, to) - leg(from, to + 1);
      // A meter, so that rounding can't turn the same part again and again.
      if (saved > 1) return [...walk.slice(0, from), ...walk.slice(from, to + 1).toReversed(), ...walk.slice(to + 1)];
    }
  }
  return null;
}
