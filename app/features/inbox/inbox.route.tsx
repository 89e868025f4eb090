import "#app/own-pages.css";

import { Link } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { pageNumber } from "#app/lib/page-number.ts";
import { siteOf } from "#app/platform/site.ts";
import { counted } from "#app/ui/counted.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { Tabs } from "#app/ui/tabs.tsx";

import { requireRole } from "../accounts/guards.ts";
import type { Route } from "./+types/inbox.route";
import { INBOX_PATH, messagePath, STATE_WORDS, STATES, topicWords } from "./contact.ts";
import { countByState, type InboxFilter, listMessages, MESSAGES_PAGE_MAX } from "./inbox.server.ts";

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
  };
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

export default function Inbox({ loaderData }: Route.ComponentProps) {
  const { messages, counts, state, words, isMine, total, page, pageCount } = loaderData;
  const shown = { state, words, isMine };
  return (
    <div className="wrap inbox-page">
      <h1 className="d3">Inbox</h1>
      <Tabs
        label="States of messages"
        tabs={[
          ...STATES.map((known) => ({
            label: STATE_WORDS[known],
            to: pathOf({ ...shown, state: known }),
            isCurrent: state === known,
            count: counts[known],
          })),
          { label: "All", to: pathOf({ ...shown, state: "all" }), isCurrent: state === "all" },
        ]}
      />
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
      {messages.length === 0 ? (
        <EmptyState title={words === "" && !isMine ? "Nothing here" : "Nothing found"}>
          {words === "" && !isMine
            ? "What people write by the contact form comes here, the newest first."
            : "Try fewer words, or look at all states."}
        </EmptyState>
      ) : (
        <>
          <p className="text-stone-5">{counted(total, "message")}, the newest first</p>
          <ol className="inbox-rows">
            {messages.map((message) => (
              <li key={message.id}>
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
              </li>
            ))}
          </ol>
        </>
      )}
      <Pager label="Messages" page={page} pageCount={pageCount} hrefFor={(to) => pathOf(shown, to)} />
    </div>
  );
}
