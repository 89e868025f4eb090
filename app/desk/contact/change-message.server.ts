import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import type { FormFields } from "#app/platform/read-form.ts";
import type { Site } from "#app/platform/site.ts";

import { MESSAGE_STATES, REPLY_CHARACTERS_MAX } from "./contact.ts";
import { assignMessage, deleteMessages, replyToMessage, setMessageState } from "./messages.server.ts";

type ChangeInput = { id: string; by: string; form: FormFields; typed: string; formKey: string };

/**
 * Does what an admin asked for on the page of a message: the form's `do` names it.
 *
 * @returns Null when the change is done, or why it was refused: 400 for wrong input, 409 when somebody was faster.
 */
export async function changeMessage(
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
