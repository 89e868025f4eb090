import "#app/own-pages.css";

import type { ReactNode } from "react";
import { data, Link, redirect } from "react-router";

import type { MessageState } from "#app/db/schema/inbox.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { pageNumber } from "#app/lib/page-number.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";
import { counted } from "#app/ui/counted.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager.tsx";

import { requireRole } from "../accounts/guards.ts";
import { AdminPage } from "../admin/admin-page.tsx";
import { MenuTabs } from "../admin/menu-tabs.tsx";
import type { Route } from "./+types/inbox.route";
import { INBOX_PATH, messagePath, STATE_WORDS, STATES, topicWords } from "./contact.ts";
import {
  countByState,
  deleteMessages,
  type InboxFilter,
  listMessages,
  MESSAGES_PAGE_MAX,
  MESSAGES_PER_PAGE,
  setMessageStates,
} from "./inbox.server.ts";

const WORDS_CHARACTERS_MAX = 100;

/** What people wrote to the editors. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, viewer, page } = siteOf(context);
  page.keep = false;
  const { id } = requireRole(viewer, request, ["admin"]);
  const { searchParams } = new URL(request.url);
  const isMine = searchParams.get("mine") === "yes";
  const filter: InboxFilter = {
    state: stateOf(searchParams.get("state")),
    words: (searchParams.get("q") ?? "").replaceAll("\u0000", "").trim().slice(0, WORDS_CHARACTERS_MAX),
    assignedTo: isMine ? id : null,
  };
  const asked = Math.min(pageNumber(searchParams.get("page")), MESSAGES_PAGE_MAX);
  const { items, total, pageCount } = await listMessages(db, { ...filter, page: asked });
  return {
    messages: items.map(({ sentAt, ...message }) => ({ ...message, sentLabel: instant.format(sentAt) })),
    counts: await countByState(db),
    state: filter.state,
    words: filter.words,
    isMine,
    total,
    page: asked,
    pageCount,
    // Where the deletion is asked about: which are ticked.
    asked: searchParams.getAll("delete").filter(isUuid).slice(0, MESSAGES_PER_PAGE),
    done: doneWords(searchParams.get("done")),
  };
}

/** What became of several messages; null for nothing. */
function doneWords(done: string | null): string | null {
  const [, deed = "", digits = "0"] = /^(spam|not-spam|closed|deleted)-(\d{1,3})$/.exec(done ?? "") ?? [];
  const words = {
    spam: "marked as spam",
    "not-spam": "back among the open ones",
    closed: "closed",
    deleted: "deleted",
  }[deed];
  return words === undefined ? null : `${counted(Number(digits), "message")} ${words}.`;
}

const BULK_STATES: Partial<Record<string, MessageState>> = { spam: "spam", "not-spam": "open", closed: "closed" };

/** Does one thing with all messages that are ticked. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, viewer, now, log } = siteOf(context);
  const { id: by } = requireRole(viewer, request, ["admin"]);
  const form = await readForm(request);
  const ids = form.texts("message").filter(isUuid).slice(0, MESSAGES_PER_PAGE);
  const deed = form.text("do");
  const back = new URLSearchParams(new URL(request.url).search);
  for (const name of ["delete", "done"]) back.delete(name);
  const state = Object.hasOwn(BULK_STATES, deed) ? BULK_STATES[deed] : undefined;
  if (state === undefined && deed !== "delete" && deed !== "ask-delete" && deed !== "keep") {
    return data({ why: "Choose what to do with the messages." }, { status: 400 });
  }
  if (deed === "keep") return redirect(pathBack(back), 303);
  if (ids.length === 0) return data({ why: "Tick the messages first." }, { status: 400 });
  if (deed === "ask-delete") {
    for (const id of ids) back.append("delete", id);
    return redirect(`${pathBack(back)}#inbox-asked`, 303);
  }
  const count =
    state === undefined
      ? await deleteMessages(db, { ids, by, now })
      : await setMessageStates(db, { ids, state, by, now });
  log.info({ count, by, did: deed }, "Messages to the editors were changed");
  back.set("done", `${deed === "delete" ? "deleted" : deed}-${count}`);
  return redirect(pathBack(back), 303);
}

function pathBack(search: URLSearchParams): string {
  return search.size === 0 ? INBOX_PATH : `${INBOX_PATH}?${search}`;
}

function stateOf(text: string | null): InboxFilter["state"] {
  return text === "all" ? "all" : (STATES.find((known) => known === text) ?? "open");
}

const instant = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  dateStyle: "medium",
  timeStyle: "short",
});

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Inbox",
    description: "What people wrote to the editors.",
    path: INBOX_PATH,
    robots: "noindex, follow",
  });

type Shown = { state: InboxFilter["state"]; words: string; isMine: boolean };

function pathOf({ state, words, isMine }: Shown, page = 1): string {
  const search = new URLSearchParams({
    ...(state === "open" ? {} : { state }),
    ...(words === "" ? {} : { q: words }),
    ...(isMine ? { mine: "yes" } : {}),
    ...(page === 1 ? {} : { page: String(page) }),
  });
  return search.size === 0 ? INBOX_PATH : `${INBOX_PATH}?${search}`;
}

export default function Inbox({ loaderData, actionData }: Route.ComponentProps) {
  const { messages, counts, state, words, isMine, total, page, pageCount, asked, done } = loaderData;
  const shown = { state, words, isMine };
  const refused = actionData ?? null;
  return (
    <AdminPage section="inbox" title="Inbox" lead="What people wrote by the contact form, the newest first.">
      <div className="inbox-page">
        <MenuTabs
          label="States of messages"
          tabs={[
            ...STATES.map((known) => ({
              label: STATE_WORDS[known],
              to: pathOf({ ...shown, state: known }),
              isCurrent: state === known,
              count: counts[known],
            })),
            { label: "All but spam", to: pathOf({ ...shown, state: "all" }), isCurrent: state === "all" },
          ]}
        />
        <FindForm {...{ state, words, isMine }} />
        {refused !== null && <FormSummary why={refused.why} problems={[]} />}
        {refused === null && done !== null && (
          <p className="form-notice" role="status">
            {done}
          </p>
        )}
        {messages.length === 0 ? (
          <EmptyState title={words === "" && !isMine ? "Nothing here" : "Nothing found"}>
            {words === "" && !isMine
              ? "What people write by the contact form comes here, the newest first."
              : "Try fewer words, or look at all states."}
          </EmptyState>
        ) : (
          <MessageRows {...{ messages, state, asked, total }} path={pathOf(shown, page)} />
        )}
        <Pager label="Messages" page={page} pageCount={pageCount} hrefFor={(to) => pathOf(shown, to)} />
      </div>
    </AdminPage>
  );
}

function FindForm({ state, words, isMine }: Shown) {
  return (
    <form method="get" action={INBOX_PATH} className="inbox-find" role="search">
      {state !== "open" && <input type="hidden" name="state" value={state} />}
      <label className="field">
        <span className="sr-only">Find by name, address or words</span>
        <input className="input" type="search" name="q" defaultValue={words} placeholder="Name, address or words" />
      </label>
      <label className="inbox-mine">
        <input type="checkbox" name="mine" value="yes" defaultChecked={isMine} />
        Only mine
      </label>
      <button type="submit" className="button button-outline">
        Find
      </button>
    </form>
  );
}

type ListedMessage = Awaited<ReturnType<typeof loader>>["messages"][number];
type RowsProps = {
  messages: readonly ListedMessage[];
  state: InboxFilter["state"];
  total: number;
  /** Whose deletion is asked about. */
  asked: readonly string[];
  path: string;
};

/** The messages, to be ticked, and what can be done with those that are. */
function MessageRows({ messages, state, total, asked, path }: RowsProps) {
  return (
    <form key={asked.join()} method="post" action={path} className="inbox-list">
      {/* What Enter in a box presses: nothing is done. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" name="do" value="keep">
        Nothing
      </button>
      <div className="inbox-deeds" role="group" aria-label="What to do with the ticked ones">
        <span className="text-stone-5">{counted(total, "message")}. With the ticked ones:</span>
        {state !== "closed" && state !== "spam" && <Deed value="closed">Close</Deed>}
        {state === "spam" ? <Deed value="not-spam">Not spam</Deed> : <Deed value="spam">Spam</Deed>}
        <Deed value="ask-delete">Delete…</Deed>
      </div>
      {asked.length > 0 && <AskedDeletion count={asked.length} />}
      <ol className="inbox-rows">
        {messages.map((message) => (
          <li key={message.id}>
            <label className="inbox-tick">
              <input type="checkbox" name="message" value={message.id} defaultChecked={asked.includes(message.id)} />
              <span className="sr-only">
                {message.name}, {message.sentLabel}
              </span>
            </label>
            <div>
              <h2 className="h4">
                <Link className="name-link" to={messagePath(message.id)}>
                  {message.name}
                </Link>
              </h2>
              <p>{message.beginning}</p>
              <p className="meta text-meta text-stone-5">
                <span>{topicWords(message.topic)}</span>
                <span>{message.sentLabel}</span>
                <span>{STATE_WORDS[message.state]}</span>
                {message.assignedName !== null && <span>{message.assignedName} sees to it</span>}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </form>
  );
}

function Deed({ value, children }: { value: string; children: ReactNode }) {
  return (
    <button type="submit" className="button button-outline button-small" name="do" value={value}>
      {children}
    </button>
  );
}

function AskedDeletion({ count }: { count: number }) {
  return (
    <div className="inbox-asked" id="inbox-asked" role="group" aria-label="Delete them">
      <p>
        <b>{counted(count, "message")}</b> {count === 1 ? "goes" : "go"} for good, with what was answered. That can’t be
        undone.
      </p>
      <div className="inbox-deeds">
        <button type="submit" className="button button-primary button-small" name="do" value="delete">
          Delete {counted(count, "message")}
        </button>
        <button type="submit" className="button button-plain button-small" name="do" value="keep">
          Keep them
        </button>
      </div>
    </div>
  );
}
