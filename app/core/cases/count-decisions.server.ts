import { sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { formatMonth } from "#app/lib/format-time.ts";

import { CASE_KINDS } from "./decision-reasons.ts";
import type { DecisionCount, MonthFigures } from "./transparency.ts";

/** The result of a raw SQL statement. */
const rowsOf = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row) });

/** The page goes back five years. */
const MONTHS_MAX = 60;

const Counts = rowsOf(
  z.object({
    month: z.string(),
    kind: z.enum(CASE_KINDS),
    outcome: z.enum(["approved", "rejected", "undone"]),
    code: z.string(),
    count: z.number(),
  }),
);
const Months = rowsOf(
  z.object({
    month: z.string(),
    decided: z.number(),
    undone: z.number(),
    again: z.number(),
    medianHours: z.number().nullable(),
  }),
);

/** Counts of all decisions by month (in Washington), kind, outcome and reason, latest month first. */
export async function countDecisions(db: Database, now: Date): Promise<DecisionCount[]> {
  const found = await db.execute(sql`
    select to_char(decided_at at time zone 'America/New_York', 'YYYY-MM') as month, kind, code, count(*)::int as count,
      case when undone_at is null then decision else 'undone' end as outcome
    from moderation_decisions where decided_at >= ${since(now)} group by 1, 2, 3, 5 order by 1 desc, 2, 5, 4 desc, 3`);
  return Counts.parse(found).rows;
}

/** Counts of decisions per month, with totals and the median time to a decision. */
export async function monthlyFigures(db: Database, now: Date): Promise<MonthFigures[]> {
  const counts = await countDecisions(db, now);
  const found = await db.execute(sql`
    select to_char(decided_at at time zone 'America/New_York', 'YYYY-MM') as month,
      count(*) filter (where undone_at is null)::int as decided,
      count(*) filter (where undone_at is not null)::int as undone,
      count(*) filter (where is_repeat)::int as again,
      (percentile_cont(0.5) within group (order by extract(epoch from decided_at - opened_at) / 3600)
        filter (where undone_at is null))::float8 as "medianHours"
    from moderation_decisions where decided_at >= ${since(now)} group by 1 order by 1 desc`);
  return Months.parse(found).rows.map((month) => ({
    ...month,
    label: formatMonth(`${month.month}-15`),
    counts: counts.filter((count) => count.month === month.month),
  }));
}

/** Served by moderation_decisions_by_day. */
function since(now: Date) {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS_MAX + 1, 1, 5));
  return sql`${first.toISOString()}::timestamptz`;
}
