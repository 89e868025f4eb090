import "#app/own-pages.css";

import { data, redirect } from "react-router";

import { noSuchPage } from "#app/features/navigation/no-such-page.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm, type SentForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { FormSummary, fieldProblems } from "#app/ui/form-summary.tsx";

import { requireRole } from "../accounts/guards.ts";
import { AdminPage } from "../admin/admin-page.tsx";
import { withSiteUrl } from "../mail/mail-bodies.ts";
import type { Route } from "./+types/edit-issue.route";
import { dcFieldValue, dcInstantWords } from "./dc-schedule.ts";
import { changeIssue, type Refusal } from "./change-issue.server.ts";
import { IssueFields, IssueItems, issueFieldId, Offers } from "./edit-issue.tsx";
import { readAsked } from "./issue-form.ts";
import { IssuePreview, lookSearch, lookWith, type PreviewLook } from "./issue-preview.tsx";
import { IssueProgress, IssueSending, type SendingState } from "./issue-sending.tsx";
import { issueMail } from "./issue-mail.ts";
import { STATE_WORDS } from "./issue.ts";
import { offersFor } from "./issue-content.server.ts";
import { contentNow, findIssue, type Issue } from "./issues.server.ts";
import { ADMIN_NEWSLETTER_PATH, editIssuePath, issuePath } from "./newsletter-paths.ts";
import { newsletterNeighborhoods } from "./preferences.server.ts";
import { countReceivers, progressOf } from "./send-issue.server.ts";

/** One issue: its words, what it is made of, how it looks, and sending it. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  const { email } = requireRole(site.viewer, request, ["admin"]);
  const issue = isUuid(params.id) ? await findIssue(site.db, params.id) : null;
  if (issue === null || issue.deletedAt !== null) throw noSuchPage();
  const { searchParams } = new URL(request.url);
  const asked = readAsked(searchParams);
  const isOpen = issue.state === "draft" || issue.state === "scheduled";
  const { content, items } = await contentNow(site.db, issue, site.now);
  const text = issue.bodyText ?? issueMail({ content, slug: null, postalAddress: site.env.postalAddress }).text;
  return {
    issue: { ...shownIssue(issue), isOpen },
    choices: await newsletterNeighborhoods(site.db),
    items: items.map(({ id, note, entry: { title, meta, kind }, trouble }) => ({
      id,
      note,
      title,
      meta,
      kind,
      trouble,
    })),
    asked,
    offers: isOpen ? await offersFor(site.db, { issueId: issue.id, asked, now: site.now }) : [],
    look: lookOf(searchParams),
    text: withSiteUrl(text, site.env.siteUrl),
    sending: await sendingState(site, issue, {
      ownAddress: email,
      isConfirming: searchParams.get("send") === "ask",
      isDeleting: searchParams.get("delete") === "ask",
    }),
    progress: isOpen ? null : await progressOf(site.db, issue.id),
    isEnding: searchParams.get("end") === "ask",
    done: DONE[searchParams.get("done") ?? ""] ?? null,
  };
}

function shownIssue(issue: Issue) {
  const { id, version, subject, preview, intro, state, slug, trouble, sentCount, failedCount } = issue;
  const isDown = issue.withdrawnAt !== null;
  const whenLabel = issue.startedAt === null ? null : dcInstantWords(issue.startedAt);
  const typed = { subject, preview, intro, neighborhood: issue.neighborhoodSlug ?? "" };
  return {
    id,
    version,
    seenAt: issue.updatedAt.getTime(),
    state,
    slug,
    isDown,
    trouble,
    sentCount,
    failedCount,
    whenLabel,
    typed,
  };
}

async function sendingState(
  { db, env, now }: Site,
  issue: Issue,
  { ownAddress, ...asked }: { ownAddress: string | null; isConfirming: boolean; isDeleting: boolean },
): Promise<SendingState> {
  return {
    receiverCount: await countReceivers(db, issue, now),
    scheduledLabel: issue.sendAt === null ? null : dcInstantWords(issue.sendAt),
    at: issue.sendAt === null ? "" : dcFieldValue(issue.sendAt),
    ownAddress: ownAddress ?? "",
    isMailSent: env.mail !== null,
    hasPostalAddress: env.postalAddress !== null,
    ...asked,
  };
}

function lookOf(search: URLSearchParams): PreviewLook {
  const width = search.get("width");
  return {
    width: width === "phone" || width === "text" ? width : "desktop",
    theme: search.get("theme") === "dark" ? "dark" : "light",
  };
}

const DONE: Partial<Record<string, string>> = {
  kept: "Changes kept.",
  restored: "The draft is back. If it was scheduled, give it a time anew.",
  tested: "The test is on its way.",
  scheduled: "It is scheduled.",
  unscheduled: "It is a draft again.",
  started: "It is being sent.",
  stopped: "Stopped. What the mail server has already is on its way; everything else waits.",
  ended: "Ended. Whoever waited for it gets it no more.",
  "taken-down": "Its page is down, and it is in no list any more. Mails that went out stay where they are.",
  "put-back": "It stands in the archive again.",
  "gone-on": "It is being sent again, to those who wait.",
};

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: by } = requireRole(site.viewer, request, ["admin"]);
  if (!isUuid(params.id) || (await findIssue(site.db, params.id)) === null) throw noSuchPage();
  const form = await readForm(request);
  const outcome = await changeIssue(site, { id: params.id, by, form });
  if ("status" in outcome) return data<Refusal>(outcome, { status: outcome.status });
  site.log.info({ issue: params.id, by, did: form.text("do") }, "A newsletter was changed");
  if (outcome.done === "deleted") return redirect(`${ADMIN_NEWSLETTER_PATH}?deleted=${params.id}`, 303);
  const search = searchAfter(form, outcome);
  return redirect(`${editIssuePath(params.id)}${search.size === 0 ? "" : `?${search}`}${outcome.hash}`, 303);
}

/** The page comes back as it was looked at. */
function searchAfter(form: SentForm, { done, asking }: { done: string; asking?: "send" | "delete" }): URLSearchParams {
  const [, pressed = ""] = /^look:([a-z]{1,10})$/.exec(form.text("do")) ?? [];
  const before = lookOf(new URLSearchParams({ width: form.text("width"), theme: form.text("theme") }));
  const search = lookSearch(lookWith(before, pressed));
  const asked = readAsked(new URLSearchParams({ q: form.text("q") }));
  if (asked !== "") search.set("q", asked);
  if (done !== "") search.set("done", done);
  if (asking !== undefined) search.set(asking, "ask");
  return search;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: loaderData.issue.typed.subject === "" ? "A newsletter" : loaderData.issue.typed.subject,
    description: "An issue of the newsletter, for its editors.",
    path: editIssuePath(loaderData.issue.id),
    robots: "noindex, follow",
  });

export default function EditIssue({ loaderData, actionData }: Route.ComponentProps) {
  const { issue, choices, items, asked, offers, look, text, sending, progress, isEnding, done } = loaderData;
  const refused = actionData ?? null;
  const title = issue.typed.subject === "" ? "No subject yet" : issue.typed.subject;
  return (
    <AdminPage section="newsletter" title={title}>
      <div className="newsletter-admin">
        <Breadcrumbs trail={[{ label: "Newsletter", to: ADMIN_NEWSLETTER_PATH }, { label: title }]} />
        <p className="newsletter-state-line">
          <span className="newsletter-state" data-state={issue.state}>
            {STATE_WORDS[issue.state]}
          </span>
        </p>
        {refused !== null && <FormSummary why={refused.why} problems={problemsOf(refused)} />}
        {refused === null && done !== null && (
          <p className="form-notice" role="status">
            {done}
          </p>
        )}
        {issue.trouble !== null && (
          <p className="form-problem">
            {issue.isOpen ? "Not sent at its time: " : "Stopped: "}
            {issue.trouble}
          </p>
        )}
        {progress === null ? (
          <form method="post" action={editIssuePath(issue.id)} className="newsletter-editor" noValidate>
            <FormFacts {...{ issue, look, asked, version: refused?.version ?? issue.version }} />
            <div>
              <IssueFields {...{ issue, choices, refused }} />
              <IssueItems key={keyOf(items)} issueId={issue.id} items={items} refused={refused} />
              <Offers {...{ offers, asked }} />
              <IssueSending {...{ sending, refused }} />
            </div>
            <IssuePreview issueId={issue.id} {...{ look, text, seenAt: issue.seenAt }} isOpen />
          </form>
        ) : (
          <div className="newsletter-editor">
            <div>
              <IssueProgress {...{ issue, progress, isEnding, isMailSent: sending.isMailSent }} />
              {issue.slug !== null && (
                <InArchive path={editIssuePath(issue.id)} slug={issue.slug} isDown={issue.isDown} />
              )}
            </div>
            <IssuePreview issueId={issue.id} {...{ look, text, seenAt: issue.seenAt }} isOpen={false} />
          </div>
        )}
      </div>
    </AdminPage>
  );
}

type FormFactsProps = { issue: { seenAt: number }; version: number; look: PreviewLook; asked: string };

/** What the form says besides what is typed. Enter in a field presses its first button: it saves, or finds. */
function FormFacts({ issue, version, look, asked }: FormFactsProps) {
  return (
    <>
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" name="do" value="enter">
        Save
      </button>
      <input type="hidden" name="asked" value={asked} />
      <input type="hidden" name="words" value="yes" />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="seen" value={issue.seenAt} />
      <input type="hidden" name="width" value={look.width} />
      <input type="hidden" name="theme" value={look.theme} />
    </>
  );
}

/** Whether its page stands in the archive, and the button for the contrary. */
function InArchive({ path, slug, isDown }: { path: string; slug: string; isDown: boolean }) {
  return (
    <section aria-labelledby="in-archive">
      <h2 className="h2" id="in-archive">
        In the archive
      </h2>
      <form method="post" action={path} className="newsletter-buttons">
        {isDown ? (
          <>
            <p>Its page is down: the archive, the feed and the sitemap don’t have it.</p>
            <button type="submit" className="button button-outline" name="do" value="put-back">
              Put it back
            </button>
          </>
        ) : (
          <>
            <a className="link" href={issuePath(slug)}>
              See it in the archive
            </a>
            <button type="submit" className="button button-plain" name="do" value="take-down">
              Take its page down
            </button>
          </>
        )}
      </form>
    </section>
  );
}

/** The same for the same items in whatever order: a move keeps its words and its way back. */
function keyOf(items: readonly { id: number }[]): string {
  return items
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .join();
}

function problemsOf({ problems }: Refusal) {
  return fieldProblems(problems, FIELD_NAMES, issueFieldId);
}

const FIELD_NAMES = {
  subject: "Subject",
  preview: "Preview text",
  neighborhood: "Who gets it",
  intro: "Introduction",
  at: "Day and time",
  test: "Address for the test",
};
