import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";

import { queryRows } from "./query-rows.ts";

type Plan = { "Relation Name"?: string; "Actual Rows": number; "Rows Removed by Filter"?: number; Plans?: Plan[] } & {
  "Actual Loops": number;
  "Rows Removed by Index Recheck"?: number;
};

const Plan: z.ZodType<Plan> = z.lazy(() =>
  z.object({
    "Relation Name": z.string().optional(),
    "Actual Rows": z.number(),
    "Actual Loops": z.number(),
    "Rows Removed by Filter": z.number().optional(),
    "Rows Removed by Index Recheck": z.number().optional(),
    Plans: z.array(Plan).optional(),
  }),
);

const Explained = z.object({ "QUERY PLAN": z.array(z.object({ Plan })) });

/** The number of table rows that a query reads, including filtered ones. */
export async function countVisitedRows(db: Database, query: SQL): Promise<number> {
  const [answer] = await queryRows(db, sql`explain (analyze, format json) ${query}`);
  const nodes = Explained.parse(answer)["QUERY PLAN"].flatMap((each) => nodesOf(each.Plan));
  return nodes.reduce((sum, node) => {
    if (node["Relation Name"] === undefined) return sum;
    const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
    return sum + (node["Actual Rows"] + removed) * node["Actual Loops"];
  }, 0);
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
