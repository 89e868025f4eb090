import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { SuggestionKind } from "#app/db/columns/search-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import { isGuideVisible } from "#app/guide/guides/list/guide-cards.server.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import { findUnknownWords } from "../spelling/query-spelling.server.ts";
import { splitWords } from "../query/query-words.ts";
import { suggestPlacesOfType } from "../candidates/suggest-places-of-type.server.ts";
import { suggestSimilarNames } from "../spelling/suggest-similar-names.server.ts";
import type { Suggestion } from "./suggestion.ts";

/** The length of the stored words, longer than any name. */
const LETTERS_MAX = 60;

/** Up to this many names are sorted. With more, the most popular are searched as well. */
const SORTED_MAX = 400;

/**
 * The number of names read that start with the same four letters, most popular first. Of a million places thousands
 * start alike, and sorting them all took seconds from a cold disk.
 */
const BEST_KNOWN_MAX = 240;

/** Reads more than requested, because a name may match by two of its words and a guide may not be published yet. */
const SPARE_FACTOR = 3;

const Row = z.object({
  kind: z.enum(["place", "guide", "neighborhood", "category"]),
  slug: z.string(),
  label: z.string(),
});

/**
 * Suggestions for the typed letters, at the start of any word of a name, most popular first. Ignores case and accents.
 * Served by search_suggestions_words and search_suggestions_1 to _4.
 */
export async function suggest(
  db: Database,
  { text, limit }: { text: string; limit: number },
  moment: PageContext,
): Promise<Suggestion[]> {
  moment.page.tags.add("places").add("guides").add("neighborhoods");
  const { rows: exact } = z.object({ rows: z.array(Row) }).parse(await db.execute(suggestionsQuery({ text, limit })));
  const rows = exact.length > 0 ? exact : await suggestWithoutNames(db, { text, limit: limit * SPARE_FACTOR });
  const details = await detailsOf(db, rows, moment);
  return rows
    .flatMap(({ kind, slug, label }) => {
      const detail = details.get(`${kind}:${slug}`);
      return detail === undefined ? [] : [{ kind, label, detail, path: pathOf(kind, slug) }];
    })
    .slice(0, limit);
}

/**
 * If no name matches: places of a matching type, or else names that match a correction. A known word is not a
 * misspelling: "ramen" is not "Raven".
 */
async function suggestWithoutNames(
  db: Database,
  input: { text: string; limit: number },
): Promise<z.infer<typeof Row>[]> {
  const placesOfType = await suggestPlacesOfType(db, input);
  if (placesOfType.length > 0) return placesOfType;
  const words = splitWords(input.text);
  const isKnown = words.length === 1 && (await findUnknownWords(db, words)).length === 0;
  return isKnown ? [] : suggestSimilarNames(db, input);
}

/**
 * The statement that finds the names, to run or to explain. For up to four letters an index has them in order of
 * popularity; for more, few names are left to sort.
 */
export function suggestionsQuery({ text, limit }: { text: string; limit: number }): SQL {
  const letters = sql`left(search_plain(${text}), ${LETTERS_MAX})`;
  const starts = sql`s.words >= ${letters} and s.words < ${letters} || chr(1114111)`;
  const isMany = sql`(select count(*) from few) = ${SORTED_MAX}`;
  const byLetters = (count: 1 | 2 | 3 | 4, where: SQL) => sql`
    (select s.kind, s.slug, s.label, s.weight from search_suggestions s
     where left(s.words, ${sql.raw(String(count))}) = left(${letters}, ${sql.raw(String(count))}) and ${where}
     order by s.weight desc limit ${limit * SPARE_FACTOR})`;
  const bestKnown = sql`
    (select b.kind, b.slug, b.label, b.weight from (
      select s.kind, s.slug, s.label, s.weight, s.words from search_suggestions s
      where left(s.words, 4) = left(${letters}, 4) and length(${letters}) > 4 and ${isMany}
      order by s.weight desc limit ${BEST_KNOWN_MAX}) b
     where left(b.words, length(${letters})) = ${letters})`;
  return sql`
    with few as materialized (
      select s.kind, s.slug, s.label, s.weight from search_suggestions s
      where length(${letters}) > 4 and ${starts} order by s.words limit ${SORTED_MAX}
    )
    select kind, slug, label, max(weight) as weight from (
      select * from few
      union all ${byLetters(1, sql`length(${letters}) = 1`)}
      union all ${byLetters(2, sql`length(${letters}) = 2`)}
      union all ${byLetters(3, sql`length(${letters}) = 3`)}
      union all ${byLetters(4, sql`length(${letters}) = 4`)}
      union all ${bestKnown}
    ) as found
    group by kind, slug, label order by weight desc, label, slug limit ${limit * SPARE_FACTOR}`;
}

/** The detail line of each suggestion, by `kind:slug`. Entries that are not public are missing. */
async function detailsOf(db: Database, rows: z.infer<typeof Row>[], moment: PageContext): Promise<Map<string, string>> {
  const slugsOf = (kind: SuggestionKind) => rows.filter((row) => row.kind === kind).map(({ slug }) => slug);
  const [placeSlugs, guideSlugs] = [slugsOf("place"), slugsOf("guide")];
  const publicPlaces =
    placeSlugs.length === 0
      ? []
      : await db
          .select({ slug: places.slug, type: places.type, neighborhood: neighborhoods.name })
          .from(places)
          .innerJoin(neighborhoods, eq(neighborhoods.slug, places.neighborhoodSlug))
          .where(and(inArray(places.slug, placeSlugs), eq(places.status, "published")));
  const publicGuides =
    guideSlugs.length === 0
      ? []
      : await db
          .select({ slug: posts.slug })
          .from(posts)
          .where(and(inArray(posts.slug, guideSlugs), isGuideVisible(moment)));
  return new Map([
    ...publicPlaces.map(({ slug, type, neighborhood }) => [`place:${slug}`, `${type} · ${neighborhood}`] as const),
    ...publicGuides.map(({ slug }) => [`guide:${slug}`, "Guide"] as const),
    ...slugsOf("neighborhood").map((slug) => [`neighborhood:${slug}`, "Neighborhood"] as const),
    ...slugsOf("category").map((slug) => [`category:${slug}`, "Category"] as const),
  ]);
}

function pathOf(kind: SuggestionKind, slug: string): string {
  if (kind === "category") return `/${slug}`;
  return `/${{ place: "places", guide: "posts", neighborhood: "neighborhood" }[kind]}/${slug}`;
}
