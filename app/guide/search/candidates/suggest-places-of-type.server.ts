import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";

import { CORRECTABLE_LETTERS_MIN } from "../spelling/word-lookup.server.ts";
import { splitWords } from "../query/query-words.ts";

/** A longer text is meant as a name. */
const WORDS_MAX = 4;

const Row = z.object({
  kind: z.literal("place"),
  slug: z.string(),
  label: z.string(),
  otherName: z.null(),
  type: z.string(),
  neighborhood: z.string(),
});

/**
 * The most popular places of the type or street that starts with the letters ("dent" for dentists), if no name does.
 * Descriptions are not searched, because a suggestion doesn't show them.
 */
export async function suggestPlacesOfType(
  db: Database,
  { text, limit }: { text: string; limit: number },
): Promise<z.infer<typeof Row>[]> {
  const words = splitWords(text).map(({ normalized: plain }) => plain);
  const areWords =
    words.length > 0 && words.length <= WORDS_MAX && words.every((word) => /^[\p{L}\p{N}]+$/u.test(word));
  if (!areWords || words.every((word) => word.length < CORRECTABLE_LETTERS_MIN)) return [];
  const { rows } = z.object({ rows: z.array(Row) }).parse(await db.execute(placesOfTypeQuery({ words, limit })));
  return rows;
}

/**
 * The statement, to run or to explain. Served by place_search_doc. Only the first popularity bucket is read, so at most
 * 2,000 places are sorted.
 */
export function placesOfTypeQuery({ words, limit }: { words: readonly string[]; limit: number }): SQL {
  // Weights A and B: names, types, categories, neighborhoods and streets.
  const prefixQuery = words.map((word, index) => `${word}:${index === words.length - 1 ? "*" : ""}AB`).join(" & ");
  return sql`
    with query as materialized (
      select to_tsquery('english', unaccent(${prefixQuery})) as words,
        case when exists (select from popularity_buckets where bucket = 1 and above >= 0) then '_b1' else '' end::tsquery as bucket
    )
    select 'place' as kind, p.slug, p.name as label, null as "otherName", p.type, n.name as neighborhood
    from (
      select s.place_id, s.popularity from query join place_search s on s.doc @@ (query.words && query.bucket)
      where numnode(query.words) > 0 order by s.popularity desc limit ${limit}
    ) found
    join places p on p.id = found.place_id
    join neighborhoods n on n.slug = p.neighborhood_slug
    order by found.popularity desc, p.id`;
}
