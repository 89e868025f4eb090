import { desc, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoodSearch } from "#app/db/schema/search.ts";

import { conditionLabel } from "../query/condition-label.ts";
import type { ParsedQuery } from "../query/parse-query.ts";
import { allWordsTsquery } from "../query/query-tsquery.server.ts";

/** The slugs of the neighborhoods that a query names, best first. */
export async function rankNeighborhoodSlugs(
  db: Database,
  query: ParsedQuery,
  { limit }: { limit: number },
): Promise<string[]> {
  const words = allWordsTsquery(neighborhoodTopic(query));
  const ranked = await db
    .select({ slug: neighborhoodSearch.neighborhoodSlug })
    .from(neighborhoodSearch)
    .where(sql`${neighborhoodSearch.doc} @@ ${words}`)
    .orderBy(desc(sql`ts_rank(${neighborhoodSearch.doc}, ${words})`), neighborhoodSearch.neighborhoodSlug)
    .limit(limit);
  return ranked.map(({ slug }) => slug);
}

/** The text for the search of neighborhoods: the free text, types and locations. */
function neighborhoodTopic({ freeText, conditions }: ParsedQuery): string {
  const named = conditions.map(({ condition }) => {
    if (condition.kind === "type") return condition.words;
    if (condition.kind === "neighborhood" || condition.kind === "station") return condition.name;
    return condition.kind === "category" ? conditionLabel(condition) : "";
  });
  return [...named, freeText].filter((words) => words !== "").join(" ");
}
