import { data, redirect } from "react-router";

import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm, type FormFields } from "#app/platform/read-form.ts";
import { type QueryReader, readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { FormSummary, fieldProblems } from "#app/ui/form-summary.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { fillSiteUrl } from "#app/core/mail/mail-bodies.ts";
import { formatDcTimeInput } from "#app/lib/dc-time.ts";
import { formatFullInstant } from "#app/lib/format-time.ts";
import type { Route } from "./+types/edit-issue.route";
import { changeIssue, type IssueFormError, TEST_CHARACTERS_MAX } from "./change-issue.server.ts";
import { issueFieldId } from "./issue-field-id.ts";
import { parseItemQuery } from "./issue-form.ts";
import { IssuePreview, serializePreviewLook, applyPreviewLook, parsePreviewLook } from "./issue-preview.tsx";
import { IssueProgress, type SendingState } from "./issue-sending.tsx";
import { renderIssueMail } from "./issue-mail.ts";
import { ISSUE_STATE_LABELS } from "./issue.ts";
import { suggestItems } from "./issue-content.server.ts";
import { loadCurrentContent, findIssue, type Issue } from "./issues.server.ts";
import { ADMIN_NEWSLETTER_PATH, editIssuePath } from "../newsletter-paths.ts";
import { listNewsletterNeighborhoods } from "../subscribers/change-preferences.server.ts";
import { parseTimeFields } from "./schedule-form.ts";
import { countRecipients } from "../sending/recipients.server.ts";
import { loadProgress } from "../sending/send-issue.server.ts";
import { listRemovedItems } from "../subscribers/removed-items.server.ts";
import { ArchiveSection } from "./archive-section.tsx";
import { IssueEditor } from "./issue-editor.tsx";

export const handle = {
  audience: "admin",
  query: ["q", "width", "theme", "send", "delete", "end", "done", "at", "fold", "test"],
} as const satisfies RouteHandle;

/** The editor of an issue: text, items, preview and sending. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { email } = requireRole(site.viewer, request, ["admin"]);
  const issue = isUuid(params.id) ? await findIssue(site.db, params.id) : null;
  if (issue === null || issue.deletedAt !== null) throw noSuchPage();
  const search = readQuery(request, handle);
  const query = parseItemQuery(search);
  const isOpen = issue.state === "draft" || issue.state === "scheduled";
  const { content, items } = await loadCurrentContent(site.db, issue, site.now);
  const text = issue.bodyText ?? renderIssueMail({ content, slug: null, postalAddress: site.env.postalAddress }).text;
  return {
    issue: { ...toIssueData(issue), isOpen, savedLabel: formatFullInstant(issue.updatedAt) },
    choices: await listNewsletterNeighborhoods(site.db),
    items: items.map(({ id, note, entry: { title, meta, kind }, problem }) => ({
      id,
      note,
      title,
      meta,
      kind,
      problem,
    })),
    removedItems: isOpen ? await listRemovedItems(site.db, issue.id) : [],
    query,
    offers: isOpen ? await suggestItems(site.db, { issueId: issue.id, searchText: query, now: site.now }) : [],
    look: parsePreviewLook({ width: search.get("width"), theme: search.get("theme") }),
    text: fillSiteUrl(text, site.env.siteUrl),
    sending: await loadSendingState(site, issue, {
      ownAddress: email,
      search,
      isConfirming: search.get("send") === "ask",
      isDeleting: search.get("delete") === "ask",
    }),
    progress: isOpen ? null : await loadProgress(site.db, issue.id),
    isEnding: search.get("end") === "ask",
    done: DONE.get(search.get("done") ?? "") ?? null,
  };
}

function toIssueData(issue: Issue) {
  const { id, version, subject, preview, intro, state, slug, problem, sentCount, failedCount } = issue;
  const isHidden = issue.withdrawnAt !== null;
  const whenLabel = issue.startedAt === null ? null : formatFullInstant(issue.startedAt);
  const typed = { subject, preview, intro, neighborhood: issue.neighborhoodSlug ?? "" };
  return {
    id,
    version,
    seenAt: issue.updatedAt.getTime(),
    state,
    slug,
    isHidden,
    problem,
    sentCount,
    failedCount,
    whenLabel,
    typed,
  };
}

async function loadSendingState(
  { db, env, now }: Site,
  issue: Issue,
  {
    ownAddress,
    search,
    ...confirmations
  }: {
    ownAddress: string | null;
    search: QueryReader<"at" | "fold" | "test">;
    isConfirming: boolean;
    isDeleting: boolean;
  },
): Promise<SendingState> {
  const at = search.get("at") ?? fieldOf(issue);
  return {
    recipientCount: await countRecipients(db, issue, now),
    scheduledLabel: issue.sendAt === null ? null : formatFullInstant(issue.sendAt),
    time: parseTimeFields({ at, fold: search.get("fold") ?? "" }),
    test: search.get("test")?.slice(0, TEST_CHARACTERS_MAX) ?? ownAddress ?? "",
    isMailSent: env.mail !== null,
    hasPostalAddress: env.postalAddress !== null,
    ...confirmations,
  };
}

/** The scheduled time as the field's value; empty if not scheduled. */
function fieldOf({ sendAt }: Issue): string {
  return sendAt === null ? "" : formatDcTimeInput(sendAt);
}

/** A map, since a query parameter could be the name of an Object.prototype property. */
const DONE = new Map([
  ["saved", "Changes saved."],
  ["restored", "Draft restored. If it was scheduled, schedule it again."],
  ["tested", "The test email is on its way."],
  ["scheduled", "Issue scheduled."],
  ["unscheduled", "Moved back to drafts."],
  ["started", "Sending started."],
  ["stopped", "Sending stopped. Emails that the mail server already has may still arrive."],
  ["ended", "Sending ended. The remaining subscribers won’t get this issue."],
  ["taken-down", "Hidden from the archive. Sent emails aren’t affected."],
  ["put-back", "Back in the archive."],
  ["gone-on", "Sending resumed."],
]);

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: by, email } = requireRole(site.viewer, request, ["admin"]);
  const issue = isUuid(params.id) ? await findIssue(site.db, params.id) : null;
  if (issue === null) throw noSuchPage();
  const form = await readForm(request);
  const outcome = await changeIssue(site, { id: issue.id, by, form });
  if ("status" in outcome) return data<IssueFormError>(outcome, { status: outcome.status });
  site.log.info({ issue: params.id, by, did: form.text("do") }, "A newsletter was changed");
  if (outcome.done === "deleted") return redirect(`${ADMIN_NEWSLETTER_PATH}?deleted=${params.id}`, 303);
  const search = searchAfter(form, { ...outcome, at: fieldOf(issue), ownAddress: email ?? "" });
  return redirect(`${editIssuePath(params.id)}${search.size === 0 ? "" : `?${search}`}${outcome.hash}`, 303);
}

type RedirectState = {
  done: string;
  confirm?: "send" | "delete";
  /** The fields' initial values. */
  at: string;
  ownAddress: string;
};

/** Keeps the preview's settings and the values of fields that the pressed button didn't use. */
function searchAfter(form: FormFields, { done, confirm, at, ownAddress }: RedirectState): URLSearchParams {
  const [, chip = ""] = /^look:([a-z]{1,10})$/.exec(form.text("do")) ?? [];
  const before = parsePreviewLook({ width: form.text("width"), theme: form.text("theme") });
  const search = serializePreviewLook(applyPreviewLook(before, chip));
  const query = parseItemQuery(new URLSearchParams({ q: form.text("q") }));
  if (query !== "") search.set("q", query);
  if (done !== "") search.set("done", done);
  if (confirm !== undefined) search.set(confirm, "ask");
  if (form.text("words") !== "yes") return search;
  const time = parseTimeFields({ at: form.text("at"), fold: form.text("fold") });
  if (done !== "scheduled" && time.at !== at) search.set("at", time.at);
  if (done !== "scheduled" && time.fold !== null) search.set("fold", time.fold);
  const test = form.text("test").slice(0, TEST_CHARACTERS_MAX);
  if (test !== ownAddress) search.set("test", test);
  return search;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: loaderData.issue.typed.subject === "" ? "Newsletter issue" : loaderData.issue.typed.subject,
    description: "Edit a newsletter issue.",
    path: editIssuePath(loaderData.issue.id),
  });

export default function EditIssue({ loaderData, actionData }: Route.ComponentProps) {
  const { issue, look, text, sending, progress, isEnding, done } = loaderData;
  const refused = actionData ?? null;
  const title = issue.typed.subject === "" ? "No subject yet" : issue.typed.subject;
  return (
    <AdminPage section="newsletter" title={title}>
      <div className="newsletter-admin">
        <Breadcrumbs trail={[{ label: "Newsletter", to: ADMIN_NEWSLETTER_PATH }, { label: title }]} />
        <p className="newsletter-state-line">
          <span className="newsletter-state" data-state={issue.state}>
            {ISSUE_STATE_LABELS[issue.state]}
          </span>
        </p>
        {refused !== null && <FormSummary why={refused.why} problems={problemsOf(refused)} />}
        {refused === null && done !== null && (
          <p className="form-notice" role="status">
            {done}
          </p>
        )}
        {issue.problem !== null && (
          <p className="form-problem">
            {issue.isOpen ? "Not sent as scheduled: " : "Stopped: "}
            {issue.problem}
          </p>
        )}
        {progress === null ? (
          <IssueEditor {...loaderData} refused={refused} />
        ) : (
          <div className="newsletter-editor">
            <div>
              <IssueProgress {...{ issue, progress, isEnding, isMailSent: sending.isMailSent }} />
              {issue.slug !== null && (
                <ArchiveSection path={editIssuePath(issue.id)} slug={issue.slug} isHidden={issue.isHidden} />
              )}
            </div>
            <IssuePreview issueId={issue.id} {...{ look, text, seenAt: issue.seenAt }} isOpen={false} />
          </div>
        )}
      </div>
    </AdminPage>
  );
}

function problemsOf({ problems }: IssueFormError) {
  return fieldProblems(problems, FIELD_NAMES, issueFieldId);
}

const FIELD_NAMES = {
  subject: "Subject",
  preview: "Preview text",
  neighborhood: "Audience",
  intro: "Introduction",
  at: "Day and time",
  test: "Test email address",
};
