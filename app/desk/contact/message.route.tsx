import "./inbox.css";

import { type RefObject, useRef } from "react";
import { data, redirect } from "react-router";

import type { MessageState } from "#app/db/schema/inbox.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm, type FormFields } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { useLeaveGuard } from "#app/ui/use-leave-guard.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { formatLongInstant } from "#app/lib/format-time.ts";
import type { Route } from "./+types/message.route";
import {
  INBOX_PATH,
  messagePath,
  REPLY_CHARACTERS_MAX,
  MESSAGE_STATE_LABELS,
  MESSAGE_STATES,
  topicLabel,
} from "./contact.ts";
import {
  assignMessage,
  deleteMessages,
  findMessage,
  listEditors,
  replyToMessage,
  setMessageState,
} from "./inbox.server.ts";

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
  const refused = await change(site, { id: params.id, by, form, typed, formKey });
  if (refused !== null) {
    const { status, ...why } = refused;
    // A used form key can't send another reply.
    return data<UnsentReply>(
      { ...unsent, ...why, formKey: status === 409 ? crypto.randomUUID() : formKey },
      { status },
    );
  }
  site.log.info({ message: params.id, by, did: operation }, "A message to the editors was changed");
  if (operation === "delete") return redirect(`${INBOX_PATH}?done=deleted-1`, 303);
  const back = messagePath(params.id);
  if (operation === "reply" || typed.trim() === "")
    return redirect(isDeleting ? `${back}?delete=ask#delete` : back, 303);
  // An unfinished reply is stored nowhere else, so the page renders with it instead of redirecting.
  const isDone = !isDeleting && operation !== "keep";
  return data<UnsentReply>({ ...unsent, said: isDone ? "Done. Your reply below isn’t sent yet." : null });
}

type ChangeInput = { id: string; by: string; form: FormFields; typed: string; formKey: string };

/** @returns Null when the change is done, or why it was refused. */
async function change(
  { db, now }: Site,
  { id, by, form, typed, formKey }: ChangeInput,
): Promise<{ status: number; why: string; problem: string | null } | null> {
  const refuse = (status: number, why: string, problem: string | null = null) => ({ status, why, problem });
  const operation = form.text("do");
  if (operation === "ask-delete" || operation === "keep") return null;
  if (operation === "reply") {
    const body = normalizeText(typed);
    const problem = replyProblem(body);
    if (problem !== null) return refuse(400, "We couldn’t send the reply.", problem);
    const seenCount = Number(form.text("seen"));
    const outcome = await replyToMessage(db, { id, by, body, formKey, seenCount, now });
    const why = NOT_SENT_REASONS[outcome];
    return why === null ? null : refuse(409, why);
  }
  if (operation === "assign") {
    const assignedTo = form.text("editor");
    const isDone = await assignMessage(db, { id, by, assignedTo: assignedTo === "" ? null : assignedTo, now });
    return isDone ? null : refuse(400, "Choose an editor from the list.");
  }
  if (operation === "delete") {
    await deleteMessages(db, { ids: [id], by, now });
    return null;
  }
  const state = MESSAGE_STATES.find((known) => known === operation);
  if (state === undefined) return refuse(400, "Choose an action for this message.");
  await setMessageState(db, { id, by, state, now });
  return null;
}

/** Why a reply wasn't sent; null when it was. */
const NOT_SENT_REASONS: Record<Awaited<ReturnType<typeof replyToMessage>>, string | null> = {
  sent: null,
  "sent-before": null,
  "sent-otherwise":
    "You already sent a different reply from this form. It’s shown above. Your new text is below: send it if you want to add it.",
  answered:
    "Another editor has replied in the meantime. Read the reply above. Your text is below: send it if you want to add it.",
  gone: "This message was deleted. Your text is below.",
};

function replyProblem(body: string): string | null {
  const length = characterCount(body);
  if (length === 0) return "Write a reply.";
  return length > REPLY_CHARACTERS_MAX
    ? `Write at most ${REPLY_CHARACTERS_MAX} characters. Your reply has ${length}.`
    : null;
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
    <AdminPage section="inbox" title={message.name}>
      <div className="inbox-page">
        <Breadcrumbs trail={[{ label: "Inbox", to: INBOX_PATH }, { label: message.name }]} />
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
        <ol className="inbox-thread">
          <li>
            <p className="text-meta text-muted">
              {message.name}, {message.sentLabel}
            </p>
            <p className="inbox-text">{message.body}</p>
          </li>
          {replies.map((reply) => (
            <li key={reply.id} data-ours="">
              <p className="text-meta text-muted">
                {reply.writer ?? "Former editor"}, {reply.sentLabel}
              </p>
              <p className="inbox-text">{reply.body}</p>
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

type ReplyFormProps = {
  path: string;
  unsent: UnsentReply | null;
  from: string | null;
  form: RefObject<HTMLFormElement | null>;
  formKey: string;
  email: string;
  seenCount: number;
};

/** All buttons of the page belong to this one form, so that an unfinished reply is sent along with every action. */
const PAGE_FORM = "message";

function ReplyForm({ path, unsent, from, form, formKey, email, seenCount }: ReplyFormProps) {
  const problem = unsent?.problem ?? null;
  return (
    <form key={formKey} id={PAGE_FORM} method="post" action={path} className="contact-form" ref={form} noValidate>
      <input type="hidden" name="form" value={formKey} />
      <input type="hidden" name="seen" value={seenCount} />
      <div className={problem === null ? "field" : "field field-error"}>
        <label htmlFor="reply">Reply to {email}</label>
        <textarea
          className="input"
          id="reply"
          name="reply"
          rows={8}
          defaultValue={unsent?.typed ?? ""}
          aria-describedby="reply-says"
          aria-invalid={problem === null ? undefined : true}
        />
        <small id="reply-says">
          {problem ??
            (from === null
              ? "No mail server is set up (SMTP_URL). The reply is saved here, but not sent."
              : `We send it by email and quote the message below it. Their answer goes to ${from}, not to this inbox.`)}
        </small>
      </div>
      <p>
        <button type="submit" className="button button-primary" name="do" value="reply">
          Send reply
        </button>
      </p>
    </form>
  );
}

type MessageActionsProps = {
  message: { state: MessageState; assignedTo: string | null };
  editors: readonly { id: string; name: string }[];
  isDeleting: boolean;
};

function MessageActions({ message, editors, isDeleting }: MessageActionsProps) {
  return (
    <div className="inbox-seeing">
      <div className="inbox-deeds">
        <label className="field">
          <span>Assigned to</span>
          <select className="input" form={PAGE_FORM} name="editor" defaultValue={message.assignedTo ?? ""}>
            <option value="">Unassigned</option>
            {editors.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" form={PAGE_FORM} className="button button-outline" name="do" value="assign">
          Assign
        </button>
      </div>
      <div className="inbox-deeds">
        {message.state !== "open" && (
          <button type="submit" form={PAGE_FORM} className="button button-outline" name="do" value="open">
            {message.state === "spam" ? "Not spam" : "Reopen message"}
          </button>
        )}
        {message.state !== "closed" && message.state !== "spam" && (
          <button type="submit" form={PAGE_FORM} className="button button-outline" name="do" value="closed">
            Close message
          </button>
        )}
        {message.state !== "spam" && (
          <button type="submit" form={PAGE_FORM} className="button button-outline" name="do" value="spam">
            Mark as spam
          </button>
        )}
        {!isDeleting && (
          <button type="submit" form={PAGE_FORM} className="button button-plain" name="do" value="ask-delete">
            Delete message…
          </button>
        )}
      </div>
      {isDeleting && (
        <div role="group" className="inbox-asked" id="delete" aria-label="Delete message">
          <p>Delete this message and all replies? This can’t be undone.</p>
          <div className="inbox-deeds">
            <button type="submit" form={PAGE_FORM} className="button button-primary" name="do" value="delete">
              Delete message
            </button>
            <button type="submit" form={PAGE_FORM} className="button button-plain" name="do" value="keep">
              Cancel
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
