import type { ContactTopic, MessageState } from "#app/db/schema/inbox.ts";

export const CONTACT_PATH = "/contact";
export const INBOX_PATH = "/admin/inbox";

/** The same as the database's. */
export const NAME_CHARACTERS_MAX = 80;
export const BODY_CHARACTERS_MIN = 10;
export const BODY_CHARACTERS_MAX = 5_000;
export const REPLY_CHARACTERS_MAX = 10_000;

/** What a message may be about, in the order of the form. */
export const TOPIC_CHOICES: readonly { topic: ContactTopic; label: string }[] = [
  { topic: "guide", label: "Something in the guide" },
  { topic: "business", label: "A business that I run" },
  { topic: "account", label: "My account or a payment" },
  { topic: "press", label: "Press, or working together" },
  { topic: "other", label: "Something else" },
];

export function topicWords(topic: ContactTopic): string {
  return TOPIC_CHOICES.find((choice) => choice.topic === topic)?.label ?? topic;
}

/** In the order of the inbox. */
export const STATES: readonly MessageState[] = ["open", "answered", "closed", "spam"];

export const STATE_WORDS: Record<MessageState, string> = {
  open: "Open",
  answered: "Answered",
  closed: "Closed",
  spam: "Spam",
};

export function messagePath(id: string): string {
  return `${INBOX_PATH}/${id}`;
}
