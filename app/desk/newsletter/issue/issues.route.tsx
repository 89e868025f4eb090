import "../subscribers/newsletter.css";

import { redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { pluralize, formatFullCount } from "#app/ui/format-count.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { formatFullInstant } from "#app/lib/format-time.ts";
import type { Route } from "./+types/issues.route";
import { HeldMailsNote } from "./held-mails-note.tsx";
import { ISSUE_STATE_LABELS } from "./issue.ts";
import { listBouncedSubscribers, countSubscribers } from "../subscribers/count-subscribers.server.ts";
import {
  listDeletedIssues,
  type Issue,
  ISSUES_PAGE_MAX,
  listIssues,
  createIssue,
  restoreIssue,
} from "./issues.server.ts";
import { DELETED_RETENTION_DAYS } from "../subscribers/retention-days.ts";
import { ADMIN_NEWSLETTER_PATH, ADMIN_SUBSCRIBERS_PATH, editIssuePath } from "../newsletter-paths.ts";

export const handle = { audience: "admin", query: ["page", "deleted"] } as const satisfies RouteHandle;

/** All issues, and the numbers of subscribers. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, now, env, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const query = readQuery(request, handle);
  const page = Math.min(parsePageNumber(query.get("page")), ISSUES_PAGE_MAX);
  const { items, pageCount } = await listIssues(db, { page });
  const deleted = query.get("deleted") ?? "";
  const deletedDrafts = await listDeletedIssues(db);
  return {
    justDeleted: deletedDrafts.some(({ id }) => id === deleted) ? deleted : null,
    deleted: deletedDrafts.map(({ id, subject, deletedAt }) => ({
      id,
      subject,
      whenLabel: deletedAt === null ? "" : formatFullInstant(deletedAt),
    })),
    bounced: (await listBouncedSubscribers(db)).map(({ endedAt, ...row }) => ({
      ...row,
      whenLabel: endedAt === null ? "" : formatFullInstant(endedAt),
    })),
    issues: items.map(toIssueRow),
    page,
    pageCount,
    subscribers: await countSubscribers(db, now),
    isMailSent: env.mail !== null,
  };
}

function toIssueRow(issue: Issue) {
  const { id, subject, state, sentCount, failedCount, problem } = issue;
  const at = issue.startedAt ?? issue.sendAt ?? issue.updatedAt;
  const verb = issue.startedAt !== null ? "Started" : issue.sendAt !== null ? "Scheduled for" : "Last changed";
  return { id, subject, state, sentCount, failedCount, problem, whenLabel: `${verb} ${formatFullInstant(at)}` };
}

/** Creates an issue or restores a deleted draft, then opens its editor. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, now, viewer, log } = siteOf(context);
  const { id: by } = requireRole(viewer, request, ["admin"]);
  const form = await readForm(request);
  if (form.text("do") === "restore") {
    const restored = form.text("issue");
    if (!isUuid(restored) || !(await restoreIssue(db, { id: restored, by, now }))) {
      throw new Response("That draft isn’t deleted, or can’t be restored any more. Go back to the list.\n", {
        status: 409,
      });
    }
    log.info({ issue: restored, by }, "A deleted newsletter was restored");
    return redirect(`${editIssuePath(restored)}?done=restored`, 303);
  }
  if (form.text("do") !== "new") throw new Response("Choose what to do.\n", { status: 400 });
  const id = await createIssue(db, { by, now });
  log.info({ issue: id, by }, "A newsletter was created");
  return redirect(editIssuePath(id), 303);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Newsletter, for editors",
    description: "Newsletter issues and subscriber counts.",
    path: ADMIN_NEWSLETTER_PATH,
  });

function pathOf(page: number): string {
  return page === 1 ? ADMIN_NEWSLETTER_PATH : `${ADMIN_NEWSLETTER_PATH}?page=${page}`;
}

export default function Issues({ loaderData }: Route.ComponentProps) {
  const { issues, page, pageCount, subscribers, isMailSent, justDeleted, deleted, bounced } = loaderData;
  return (
    <AdminPage section="newsletter" title="Newsletter" actions={<NewIssue />}>
      <div className="newsletter-admin">
        {justDeleted !== null && (
          <div className="form-notice newsletter-buttons" role="status">
            <span>Draft deleted.</span>
            <form method="post" action={ADMIN_NEWSLETTER_PATH}>
              <RestoreButton id={justDeleted} label="Undo" />
            </form>
          </div>
        )}
        {!isMailSent && (
          <p className="form-notice">
            <HeldMailsNote />
          </p>
        )}
        <dl className="newsletter-counts">
          <Count label="Subscribers" count={subscribers.active} />
          <Count label="Paused" count={subscribers.paused} />
          <Count label="Not confirmed" count={subscribers.pending} />
          <Count label="Bounced" count={subscribers.bounced} />
        </dl>
        <p>
          <a className="link" href={ADMIN_SUBSCRIBERS_PATH}>
            All subscribers
          </a>
        </p>
        {issues.length === 0 ? (
          <EmptyState title="No issues yet">Start one. It stays a draft until you send it.</EmptyState>
        ) : (
          <ol className="newsletter-rows">
            {issues.map((issue) => (
              <li key={issue.id}>
                <h2 className="h3">
                  <a className="name-link" href={editIssuePath(issue.id)}>
                    {issue.subject === "" ? "No subject yet" : issue.subject}
                  </a>
                </h2>
                <p className="newsletter-state-line">
                  <span className="newsletter-state" data-state={issue.state}>
                    {ISSUE_STATE_LABELS[issue.state]}
                  </span>
                </p>
                <p className="meta text-meta text-muted">
                  <span>{issue.whenLabel}</span>
                  {issue.state === "sent" && <span>{pluralize(issue.sentCount, "email")}</span>}
                  {issue.failedCount > 0 && <span>{formatFullCount(issue.failedCount)} not delivered</span>}
                </p>
                {issue.problem !== null && (
                  <p className="form-problem">
                    {issue.state === "draft" ? "Not sent as scheduled: " : "Stopped: "}
                    {issue.problem}
                  </p>
                )}
              </li>
            ))}
          </ol>
        )}
        <Pager label="Issues" page={page} pageCount={pageCount} hrefFor={pathOf} />
        {deleted.length > 0 && <DeletedDrafts deleted={deleted} />}
        {bounced.length > 0 && <BouncedList bounced={bounced} />}
      </div>
    </AdminPage>
  );
}

function NewIssue() {
  return (
    <form method="post" action={ADMIN_NEWSLETTER_PATH}>
      <button type="submit" className="button button-primary" name="do" value="new">
        New issue
      </button>
    </form>
  );
}

function RestoreButton({ id, label }: { id: string; label: string }) {
  return (
    <>
      <input type="hidden" name="issue" value={id} />
      <button type="submit" className="button button-outline button-small" name="do" value="restore">
        {label}
      </button>
    </>
  );
}

function DeletedDrafts({ deleted }: { deleted: readonly { id: string; subject: string; whenLabel: string }[] }) {
  return (
    <details className="newsletter-more">
      <summary>{pluralize(deleted.length, "deleted draft")}</summary>
      <p className="newsletter-hint">You can restore them for {DELETED_RETENTION_DAYS} days.</p>
      <ul>
        {deleted.map(({ id, subject, whenLabel }) => (
          <li key={id}>
            <div>
              <b>{subject === "" ? "No subject yet" : subject}</b>
              <span className="text-meta text-muted">Deleted {whenLabel}</span>
            </div>
            <form method="post" action={ADMIN_NEWSLETTER_PATH}>
              <RestoreButton id={id} label="Restore" />
            </form>
          </li>
        ))}
      </ul>
    </details>
  );
}

type Bounced = { id: string; email: string; bounceMessage: string | null; whenLabel: string };

/** Bounced addresses with the mail server's reply. */
function BouncedList({ bounced }: { bounced: readonly Bounced[] }) {
  return (
    <details className="newsletter-more">
      <summary>{pluralize(bounced.length, "bounced address", "bounced addresses")}</summary>
      <p className="newsletter-hint">
        A mail server reported twice in a row that the address doesn’t exist. We send nothing there unless it subscribes
        again.
      </p>
      <ul>
        {bounced.map(({ id, email, bounceMessage, whenLabel }) => (
          <li key={id}>
            <div>
              <b>{email}</b>
              <span className="text-meta text-muted">
                Since {whenLabel}
                {bounceMessage !== null && `: ${bounceMessage}`}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Count({ label, count }: { label: string; count: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatFullCount(count)}</dd>
    </div>
  );
}
