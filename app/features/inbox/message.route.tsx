import "#app/own-pages.css";

import { type RefObject, useRef } from "react";
import { data, redirect } from "react-router";

import type { MessageState } from "#app/db/schema/inbox.ts";
import { noSuchPage } from "#app/features/navigation/no-such-page.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { characterCount, plainText } from "#app/lib/plain-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm, type SentForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { useLeaveGuard } from "#app/ui/use-leave-guard.ts";

import { requireRole } from "../accounts/guards.ts";
import { AdminPage } from "../admin/admin-page.tsx";
import type { Route } from "./+types/message.route";
import { INBOX_PATH, messagePath, REPLY_CHARACTERS_MAX, STATE_WORDS, STATES, topicWords } from "./contact.ts";
import {
  assignMessage,
  deleteMessages,
  findMessage,
  listEditors,
  replyToMessage,
  setMessageState,
} from "./inbox.server.ts";

/** One message, with what was answered, for whoever answers next. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, env, viewer, page } = siteOf(context);
  page.keep = false;
  requireRole(viewer, request, ["admin"]);
  const message = isUuid(params.id) ? await findMessage(db, params.id) : null;
  if (message === null) throw noSuchPage();
  const { id, name, address, topic, body, state, assignedTo, userId } = message;
  return {
    message: { id, name, address, topic, body, state, assignedTo, sentLabel: instant.format(message.sentAt) },
    isMember: userId !== null,
    replies: message.replies.map((reply) => ({
      id: reply.id,
      body: reply.body,
      writer: reply.writer,
      sentLabel: instant.format(reply.sentAt),
    })),
    editors: await listEditors(db),
    formKey: crypto.randomUUID(),
    from: env.mail?.from ?? null,
    isDeleting: new URL(request.url).searchParams.get("delete") === "ask",
  };
}

const instant = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  dateStyle: "long",
  timeStyle: "short",
});

/** A page that comes back with an answer that wasn't sent: why not, or what was done instead. */
type Kept = {
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
  const asked = form.text("do");
  const typed = form.text("reply").slice(0, REPLY_CHARACTERS_MAX * 2);
  const formKey = isUuid(form.text("form")) ? form.text("form") : crypto.randomUUID();
  const kept: Kept = { why: null, said: null, typed, problem: null, formKey, isDeleting: asked === "ask-delete" };
  const refused = await change(site, { id: params.id, by, form, typed, formKey });
  if (refused !== null) {
    const { status, ...why } = refused;
    // What was sent by this form's key can't be sent by it again.
    return data<Kept>({ ...kept, ...why, formKey: status === 409 ? crypto.randomUUID() : formKey }, { status });
  }
  site.log.info({ message: params.id, by, did: asked }, "A message to the editors was changed");
  if (asked === "delete") return redirect(`${INBOX_PATH}?done=deleted-1`, 303);
  const back = messagePath(params.id);
  if (asked === "reply" || typed.trim() === "")
    return redirect(asked === "ask-delete" ? `${back}?delete=ask#delete` : back, 303);
  // An answer that was begun is nowhere else: the page comes back with it.
  const isDone = asked !== "ask-delete" && asked !== "keep";
  return data<Kept>({ ...kept, said: isDone ? "Done. Your answer is below; it isn’t sent yet." : null });
}

type Asked = { id: string; by: string; form: SentForm; typed: string; formKey: string };

/** Null once it is done. */
async function change(
  { db, now }: Site,
  { id, by, form, typed, formKey }: Asked,
): Promise<{ status: number; why: string; problem: string | null } | null> {
  const refuse = (status: number, why: string, problem: string | null = null) => ({ status, why, problem });
  const asked = form.text("do");
  if (asked === "ask-delete" || asked === "keep") return null;
  if (asked === "reply") {
    const body = plainText(typed);
    const problem = replyProblem(body);
    if (problem !== null) return refuse(400, "The answer was not sent.", problem);
    const seenCount = Number(form.text("seen"));
    const outcome = await replyToMessage(db, { id, by, body, formKey, seenCount, now });
    const why = NOT_SENT[outcome];
    return why === null ? null : refuse(409, why);
  }
  if (asked === "assign") {
    const assignedTo = form.text("editor");
    const isDone = await assignMessage(db, { id, by, assignedTo: assignedTo === "" ? null : assignedTo, now });
    return isDone ? null : refuse(400, "Choose one of the editors.");
  }
  if (asked === "delete") {
    await deleteMessages(db, { ids: [id], by, now });
    return null;
  }
  const state = STATES.find((known) => known === asked);
  if (state === undefined) return refuse(400, "Choose what to do with the message.");
  await setMessageState(db, { id, by, state, now });
  return null;
}

/** Why an answer didn't go out; null where it did. */
const NOT_SENT: Record<Awaited<ReturnType<typeof replyToMessage>>, string | null> = {
  sent: null,
  "sent-before": null,
  "sent-otherwise":
    "The form was sent before, with other words: they are above, and went out. What you wrote now is below. Send it if it is to go out too.",
  answered:
    "The message was answered meanwhile: look at the answer above. What you wrote is below. Send it if it is to go out too.",
  gone: "The message is gone. What you wrote is below.",
};

function replyProblem(body: string): string | null {
  const length = characterCount(body);
  if (length === 0) return "Write an answer.";
  return length > REPLY_CHARACTERS_MAX ? `Write at most ${REPLY_CHARACTERS_MAX} characters; it has ${length}.` : null;
}

export const meta: Route.MetaFunction = ({ loaderData: { message }, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: `Message of ${message.name}`,
    description: "What somebody wrote to the editors.",
    path: messagePath(message.id),
    robots: "noindex, follow",
  });

export default function Message({ loaderData, actionData }: Route.ComponentProps) {
  const { message, replies, editors, formKey, from, isMember } = loaderData;
  const kept = actionData ?? null;
  const isDeleting = kept?.isDeleting ?? loaderData.isDeleting;
  const path = messagePath(message.id);
  const form = useRef<HTMLFormElement>(null);
  useLeaveGuard(form, kept !== null && kept.typed.trim() !== "");
  return (
    <AdminPage section="inbox" title={message.name}>
      <div className="inbox-page">
        <Breadcrumbs trail={[{ label: "Inbox", to: INBOX_PATH }, { label: message.name }]} />
        <p className="meta text-meta text-stone-5">
          <span>{message.address}</span>
          <span>{topicWords(message.topic)}</span>
          <span>{isMember ? "Signed in" : "A guest: nobody has checked the address"}</span>
          <span>{STATE_WORDS[message.state]}</span>
        </p>
        {kept !== null && kept.why !== null && (
          <FormSummary
            why={kept.why}
            problems={kept.problem === null ? [] : [{ id: "reply", label: "The answer", text: kept.problem }]}
          />
        )}
        {kept !== null && kept.said !== null && (
          <p className="form-notice" role="status">
            {kept.said}
          </p>
        )}
        <ol className="inbox-thread">
          <li>
            <p className="text-meta text-stone-5">
              {message.name}, {message.sentLabel}
            </p>
            <p className="inbox-text">{message.body}</p>
          </li>
          {replies.map((reply) => (
            <li key={reply.id} data-ours="">
              <p className="text-meta text-stone-5">
                {reply.writer ?? "An editor who has left"}, {reply.sentLabel}
              </p>
              <p className="inbox-text">{reply.body}</p>
            </li>
          ))}
        </ol>
        <ReplyForm
          {...{ path, kept, from, form }}
          seenCount={replies.length}
          formKey={kept?.formKey ?? formKey}
          address={message.address}
        />
        <SeeingTo {...{ message, editors, isDeleting }} />
      </div>
    </AdminPage>
  );
}

type ReplyFormProps = {
  path: string;
  kept: Kept | null;
  from: string | null;
  form: RefObject<HTMLFormElement | null>;
  formKey: string;
  address: string;
  seenCount: number;
};

/** The page is one form, whose other fields stand below: an answer that was begun goes along with whatever is pressed. */
const PAGE_FORM = "message";

function ReplyForm({ path, kept, from, form, formKey, address, seenCount }: ReplyFormProps) {
  const problem = kept?.problem ?? null;
  return (
    <form key={formKey} id={PAGE_FORM} method="post" action={path} className="contact-form" ref={form} noValidate>
      <input type="hidden" name="form" value={formKey} />
      <input type="hidden" name="seen" value={seenCount} />
      <div className={problem === null ? "field" : "field field-error"}>
        <label htmlFor="reply">Answer to {address}</label>
        <textarea
          className="input"
          id="reply"
          name="reply"
          rows={8}
          defaultValue={kept?.typed ?? ""}
          aria-describedby="reply-says"
          aria-invalid={problem === null ? undefined : true}
        />
        <small id="reply-says">
          {problem ??
            (from === null
              ? "No mail server is set up here (SMTP_URL): the answer is kept on this machine and sent to nobody."
              : `It goes out as mail, with their message below. What they answer comes to the mailbox of ${from}, not here.`)}
        </small>
      </div>
      <p>
        <button type="submit" className="button button-primary" name="do" value="reply">
          Send the answer
        </button>
      </p>
    </form>
  );
}

type SeeingToProps = {
  message: { state: MessageState; assignedTo: string | null };
  editors: readonly { id: string; name: string }[];
  isDeleting: boolean;
};

function SeeingTo({ message, editors, isDeleting }: SeeingToProps) {
  return (
    <div className="inbox-seeing">
      <div className="inbox-deeds">
        <label className="field">
          <span>Who sees to it</span>
          <select className="input" form={PAGE_FORM} name="editor" defaultValue={message.assignedTo ?? ""}>
            <option value="">Nobody yet</option>
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
            {message.state === "spam" ? "It is no spam" : "Open it again"}
          </button>
        )}
        {message.state !== "closed" && message.state !== "spam" && (
          <button type="submit" form={PAGE_FORM} className="button button-outline" name="do" value="closed">
            Close it
          </button>
        )}
        {message.state !== "spam" && (
          <button type="submit" form={PAGE_FORM} className="button button-outline" name="do" value="spam">
            It is spam
          </button>
        )}
        {!isDeleting && (
          <button type="submit" form={PAGE_FORM} className="button button-plain" name="do" value="ask-delete">
            Delete it…
          </button>
        )}
      </div>
      {isDeleting && (
        <div role="group" className="inbox-asked" id="delete" aria-label="Delete it">
          <p>The message goes for good, with what was answered. That can’t be undone.</p>
          <div className="inbox-deeds">
            <button type="submit" form={PAGE_FORM} className="button button-primary" name="do" value="delete">
              Delete it
            </button>
            <button type="submit" form={PAGE_FORM} className="button button-plain" name="do" value="keep">
              Keep it
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
