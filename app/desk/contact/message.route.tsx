import "./messages.css";

import { useRef } from "react";
import { data, redirect } from "react-router";

import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { useLeaveGuard } from "#app/ui/use-leave-guard.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { formatLongInstant } from "#app/lib/format-time.ts";
import type { Route } from "./+types/message.route";
import { MESSAGES_PATH, messagePath, REPLY_CHARACTERS_MAX, MESSAGE_STATE_LABELS, topicLabel } from "./contact.ts";
import { findMessage, listEditors } from "./messages.server.ts";
import { changeMessage } from "./change-message.server.ts";
import { MessageActions } from "./message-actions.tsx";
import { ReplyForm } from "./reply-form.tsx";

export const handle = { audience: "admin", query: ["delete"] } as const satisfies RouteHandle;

/** One message with its replies, and the reply form. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, env, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const message = isUuid(params.id) ? await findMessage(db, params.id) : null;
  if (message === null) throw noSuchPage();
  const { id, name, email, topic, body, state, assignedTo, userId } = message;
  return {
    message: { id, name, email, topic, body, state, assignedTo, sentLabel: formatLongInstant(message.sentAt) },
    isMember: userId !== null,
    replies: message.replies.map((reply) => ({
      id: reply.id,
      body: reply.body,
      writer: reply.writer,
      sentLabel: formatLongInstant(reply.sentAt),
    })),
    editors: await listEditors(db),
    formKey: crypto.randomUUID(),
    from: env.mail?.from ?? null,
    isDeleting: readQuery(request, handle).get("delete") === "ask",
  };
}

/** An unsent reply, and why it wasn't sent or what was done instead. */
type UnsentReply = {
  why: string | null;
  said: string | null;
  typed: string;
  problem: string | null;
  formKey: string;
  isDeleting: boolean;
};

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: by } = requireRole(site.viewer, request, ["admin"]);
  if (!isUuid(params.id) || (await findMessage(site.db, params.id)) === null) throw noSuchPage();
  const form = await readForm(request);
  const operation = form.text("do");
  const typed = form.text("reply").slice(0, REPLY_CHARACTERS_MAX * 2);
  const formKey = isUuid(form.text("form")) ? form.text("form") : crypto.randomUUID();
  const isDeleting = operation === "ask-delete";
  const unsent: UnsentReply = { why: null, said: null, typed, problem: null, formKey, isDeleting };
  const refused = await changeMessage(site, { id: params.id, by, form, typed, formKey });
  if (refused !== null) {
    const { status, ...why } = refused;
    // A used form key can't send another reply.
    return data<UnsentReply>(
      { ...unsent, ...why, formKey: status === 409 ? crypto.randomUUID() : formKey },
      { status },
    );
  }
  site.log.info({ message: params.id, by, did: operation }, "A message to the editors was changed");
  if (operation === "delete") return redirect(`${MESSAGES_PATH}?done=deleted-1`, 303);
  const back = messagePath(params.id);
  if (operation === "reply" || typed.trim() === "")
    return redirect(isDeleting ? `${back}?delete=ask#delete` : back, 303);
  // An unfinished reply is stored nowhere else, so the page renders with it instead of redirecting.
  const isDone = !isDeleting && operation !== "keep";
  return data<UnsentReply>({ ...unsent, said: isDone ? "Done. Your reply below isn’t sent yet." : null });
}

export const meta: Route.MetaFunction = ({ loaderData: { message }, matches }) =>
  pageMeta({
    matches,
    title: `Message from ${message.name}`,
    description: "A message to the editors.",
    path: messagePath(message.id),
  });

export default function Message({ loaderData, actionData }: Route.ComponentProps) {
  const { message, replies, editors, formKey, from, isMember } = loaderData;
  const unsent = actionData ?? null;
  const isDeleting = unsent?.isDeleting ?? loaderData.isDeleting;
  const path = messagePath(message.id);
  const form = useRef<HTMLFormElement>(null);
  useLeaveGuard(form, unsent !== null && unsent.typed.trim() !== "");
  return (
    <AdminPage section="messages" title={message.name}>
      <div className="messages-page">
        <Breadcrumbs trail={[{ label: "Messages", to: MESSAGES_PATH }, { label: message.name }]} />
        <p className="meta text-meta text-muted">
          <span>{message.email}</span>
          <span>{topicLabel(message.topic)}</span>
          <span>{isMember ? "Signed in" : "Guest, email address not verified"}</span>
          <span>{MESSAGE_STATE_LABELS[message.state]}</span>
        </p>
        {unsent !== null && unsent.why !== null && (
          <FormSummary
            why={unsent.why}
            problems={unsent.problem === null ? [] : [{ id: "reply", label: "Reply", text: unsent.problem }]}
          />
        )}
        {unsent !== null && unsent.said !== null && (
          <p className="form-notice" role="status">
            {unsent.said}
          </p>
        )}
        <ol className="messages-thread">
          <li>
            <p className="text-meta text-muted">
              {message.name}, {message.sentLabel}
            </p>
            <p className="messages-text">{message.body}</p>
          </li>
          {replies.map((reply) => (
            <li key={reply.id} data-ours="">
              <p className="text-meta text-muted">
                {reply.writer ?? "Former editor"}, {reply.sentLabel}
              </p>
              <p className="messages-text">{reply.body}</p>
            </li>
          ))}
        </ol>
        <ReplyForm
          {...{ path, unsent, from, form }}
          seenCount={replies.length}
          formKey={unsent?.formKey ?? formKey}
          email={message.email}
        />
        <MessageActions {...{ message, editors, isDeleting }} />
      </div>
    </AdminPage>
  );
}
