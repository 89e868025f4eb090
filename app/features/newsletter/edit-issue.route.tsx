import "#app/own-pages.css";

import { useRef } from "react";
import { data, redirect } from "react-router";

import { noSuchPage } from "#app/features/navigation/no-such-page.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { dcTimeTyped } from "#app/lib/dc-clock.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm, type SentForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { FormSummary, fieldProblems } from "#app/ui/form-summary.tsx";
import { useLeaveGuard } from "#app/ui/use-leave-guard.ts";

import { requireRole } from "../accounts/guards.ts";
import { AdminPage } from "../admin/admin-page.tsx";
import { withSiteUrl } from "../mail/mail-bodies.ts";
import type { Route } from "./+types/edit-issue.route";
import { dcInstantWords } from "./dc-instant-words.ts";
import { changeIssue, type Refusal, TEST_CHARACTERS_MAX } from "./change-issue.server.ts";
import { isIssueWord } from "./issue-autosave.ts";
import { IssueFields, IssueItems, issueFieldId, Offers } from "./edit-issue.tsx";
import { readAsked } from "./issue-form.ts";
import { IssuePreview, lookSearch, lookWith, type PreviewLook } from "./issue-preview.tsx";
import { IssueSaveLine } from "./issue-save-line.tsx";
import { IssueProgress, IssueSending, type SendingState } from "./issue-sending.tsx";
import { issueMail } from "./issue-mail.ts";
import { STATE_WORDS } from "./issue.ts";
import { offersFor } from "./issue-content.server.ts";
import { contentNow, findIssue, type Issue } from "./issues.server.ts";
import { ADMIN_NEWSLETTER_PATH, editIssuePath, issuePath } from "./newsletter-paths.ts";
import { newsletterNeighborhoods } from "./preferences.server.ts";
import { typedTime } from "./schedule-form.ts";
import { countReceivers, progressOf } from "./send-issue.server.ts";
import { takenOutItems } from "./taken-out.server.ts";
import { useIssueAutosave } from "./use-issue-autosave.ts";

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
    issue: { ...shownIssue(issue), isOpen, savedLabel: dcInstantWords(issue.updatedAt) },
    choices: await newsletterNeighborhoods(site.db),
    items: items.map(({ id, note, entry: { title, meta, kind }, trouble }) => ({
      id,
      note,
      title,
      meta,
      kind,
      trouble,
    })),
    takenOut: isOpen ? await takenOutItems(site.db, issue.id) : [],
    asked,
    offers: isOpen ? await offersFor(site.db, { issueId: issue.id, asked, now: site.now }) : [],
    look: lookOf(searchParams),
    text: withSiteUrl(text, site.env.siteUrl),
    sending: await sendingState(site, issue, {
      ownAddress: email,
      search: searchParams,
      isConfirming: searchParams.get("send") === "ask",
      isDeleting: searchParams.get("delete") === "ask",
    }),
    progress: isOpen ? null : await progressOf(site.db, issue.id),
    isEnding: searchParams.get("end") === "ask",
    done: DONE.get(searchParams.get("done") ?? "") ?? null,
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
  {
    ownAddress,
    search,
    ...asked
  }: { ownAddress: string | null; search: URLSearchParams; isConfirming: boolean; isDeleting: boolean },
): Promise<SendingState> {
  const at = search.get("at") ?? fieldOf(issue);
  return {
    receiverCount: await countReceivers(db, issue, now),
    scheduledLabel: issue.sendAt === null ? null : dcInstantWords(issue.sendAt),
    time: typedTime({ at, fold: search.get("fold") ?? "" }),
    test: search.get("test")?.slice(0, TEST_CHARACTERS_MAX) ?? ownAddress ?? "",
    isMailSent: env.mail !== null,
    hasPostalAddress: env.postalAddress !== null,
    ...asked,
  };
}

/** Its hour, as the field has it; empty while it has none. */
function fieldOf({ sendAt }: Issue): string {
  return sendAt === null ? "" : dcTimeTyped(sendAt);
}

function lookOf(search: URLSearchParams): PreviewLook {
  const width = search.get("width");
  return {
    width: width === "phone" || width === "text" ? width : "desktop",
    theme: search.get("theme") === "dark" ? "dark" : "light",
  };
}

/** A map, since what an address says may be the name of something that every object has. */
const DONE = new Map([
  ["kept", "Changes kept."],
  ["restored", "The draft is back. If it was scheduled, give it a time anew."],
  ["tested", "The test is on its way."],
  ["scheduled", "It is scheduled."],
  ["unscheduled", "It is a draft again."],
  ["started", "It is being sent."],
  ["stopped", "Stopped. What the mail server has already is on its way; everything else waits."],
  ["ended", "Ended. Whoever waited for it gets it no more."],
  ["taken-down", "Its page is down, and it is in no list any more. Mails that went out stay where they are."],
  ["put-back", "It stands in the archive again."],
  ["gone-on", "It is being sent again, to those who wait."],
]);

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: by, email } = requireRole(site.viewer, request, ["admin"]);
  const issue = isUuid(params.id) ? await findIssue(site.db, params.id) : null;
  if (issue === null) throw noSuchPage();
  const form = await readForm(request);
  const outcome = await changeIssue(site, { id: issue.id, by, form });
  if ("status" in outcome) return data<Refusal>(outcome, { status: outcome.status });
  site.log.info({ issue: params.id, by, did: form.text("do") }, "A newsletter was changed");
  if (outcome.done === "deleted") return redirect(`${ADMIN_NEWSLETTER_PATH}?deleted=${params.id}`, 303);
  const search = searchAfter(form, { ...outcome, at: fieldOf(issue), ownAddress: email ?? "" });
  return redirect(`${editIssuePath(params.id)}${search.size === 0 ? "" : `?${search}`}${outcome.hash}`, 303);
}

type After = {
  done: string;
  asking?: "send" | "delete";
  /** What stood in the fields before anybody typed. */
  at: string;
  ownAddress: string;
};

/** The page comes back as it was looked at, and with what was typed for a button that wasn't the one pressed. */
function searchAfter(form: SentForm, { done, asking, at, ownAddress }: After): URLSearchParams {
  const [, pressed = ""] = /^look:([a-z]{1,10})$/.exec(form.text("do")) ?? [];
  const before = lookOf(new URLSearchParams({ width: form.text("width"), theme: form.text("theme") }));
  const search = lookSearch(lookWith(before, pressed));
  const asked = readAsked(new URLSearchParams({ q: form.text("q") }));
  if (asked !== "") search.set("q", asked);
  if (done !== "") search.set("done", done);
  if (asking !== undefined) search.set(asking, "ask");
  if (form.text("words") !== "yes") return search;
  const time = typedTime({ at: form.text("at"), fold: form.text("fold") });
  if (done !== "scheduled" && time.at !== at) search.set("at", time.at);
  if (done !== "scheduled" && time.fold !== null) search.set("fold", time.fold);
  const test = form.text("test").slice(0, TEST_CHARACTERS_MAX);
  if (test !== ownAddress) search.set("test", test);
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
  const { issue, look, text, sending, progress, isEnding, done } = loaderData;
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
          <IssueForm {...{ loaderData, refused }} />
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

type IssueFormProps = { loaderData: Route.ComponentProps["loaderData"]; refused: Refusal | null };

function IssueForm({
  loaderData: { issue, choices, items, takenOut, asked, offers, look, text, sending },
  refused,
}: IssueFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const version = refused?.version ?? issue.version;
  const isOn = issue.state === "draft";
  const { id, seenAt: openedAt } = issue;
  const opened = { id, version, seenAt: openedAt, isOn };
  const { state, onInput, onSubmit, keepMine, ...saved } = useIssueAutosave(form, opened);
  const isKept =
    state.kind === "saved" || (refused === null && (state.kind === "untouched" || state.kind === "by-hand"));
  useLeaveGuard(form, !isKept, isOn ? isIssueWord : undefined);
  // Of the order, which is kept by itself too, the page hears before the form does.
  const seenAt = Math.max(openedAt, saved.seenAt);
  return (
    <form
      method="post"
      action={editIssuePath(issue.id)}
      className="newsletter-editor"
      ref={form}
      noValidate
      onInput={onInput}
      onSubmit={onSubmit}
    >
      <FormFacts {...{ seenAt, look, asked, version }} />
      <div>
        <IssueSaveLine issueId={issue.id} opened={issue.savedLabel} state={state} onMine={keepMine} />
        <IssueFields {...{ issue, choices, refused }} />
        <IssueItems key={keyOf(items)} issueId={issue.id} {...{ items, takenOut, refused }} />
        <Offers {...{ offers, asked }} />
        <IssueSending {...{ sending, refused }} />
      </div>
      <IssuePreview issueId={issue.id} {...{ look, text, seenAt }} isOpen />
    </form>
  );
}

type FormFactsProps = { seenAt: number; version: number; look: PreviewLook; asked: string };

/** What the form says besides what is typed. Enter in a field presses its first button: it saves, or finds. */
function FormFacts({ seenAt, version, look, asked }: FormFactsProps) {
  return (
    <>
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" name="do" value="enter">
        Save
      </button>
      <input type="hidden" name="asked" value={asked} />
      <input type="hidden" name="words" value="yes" />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="seen" value={seenAt} />
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
