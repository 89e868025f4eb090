import type { PicturePage } from "#app/features/illustrations/picture-arrangement.ts";

import type { Catalogue } from "./catalogue.ts";

type Place = Catalogue["places"][number];
type Guide = Catalogue["guides"][number];

/** Cards in a row on the widest screen: featured places and guides. Plain lists are one row each. */
const CARD_COLUMNS = 3;

/** The lists of places as pages show them when nothing is filtered; a test compares them with the real pages. */
export function pagesOfPlaces({ places, guides }: Pick<Catalogue, "guides" | "places">): PicturePage[] {
  const byCategory = Map.groupBy(places, ({ category }) => category);
  const byNeighborhood = Map.groupBy(places, ({ neighborhood }) => neighborhood);
  return [
    ...[...byCategory.values()].flatMap((group) => [
      { slugs: slugsOf(group.toSorted(byHubOrder)), columns: 1 },
      { slugs: slugsOf(ranked(group, ({ hub }) => hub)), columns: CARD_COLUMNS },
    ]),
    ...[...byNeighborhood.values()].flatMap((group) => [
      { slugs: slugsOf(group.toSorted(byName)), columns: 1 },
      { slugs: slugsOf(ranked(group, ({ featured }) => featured)), columns: CARD_COLUMNS },
    ]),
    ...guides.map((guide) => ({ slugs: slugsOf(guide.places), columns: 1 })),
  ];
}

/** The lists of guides: featured on the home page, the newest first everywhere else. */
export function pagesOfGuides({ guides }: Pick<Catalogue, "guides">): PicturePage[] {
  const newest = guides.toSorted(
    (a, b) => publishedOrder(b).localeCompare(publishedOrder(a)) || byLetters(a.slug, b.slug),
  );
  const lists = [
    newest,
    ...Map.groupBy(newest, ({ category }) => category).values(),
    ...Map.groupBy(newest, ({ neighborhood }) => neighborhood).values(),
    ranked(guides, ({ featured }: Guide) => featured),
  ];
  return lists.map((list) => ({ slugs: slugsOf(list), columns: CARD_COLUMNS }));
}

const slugsOf = (entries: readonly { slug: string }[]) => entries.map(({ slug }) => slug);

function ranked<Entry>(entries: readonly Entry[], rankOf: (entry: Entry) => number | undefined): Entry[] {
  return entries.filter((entry) => rankOf(entry) !== undefined).toSorted((a, b) => (rankOf(a) ?? 0) - (rankOf(b) ?? 0));
}

/** As a hub sorts by "Best": the editors' picks, then featured places, then by name. */
function byHubOrder(a: Place, b: Place): number {
  const rank = ({ hub, featured }: Place) => hub ?? (featured ?? 9) + 10;
  return rank(a) - rank(b) || a.name.localeCompare(b.name, "en");
}

/** As the database sorts lists: by letters without accents or case. */
function byName(a: Place, b: Place): number {
  return byLetters(plain(a.name), plain(b.name));
}

const plain = (name: string) => name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

function byLetters(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whatever comes out once it was loaded is newer than what was out by then. */
function publishedOrder({ publishedAt }: Catalogue["guides"][number]): string {
  return publishedAt ?? "later";
}
