import "./messages.css";

import { data, redirect } from "react-router";

import type { MessageState } from "#app/db/schema/contact.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { pluralize } from "#app/ui/format-count.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { MenuTabs } from "#app/desk/overview/menu-tabs.tsx";
import { formatInstant } from "#app/lib/format-time.ts";
import type { Route } from "./+types/messages.route";
import { MESSAGES_PATH, MESSAGE_STATE_LABELS, MESSAGE_STATES } from "./contact.ts";
import {
  countMessagesByState,
  deleteMessages,
  type MessageFilter,
  listMessages,
  MESSAGES_PAGE_MAX,
  MESSAGES_PER_PAGE,
  setMessageStates,
} from "./messages.server.ts";
import { MessageRows } from "./message-rows.tsx";

export const handle = {
  audience: "admin",
  query: ["state", "q", "mine", "page", "delete", "done"],
} as const satisfies RouteHandle;

const SEARCH_CHARACTERS_MAX = 100;

/** The messages people sent to the editors. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, viewer } = siteOf(context);
  const { id } = requireRole(viewer, request, ["admin"]);
  const query = readQuery(request, handle);
  const isMine = query.get("mine") === "yes";
  const filter: MessageFilter = {
    state: readState(query.get("state")),
    searchText: (query.get("q") ?? "").replaceAll("\u0000", "").trim().slice(0, SEARCH_CHARACTERS_MAX),
    assignedTo: isMine ? id : null,
  };
  const pageNumber = Math.min(parsePageNumber(query.get("page")), MESSAGES_PAGE_MAX);
  const { items, total, pageCount } = await listMessages(db, { ...filter, page: pageNumber });
  return {
    messages: items.map(({ sentAt, ...message }) => ({ ...message, sentLabel: formatInstant(sentAt) })),
    counts: await countMessagesByState(db),
    state: filter.state,
    searchText: filter.searchText,
    isMine,
    total,
    page: pageNumber,
    pageCount,
    // The selected messages whose deletion waits for confirmation.
    selectedIds: query.getAll("delete").filter(isUuid).slice(0, MESSAGES_PER_PAGE),
    done: describeResult(query.get("done")),
  };
}

/** Describes the result of a bulk action; null for none. */
function describeResult(done: string | null): string | null {
  const [, action = "", digits = "0"] = /^(spam|not-spam|closed|deleted)-(\d{1,3})$/.exec(done ?? "") ?? [];
  const result = {
    spam: "marked as spam",
    "not-spam": "moved back to open",
    closed: "closed",
    deleted: "deleted",
  }[action];
  return result === undefined ? null : `${pluralize(Number(digits), "message")} ${result}.`;
}

const BULK_STATES: Partial<Record<string, MessageState>> = { spam: "spam", "not-spam": "open", closed: "closed" };

/** Applies one action to all selected messages. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, viewer, now, log } = siteOf(context);
  const { id: by } = requireRole(viewer, request, ["admin"]);
  const form = await readForm(request);
  const ids = form.texts("message").filter(isUuid).slice(0, MESSAGES_PER_PAGE);
  const operation = form.text("do");
  const back = new URLSearchParams(String(readQuery(request, handle)));
  for (const name of ["delete", "done"]) back.delete(name);
  const state = Object.hasOwn(BULK_STATES, operation) ? BULK_STATES[operation] : undefined;
  if (state === undefined && operation !== "delete" && operation !== "ask-delete" && operation !== "keep") {
    return data({ why: "Choose an action for the selected messages." }, { status: 400 });
  }
  if (operation === "keep") return redirect(messagesPath(back), 303);
  if (ids.length === 0) return data({ why: "Select messages first." }, { status: 400 });
  if (operation === "ask-delete") {
    for (const id of ids) back.append("delete", id);
    return redirect(`${messagesPath(back)}#messages-asked`, 303);
  }
  const count =
    state === undefined
      ? await deleteMessages(db, { ids, by, now })
      : await setMessageStates(db, { ids, state, by, now });
  log.info({ count, by, did: operation }, "Messages to the editors were changed");
  back.set("done", `${operation === "delete" ? "deleted" : operation}-${count}`);
  return redirect(messagesPath(back), 303);
}

function messagesPath(search: URLSearchParams): string {
  return search.size === 0 ? MESSAGES_PATH : `${MESSAGES_PATH}?${search}`;
}

function readState(text: string | null): MessageFilter["state"] {
  return text === "all" ? "all" : (MESSAGE_STATES.find((state) => state === text) ?? "open");
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Messages",
    description: "Messages to the editors.",
    path: MESSAGES_PATH,
  });

type MessagesView = { state: MessageFilter["state"]; searchText: string; isMine: boolean };

function messagesViewPath({ state, searchText, isMine }: MessagesView, page = 1): string {
  const search = new URLSearchParams({
    ...(state === "open" ? {} : { state }),
    ...(searchText === "" ? {} : { q: searchText }),
    ...(isMine ? { mine: "yes" } : {}),
    ...(page === 1 ? {} : { page: String(page) }),
  });
  return search.size === 0 ? MESSAGES_PATH : `${MESSAGES_PATH}?${search}`;
}

export default function Messages({ loaderData, actionData }: Route.ComponentProps) {
  const { messages, counts, state, searchText, isMine, total, page, pageCount, selectedIds, done } = loaderData;
  const view = { state, searchText, isMine };
  const refused = actionData ?? null;
  return (
    <AdminPage section="messages" title="Messages" lead="From the contact form, newest first">
      <div className="messages-page">
        <MenuTabs
          label="Message status"
          tabs={[
            ...MESSAGE_STATES.map((tabState) => ({
              label: MESSAGE_STATE_LABELS[tabState],
              to: messagesViewPath({ ...view, state: tabState }),
              isCurrent: state === tabState,
              count: counts[tabState],
            })),
            { label: "All but spam", to: messagesViewPath({ ...view, state: "all" }), isCurrent: state === "all" },
          ]}
        />
        <SearchForm {...{ state, searchText, isMine }} />
        {refused !== null && <FormSummary why={refused.why} problems={[]} />}
        {refused === null && done !== null && (
          <p className="form-notice" role="status">
            {done}
          </p>
        )}
        {messages.length === 0 ? (
          <EmptyState title={searchText === "" && !isMine ? "No messages" : "No matching messages"}>
            {searchText === "" && !isMine
              ? "Messages from the contact form appear here, newest first."
              : "Try fewer words, or search in “All but spam”."}
          </EmptyState>
        ) : (
          <MessageRows {...{ messages, state, selectedIds, total }} path={messagesViewPath(view, page)} />
        )}
        <Pager label="Messages" page={page} pageCount={pageCount} hrefFor={(to) => messagesViewPath(view, to)} />
      </div>
    </AdminPage>
  );
}

function SearchForm({ state, searchText, isMine }: MessagesView) {
  return (
    <form method="get" action={MESSAGES_PATH} className="messages-find" role="search">
      {state !== "open" && <input type="hidden" name="state" value={state} />}
      <label className="field">
        <span className="sr-only">Search by name, email or text</span>
        <input className="input" type="search" name="q" defaultValue={searchText} placeholder="Name, email or text" />
      </label>
      <label className="messages-mine">
        <input type="checkbox" name="mine" value="yes" defaultChecked={isMine} />
        Assigned to me
      </label>
      <button type="submit" className="button button-outline">
        Search
      </button>
    </form>
  );
}
