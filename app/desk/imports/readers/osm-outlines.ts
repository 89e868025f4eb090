import type { Point } from "#app/guide/places/place.ts";

import { elementPoint, readOsm } from "./read-osm.ts";
import { getPath, boundsCenter, getList, parsePoint } from "./parse-fields.ts";

/** Far more than all named outlines of the District have; further outlines stay without a position. */
const CORNERS_MAX = 1_000_000;

const FIRST_CAPACITY = 1_024;

/** Finds the center of ways and relations whose corners are separate elements. */
export type Outlines = { centerOf: (element: unknown) => Point | null };

/** Whether the element is a place without a position of its own whose corners may be elsewhere in the file. */
export function needsOutline(element: unknown): boolean {
  const { nodes, ways } = memberIds(element);
  if (nodes.length + ways.length === 0 || elementPoint(element) !== null) return false;
  const entry = readOsm(element);
  return "place" in entry ? entry.place.facts.position === undefined : entry.skip === "no-corners";
}

/**
 * Collects the corners of such elements: Overpass's usual "out body; >; out skel" has them as separate elements. Reads
 * the file twice, and a third time for relations.
 */
export async function readOutlines(elements: () => AsyncIterable<unknown>): Promise<Outlines> {
  const positions = new NodePositions();
  const wanted = new Set<number>();
  for await (const element of elements()) {
    if (!needsOutline(element)) continue;
    const { nodes, ways } = memberIds(element);
    positions.request(nodes);
    for (const way of ways) if (wanted.size < CORNERS_MAX) wanted.add(way);
  }
  const members = wanted.size === 0 ? new Map<number, Member>() : await readMembers(elements(), wanted);
  for (const { nodes } of members.values()) positions.request(nodes);
  positions.sort();
  for await (const element of elements()) {
    const id = getPath(element, "type") === "node" ? getPath(element, "id") : undefined;
    const where = typeof id === "number" ? elementPoint(element) : null;
    if (typeof id === "number" && where !== null) positions.set(id, where);
  }
  return {
    centerOf: (element) => {
      const { nodes, ways } = memberIds(element);
      const parts = ways.flatMap((way) => members.get(way) ?? []);
      const placed = parts.flatMap(({ where }) => where ?? []);
      const drawn = [...nodes, ...parts.flatMap((part) => part.nodes)].flatMap((node) => positions.find(node) ?? []);
      return boundsCenter([...placed, ...drawn]);
    },
  };
}

/** A way that belongs to a relation. */
type Member = { where: Point | null; nodes: number[] };

async function readMembers(
  elements: AsyncIterable<unknown>,
  wanted: ReadonlySet<number>,
): Promise<Map<number, Member>> {
  const members = new Map<number, Member>();
  let remaining = CORNERS_MAX;
  for await (const element of elements) {
    const id = getPath(element, "type") === "way" ? getPath(element, "id") : undefined;
    if (typeof id !== "number" || !wanted.has(id) || remaining <= 0) continue;
    const where = elementPoint(element);
    const nodes = where === null ? memberIds(element).nodes : [];
    members.set(id, { where, nodes });
    remaining -= nodes.length;
  }
  return members;
}

/** Ids of the elements that a way or a relation consists of. */
function memberIds(element: unknown): { nodes: number[]; ways: number[] } {
  const type = getPath(element, "type");
  if (type === "way") return { nodes: getList(element, "nodes").filter((node) => typeof node === "number"), ways: [] };
  const members = type === "relation" ? getList(element, "members") : [];
  const ofType = (wanted: string) =>
    members.flatMap((member) => {
      const ref = getPath(member, "type") === wanted ? getPath(member, "ref") : undefined;
      return typeof ref === "number" ? [ref] : [];
    });
  return { nodes: ofType("node"), ways: ofType("way") };
}

/** Positions of nodes by id, in three flat arrays: a million nodes would otherwise be two million objects. */
class NodePositions {
  #size = 0;
  #ids = new Float64Array(FIRST_CAPACITY);
  #lats = new Float64Array();
  #lngs = new Float64Array();

  request(ids: number[]): void {
    for (const id of ids) {
      if (this.#size === CORNERS_MAX) return;
      if (this.#size === this.#ids.length) {
        const more = new Float64Array(this.#ids.length * 2);
        more.set(this.#ids);
        this.#ids = more;
      }
      this.#ids[this.#size] = id;
      this.#size += 1;
    }
  }

  /** Call once all ids are known, before placing or finding any. */
  sort(): void {
    this.#ids = this.#ids.subarray(0, this.#size).sort();
    this.#lats = new Float64Array(this.#size).fill(Number.NaN);
    this.#lngs = new Float64Array(this.#size);
  }

  /** Ignores nodes that no outline needs. */
  set(id: number, { lat, lng }: Point): void {
    const first = this.#first(id);
    if (this.#ids[first] !== id) return;
    this.#lats[first] = lat;
    this.#lngs[first] = lng;
  }

  find(id: number): Point | null {
    const first = this.#first(id);
    return this.#ids[first] === id ? parsePoint(this.#lats[first], this.#lngs[first]) : null;
  }

  /** Binary search for the first slot of an id; an id wanted several times has adjacent slots. */
  #first(id: number): number {
    let [from, until] = [0, this.#size];
    while (from < until) {
      const middle = (from + until) >>> 1;
      if ((this.#ids[middle] ?? 0) < id) from = middle + 1;
      else until = middle;
    }
    return from;
  }
}
