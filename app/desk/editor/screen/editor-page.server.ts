import { and, asc, inArray, isNull, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { newsletterIssues } from "#app/db/schema/newsletter.ts";
import { isVisibleToAnyone } from "#app/guide/guides/write/write-guide.server.ts";
import { formatDcTimeInput } from "#app/lib/dc-time.ts";
import { formatWeekdayInstant } from "#app/lib/format-time.ts";
import type { Site } from "#app/platform/site.ts";

import { isSameGuide } from "../document/guide-document.ts";
import type { GuideWithDraft } from "../draft/drafts.server.ts";
import type { EditorPageData } from "../draft/editor-page-data.ts";
import { diffGuides } from "../draft/guide-diff.server.ts";
import { guideStatus } from "../draft/guide-status.ts";
import { previewPath } from "../editing-paths.ts";
import { describeDeletion } from "../publish/guide-deletion.server.ts";
import { computeGuideState, listEditorOptions } from "../publish/guide-facts.server.ts";
import { findValidPreview } from "../publish/preview.server.ts";

/** What the editor and the publish page show of a post. */
export async function editorPageData(
  { db, now, env }: Pick<Site, "db" | "now" | "env">,
  { id, opened }: { id: number; opened: GuideWithDraft },
): Promise<Omit<EditorPageData, "done">> {
  const { document, post, published, version, savedAt } = opened;
  const choices = await listEditorOptions(db);
  const preview = await findValidPreview(db, { postId: id, now });
  const status = guideStatus(post, { isSeen: isVisibleToAnyone(post, now), now });
  return {
    id,
    document,
    version,
    savedAt: savedAt?.toISOString() ?? null,
    status,
    deletion: await describeDeletion(db, { post, now }),
    slug: post.slug,
    at: status.state === "scheduled" ? formatDcTimeInput(post.publishedAt) : "",
    issues: await listOpenIssues(db, id),
    hasUnpublishedChanges: post.status === "published" && !isSameGuide(document, published),
    choices,
    state: await computeGuideState(db, { id, document, choices }),
    preview:
      preview === null
        ? null
        : { address: env.siteUrl + previewPath(preview.key), ends: formatWeekdayInstant(preview.expiresAt) },
    seedDigest: post.seedDigest ?? "",
    seedDiff: opened.hasNewerSeed ? diffGuides(published, document) : null,
    host: new URL(env.siteUrl).host,
  };
}

/** More unsent issues than editors work on at once. */
const ISSUES_OFFERED_MAX = 10;

/** Unsent issues of the newsletter without the post. */
async function listOpenIssues(db: Database, postId: number): Promise<EditorPageData["issues"]> {
  const { id, subject, state, deletedAt, createdAt } = newsletterIssues;
  const rows = await db
    .select({ id, subject })
    .from(newsletterIssues)
    .where(
      and(
        inArray(state, ["draft", "scheduled"]),
        isNull(deletedAt),
        sql`not exists (select 1 from newsletter_items i where i.issue_id = ${id} and i.guide_id = ${postId})`,
      ),
    )
    .orderBy(asc(createdAt))
    .limit(ISSUES_OFFERED_MAX);
  return rows.map((row) => ({ ...row, subject: row.subject === "" ? "No subject yet" : row.subject }));
}
