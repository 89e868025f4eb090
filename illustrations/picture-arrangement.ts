import type { Composition } from "./compositions.ts";
import type { PictureSubject } from "./picture-subject.ts";
import { type PictureInput, planPicture, type TimeOfDay } from "./picture.ts";

/** A list on a page: the slugs in order, and the number of columns on the widest screen. */
export type PictureGrid = { slugs: readonly string[]; columns: number };

/**
 * Raises `salt` where pictures next to each other (also vertically or diagonally) on any page would look alike.
 *
 * @param pages All lists with the pictures, in display order. Slugs that aren't among the items are ignored.
 * @returns the same items in the same order, each with its salt or a higher one.
 */
export function assignDistinctSalts<Item extends PictureInput>(
  items: readonly Item[],
  pages: readonly PictureGrid[],
): (Item & { salt: number })[] {
  const neighbors = neighborsOnPages(new Set(items.map(({ slug }) => slug)), pages);
  const looks = new Map<string, Look>();
  return items.map((item) => {
    const neighborLooks = [...(neighbors.get(item.slug) ?? [])].flatMap((slug) => looks.get(slug) ?? []);
    const salt = firstSalt(item, neighborLooks);
    looks.set(item.slug, lookOf(item, salt));
    return { ...item, salt };
  });
}

/** Pictures look alike if they have the same composition and time of day. */
export function looksAlike(a: Look, b: Look): boolean {
  return a.composition === b.composition && a.time === b.time;
}

export type Look = { composition: Composition; time: TimeOfDay; subject: PictureSubject };

export function lookOf(item: PictureInput, salt: number): Look {
  const { composition, time } = planPicture({ ...item, salt });
  return { composition, time, subject: item.subject };
}

/** In a list with one column, this many rows are compared. */
const ROWS_IN_VIEW = 3;

/** The trade with the fewest pictures has nine, and a picture has about a dozen neighbors, so more tries are useless. */
const SALTS_TRIED_MAX = 160;

function neighborsOnPages(known: ReadonlySet<string>, pages: readonly PictureGrid[]): Map<string, Set<string>> {
  const neighbors = new Map<string, Set<string>>();
  const join = (a: string, b: string) => {
    if (a === b) return;
    neighbors.set(a, (neighbors.get(a) ?? new Set()).add(b));
    neighbors.set(b, (neighbors.get(b) ?? new Set()).add(a));
  };
  for (const { slugs, columns } of pages) {
    const shown = slugs.filter((slug) => known.has(slug));
    for (const [i, slug] of shown.entries())
      for (const distance of distancesIn(columns)) {
        const other = shown[i + distance];
        if (other !== undefined) join(slug, other);
      }
  }
  return neighbors;
}

function distancesIn(columns: number): number[] {
  if (columns === 1) return Array.from({ length: ROWS_IN_VIEW }, (_, i) => i + 1);
  return [1, 2, columns - 1, columns, columns + 1];
}

/** Prefers a composition unlike all neighbors, then another time of day, then (with too few pictures) the item's own salt. */
function firstSalt(item: PictureInput, neighborLooks: readonly Look[]): number {
  const salts = Array.from({ length: SALTS_TRIED_MAX }, (_, i) => item.salt + i);
  const hasUniqueComposition = (salt: number) => {
    const { composition } = lookOf(item, salt);
    return neighborLooks.every((other) => other.composition !== composition);
  };
  const looksDifferent = (salt: number) => {
    const look = lookOf(item, salt);
    return neighborLooks.every((other) => !looksAlike(look, other));
  };
  return salts.find(hasUniqueComposition) ?? salts.find(looksDifferent) ?? item.salt;
}
