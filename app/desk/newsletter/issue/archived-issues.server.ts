import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { newsletterIssues } from "#app/db/schema/newsletter.ts";
import { IssueContent } from "./issue.ts";
import type { Issue } from "./issues.server.ts";

export const ARCHIVE_PER_PAGE = 20;

export type ArchivedIssue = {
  slug: string;
  subject: string;
  preview: string;
  startedAt: Date;
  neighborhood: string | null;
};

/** One page of sent issues, newest first. Served by newsletter_issues_out. */
export async function listArchivedIssues(db: Database, { page }: { page: number }) {
  const isInArchive = and(isNotNull(newsletterIssues.startedAt), isNull(newsletterIssues.withdrawnAt));
  const total = await db.$count(newsletterIssues, isInArchive);
  const rows = await db
    .select()
    .from(newsletterIssues)
    .where(isInArchive)
    .orderBy(desc(newsletterIssues.startedAt), desc(newsletterIssues.id))
    .limit(ARCHIVE_PER_PAGE)
    .offset((page - 1) * ARCHIVE_PER_PAGE);
  return { items: rows.flatMap(toArchivedIssue), total, pageCount: Math.max(1, Math.ceil(total / ARCHIVE_PER_PAGE)) };
}

/** A sent issue by its slug. */
export async function findArchivedIssue(
  db: Database,
  slug: string,
): Promise<(ArchivedIssue & { content: IssueContent }) | null> {
  const isShown = and(eq(newsletterIssues.slug, slug), isNull(newsletterIssues.withdrawnAt));
  const [row] = await db.select().from(newsletterIssues).where(isShown);
  return row === undefined ? null : (toArchivedIssue(row)[0] ?? null);
}

function toArchivedIssue(row: Issue): (ArchivedIssue & { content: IssueContent })[] {
  if (row.slug === null || row.startedAt === null) return [];
  const content = IssueContent.parse(row.content);
  const { subject, preview, neighborhood } = content;
  return [{ slug: row.slug, subject, preview, startedAt: row.startedAt, neighborhood, content }];
}
