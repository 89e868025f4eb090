import { and, asc, eq, gt, ilike, type SQL } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { newsletterSubscribers, type SubscriberState } from "#app/db/schema/newsletter.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import { formatCsv } from "#app/lib/csv.ts";

import { type SubscriberListQuery, SUBSCRIBERS_PER_PAGE } from "./subscriber-list.ts";

/** Rows of one part of the CSV file, about 100 KB. */
const ROWS_PER_PART = 1_000;

const columns = {
  email: newsletterSubscribers.email,
  emailNormalized: newsletterSubscribers.emailNormalized,
  state: newsletterSubscribers.state,
  wantsWeekly: newsletterSubscribers.wantsWeekly,
  neighborhoods: newsletterSubscribers.neighborhoods,
  pausedUntil: newsletterSubscribers.pausedUntil,
  confirmedAt: newsletterSubscribers.confirmedAt,
  endedAt: newsletterSubscribers.endedAt,
};

export type SubscriberRow = {
  email: string;
  state: SubscriberState;
  wantsWeekly: boolean;
  neighborhoods: string[];
  pausedUntil: Date | null;
  confirmedAt: Date | null;
  endedAt: Date | null;
};

/** One page of subscribers by address. Served by the unique index of email_normalized; a part of an address scans all. */
export async function listSubscribers(
  db: Database,
  query: SubscriberListQuery,
): Promise<{ rows: SubscriberRow[]; total: number; pageCount: number }> {
  const where = matching(query);
  const total = await db.$count(newsletterSubscribers, where);
  const rows = await db
    .select(columns)
    .from(newsletterSubscribers)
    .where(where)
    .orderBy(asc(newsletterSubscribers.emailNormalized))
    .limit(SUBSCRIBERS_PER_PAGE)
    .offset((query.page - 1) * SUBSCRIBERS_PER_PAGE);
  return { rows, total, pageCount: Math.max(1, Math.ceil(total / SUBSCRIBERS_PER_PAGE)) };
}

function matching({ q, state }: Pick<SubscriberListQuery, "q" | "state">): SQL | undefined {
  const pattern = `%${q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return and(
    state === "all" ? undefined : eq(newsletterSubscribers.state, state),
    q === "" ? undefined : ilike(newsletterSubscribers.emailNormalized, pattern),
  );
}

/** Records in the audit log that an admin takes the addresses out of the site. Call it before `streamSubscribersCsv`. */
export async function recordSubscriberExport(
  db: Database,
  { by, query, now }: { by: string; query: Pick<SubscriberListQuery, "q" | "state">; now: Date },
): Promise<void> {
  const count = await db.$count(newsletterSubscribers, matching(query));
  await recordChange(db, {
    actor: { kind: "staff", id: by },
    action: "newsletter.export-subscribers",
    subject: { kind: "newsletter", id: "subscribers" },
    before: null,
    after: { count, state: query.state },
    now,
  });
}

/** The same subscribers as CSV, in parts. */
export async function* streamSubscribersCsv(
  db: Database,
  query: Pick<SubscriberListQuery, "q" | "state">,
): AsyncGenerator<string> {
  yield formatCsv([["email", "state", "weekly", "neighborhoods", "paused_until", "confirmed_at", "ended_at"]]);
  let after = "";
  for (;;) {
    const rows = await db
      .select(columns)
      .from(newsletterSubscribers)
      .where(and(matching(query), gt(newsletterSubscribers.emailNormalized, after)))
      .orderBy(asc(newsletterSubscribers.emailNormalized))
      .limit(ROWS_PER_PART);
    yield formatCsv(
      rows.map((row) => [
        row.email,
        row.state,
        row.wantsWeekly ? "yes" : "no",
        row.neighborhoods.join("; "),
        row.pausedUntil?.toISOString() ?? null,
        row.confirmedAt?.toISOString() ?? null,
        row.endedAt?.toISOString() ?? null,
      ]),
    );
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_PART) return;
    after = last.emailNormalized;
  }
}
