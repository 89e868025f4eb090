import type { Composition } from "./compositions.ts";
import type { PictureSubject } from "./picture-subject.ts";
import { type PictureInput, planPicture, type TimeOfDay } from "./picture.ts";

/** A list as some page shows it: slugs in their order, and how many stand in a row on the widest screen. */
export type PicturePage = { slugs: readonly string[]; columns: number };

/**
 * Raises `salt` where pictures that stand beside, above or across each other on any of the pages would look alike.
 *
 * @param pages Every list the pictures stand on in the order visitors meet; slugs that aren't among the items are
 * passed over.
 * @returns the same items in the same order, each with a salt at least its own.
 */
export function arrangeOnPages<Item extends PictureInput>(
  items: readonly Item[],
  pages: readonly PicturePage[],
): (Item & { salt: number })[] {
  const neighbors = neighborsOnPages(new Set(items.map(({ slug }) => slug)), pages);
  const looks = new Map<string, Look>();
  return items.map((item) => {
    const beside = [...(neighbors.get(item.slug) ?? [])].flatMap((slug) => looks.get(slug) ?? []);
    const salt = firstSalt(item, beside);
    looks.set(item.slug, lookOf(item, salt));
    return { ...item, salt };
  });
}

/** Two pictures that nobody would take for one another differ at least in composition or time. */
export function looksAlike(a: Look, b: Look): boolean {
  return a.composition === b.composition && a.time === b.time;
}

export type Look = { composition: Composition; time: TimeOfDay; subject: PictureSubject };

export function lookOf(item: PictureInput, salt: number): Look {
  const { composition, time } = planPicture({ ...item, salt });
  return { composition, time, subject: item.subject };
}

/** How far one looks along a list of rows. */
const ROWS_IN_VIEW = 3;

/** Nine pictures for the poorest trade and about a dozen neighbors: more draws find nothing new. */
const SALTS_TRIED_MAX = 160;

function neighborsOnPages(known: ReadonlySet<string>, pages: readonly PicturePage[]): Map<string, Set<string>> {
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

/** Best another composition than all of them; else another time; else, where a subject has too few pictures, its own. */
function firstSalt(item: PictureInput, beside: readonly Look[]): number {
  const salts = Array.from({ length: SALTS_TRIED_MAX }, (_, i) => item.salt + i);
  const isOfItsOwn = (salt: number) => {
    const { composition } = lookOf(item, salt);
    return beside.every((other) => other.composition !== composition);
  };
  const isApart = (salt: number) => {
    const look = lookOf(item, salt);
    return beside.every((other) => !looksAlike(look, other));
  };
  return salts.find(isOfItsOwn) ?? salts.find(isApart) ?? item.salt;
}
