import "#app/own-pages.css";

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

type Refused = { why: string; typed: string; problem: string | null; formKey: string };

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: by } = requireRole(site.viewer, request, ["admin"]);
  if (!isUuid(params.id) || (await findMessage(site.db, params.id)) === null) throw noSuchPage();
  const form = await readForm(request);
  const refused = await change(site, { id: params.id, by, form });
  if (refused !== null) return refused;
  site.log.info({ message: params.id, by, did: form.text("do") }, "A message to the editors was changed");
  if (form.text("do") === "delete") return redirect(`${INBOX_PATH}?done=deleted-1`, 303);
  return redirect(messagePath(params.id), 303);
}

type Asked = { id: string; by: string; form: SentForm };

/** Null once it is done. */
async function change({ db, now }: Site, { id, by, form }: Asked) {
  const typed = form.text("reply").slice(0, REPLY_CHARACTERS_MAX * 2);
  const formKey = isUuid(form.text("form")) ? form.text("form") : crypto.randomUUID();
  const refuse = (status: number, why: string, problem: string | null = null) =>
    data<Refused>({ why, typed, problem, formKey: status === 409 ? crypto.randomUUID() : formKey }, { status });
  const asked = form.text("do");
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
  const { message, replies, editors, formKey, from, isMember, isDeleting } = loaderData;
  const refused = actionData ?? null;
  const path = messagePath(message.id);
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
        {refused !== null && (
          <FormSummary
            why={refused.why}
            problems={refused.problem === null ? [] : [{ id: "reply", label: "The answer", text: refused.problem }]}
          />
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
          {...{ path, refused, from }}
          seenCount={replies.length}
          formKey={refused?.formKey ?? formKey}
          address={message.address}
        />
        <SeeingTo {...{ path, message, editors, isDeleting }} />
      </div>
    </AdminPage>
  );
}

type ReplyFormProps = {
  path: string;
  refused: Refused | null;
  from: string | null;
  formKey: string;
  address: string;
  seenCount: number;
};

function ReplyForm({ path, refused, from, formKey, address, seenCount }: ReplyFormProps) {
  const problem = refused?.problem ?? null;
  return (
    <form key={formKey} method="post" action={path} className="contact-form" noValidate>
      <input type="hidden" name="form" value={formKey} />
      <input type="hidden" name="seen" value={seenCount} />
      <div className={problem === null ? "field" : "field field-error"}>
        <label htmlFor="reply">Answer to {address}</label>
        <textarea
          className="input"
          id="reply"
          name="reply"
          rows={8}
          defaultValue={refused?.typed ?? ""}
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
  path: string;
  message: { state: MessageState; assignedTo: string | null };
  editors: readonly { id: string; name: string }[];
  isDeleting: boolean;
};

function SeeingTo({ path, message, editors, isDeleting }: SeeingToProps) {
  return (
    <div className="inbox-seeing">
      <form method="post" action={path}>
        <label className="field">
          <span>Who sees to it</span>
          <select className="input" name="editor" defaultValue={message.assignedTo ?? ""}>
            <option value="">Nobody yet</option>
            {editors.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button button-outline" name="do" value="assign">
          Keep
        </button>
      </form>
      <form method="post" action={path}>
        {message.state !== "open" && (
          <button type="submit" className="button button-outline" name="do" value="open">
            {message.state === "spam" ? "It is no spam" : "Open it again"}
          </button>
        )}
        {message.state !== "closed" && message.state !== "spam" && (
          <button type="submit" className="button button-outline" name="do" value="closed">
            Close it
          </button>
        )}
        {message.state !== "spam" && (
          <button type="submit" className="button button-outline" name="do" value="spam">
            It is spam
          </button>
        )}
        {!isDeleting && (
          <a className="button button-plain" href={`${path}?delete=ask#delete`}>
            Delete it…
          </a>
        )}
      </form>
      {isDeleting && (
        <form method="post" action={path} className="inbox-asked" id="delete" aria-label="Delete it">
          <p>The message goes for good, with what was answered. That can’t be undone.</p>
          <div className="inbox-deeds">
            <button type="submit" className="button button-primary" name="do" value="delete">
              Delete it
            </button>
            <a className="button button-plain" href={path}>
              Keep it
            </a>
          </div>
        </form>
      )}
    </div>
  );
}
