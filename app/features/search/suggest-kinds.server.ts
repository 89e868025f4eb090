import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";

import { LETTERS_MIN } from "./query-spelling.server.ts";
import { wordsOf } from "./query-words.ts";

/** Who types more has a name in mind. */
const WORDS_MAX = 4;

const Row = z.object({ kind: z.literal("place"), slug: z.string(), label: z.string() });

/**
 * The best known places of the kind or street that the letters begin ("dent" for dentists), for when no name begins with
 * them. What is in a description alone is not shown under a suggestion, so it would look like a mistake.
 */
export async function placesOfKind(
  db: Database,
  { text, limit }: { text: string; limit: number },
): Promise<z.infer<typeof Row>[]> {
  const words = wordsOf(text).map(({ plain }) => plain);
  const areWords =
    words.length > 0 && words.length <= WORDS_MAX && words.every((word) => /^[\p{L}\p{N}]+$/u.test(word));
  if (!areWords || words.every((word) => word.length < LETTERS_MIN)) return [];
  const { rows } = z.object({ rows: z.array(Row) }).parse(await db.execute(kindRows({ words, limit })));
  return rows;
}

/**
 * The one statement, to be run or explained. Served by place_search_doc; of many places only the first tier is looked
 * through, so that two thousand at most are put in order.
 */
export function kindRows({ words, limit }: { words: readonly string[]; limit: number }): SQL {
  // The weights of kinds, categories, neighborhoods and streets, and of names.
  const begun = words.map((word, index) => `${word}:${index === words.length - 1 ? "*" : ""}AB`).join(" & ");
  return sql`
    with asked as materialized (
      select to_tsquery('english', unaccent(${begun})) as words,
        case when exists (select from search_tiers where tier = 1 and above >= 0) then '_t1' else '' end::tsquery as tier
    )
    select 'place' as kind, p.slug, p.name as label
    from (
      select s.place_id, s.popularity from asked join place_search s on s.doc @@ (asked.words && asked.tier)
      where numnode(asked.words) > 0 order by s.popularity desc limit ${limit}
    ) found
    join places p on p.id = found.place_id
    order by found.popularity desc, p.id`;
}
