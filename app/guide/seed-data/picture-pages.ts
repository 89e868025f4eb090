import { CATEGORY_SECTIONS } from "#app/guide/places/facts/categories.ts";
import type { PictureGrid } from "#illustrations/picture-arrangement.ts";

import type { SeedData } from "./seed-data.ts";

type Place = SeedData["places"][number];
type Guide = SeedData["guides"][number];

/** Cards per row on the widest screen, for featured places and guides. Plain lists have one column. */
const CARD_COLUMNS = 3;

/**
 * The places on each page as shown without filters. A test compares them with the real pages.
 *
 * @param knownFacts `known_facts` of each place, by slug.
 */
export function placePicturePages(
  { places, guides }: Pick<SeedData, "guides" | "places">,
  knownFacts: ReadonlyMap<string, number>,
): PictureGrid[] {
  const guideCounts = countMentions(guides);
  const merit = ({ slug }: Place) => ({ guides: guideCounts.get(slug) ?? 0, facts: knownFacts.get(slug) ?? 0 });
  const byCategory = Map.groupBy(places, ({ category }) => category);
  const byNeighborhood = Map.groupBy(places, ({ neighborhood }) => neighborhood);
  return [
    ...[...byCategory.values()].flatMap((group) => [
      { slugs: slugsOf(sortByHubOrder(group, merit)), columns: 1 },
      { slugs: slugsOf(sortByRank(group, ({ hub }) => hub)), columns: CARD_COLUMNS },
    ]),
    ...[...byNeighborhood.values()].flatMap((group) => [
      { slugs: slugsOf(group.toSorted(byName)), columns: 1 },
      { slugs: slugsOf(sortByRank(group, ({ featured }) => featured)), columns: CARD_COLUMNS },
    ]),
    ...guides.map((guide) => ({ slugs: slugsOf(guide.places), columns: 1 })),
  ];
}

/** The guides on each page: featured ones on the home page, newest first elsewhere. */
export function guidePicturePages({ guides }: Pick<SeedData, "guides">): PictureGrid[] {
  const newest = guides.toSorted(
    (a, b) => publishedOrder(b).localeCompare(publishedOrder(a)) || byLetters(a.slug, b.slug),
  );
  const lists = [
    newest,
    ...Map.groupBy(newest, ({ category }) => category).values(),
    ...Map.groupBy(newest, ({ neighborhood }) => neighborhood).values(),
    sortByRank(guides, ({ featured }: Guide) => featured),
  ];
  return lists.map((list) => ({ slugs: slugsOf(list), columns: CARD_COLUMNS }));
}

const slugsOf = (entries: readonly { slug: string }[]) => entries.map(({ slug }) => slug);

function sortByRank<Entry>(entries: readonly Entry[], rankOf: (entry: Entry) => number | undefined): Entry[] {
  return entries.filter((entry) => rankOf(entry) !== undefined).toSorted((a, b) => (rankOf(a) ?? 0) - (rankOf(b) ?? 0));
}

function countMentions(guides: readonly Guide[]): Map<string, number> {
  const mentioned = guides.flatMap(({ places }) => [...new Set(slugsOf(places))]);
  return new Map([...Map.groupBy(mentioned, (slug) => slug)].map(([slug, mentions]) => [slug, mentions.length]));
}

type Merit = { guides: number; facts: number };

/** The "Best" order of a hub without reviews: editors' picks, then featured places, guides and facts; its own section last. */
function sortByHubOrder(group: readonly Place[], meritOf: (place: Place) => Merit): Place[] {
  const rank = ({ category, type, hub, featured }: Place) =>
    hub ?? (CATEGORY_SECTIONS[category]?.types.includes(type) === true ? 200 : 100) + (featured ?? 9);
  return group.toSorted((a, b) => {
    const [merit, other] = [meritOf(a), meritOf(b)];
    return (
      rank(a) - rank(b) ||
      other.guides - merit.guides ||
      other.facts - merit.facts ||
      a.name.localeCompare(b.name, "en")
    );
  });
}

/** The database's order by name: ignoring accents and case. */
function byName(a: Place, b: Place): number {
  return byLetters(foldName(a.name), foldName(b.name));
}

const foldName = (name: string) => name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

function byLetters(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Guides dated relative to the first load are newer than all with a fixed date. */
function publishedOrder({ publishedAt }: SeedData["guides"][number]): string {
  return publishedAt ?? "later";
}
