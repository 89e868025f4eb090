import type { ContactTopic, MessageState } from "#app/db/schema/contact.ts";

export const CONTACT_PATH = "/contact";
export const MESSAGES_PATH = "/admin/messages";

/** The same limits as the database's check constraints. */
export const NAME_CHARACTERS_MAX = 80;
export const CONTACT_MESSAGE_CHARACTERS_MIN = 10;
export const CONTACT_MESSAGE_CHARACTERS_MAX = 5_000;
export const REPLY_CHARACTERS_MAX = 10_000;

/** The topics of a message, in the form's order. */
export const TOPIC_CHOICES: readonly { topic: ContactTopic; label: string }[] = [
  { topic: "guide", label: "Something in the guide" },
  { topic: "business", label: "A business I manage" },
  { topic: "account", label: "My account or a payment" },
  { topic: "press", label: "Press or partnerships" },
  { topic: "other", label: "Something else" },
];

export function topicLabel(topic: ContactTopic): string {
  return TOPIC_CHOICES.find((choice) => choice.topic === topic)?.label ?? topic;
}

/** In the order of the tabs of the messages. */
export const MESSAGE_STATES: readonly MessageState[] = ["open", "answered", "closed", "spam"];

export const MESSAGE_STATE_LABELS: Record<MessageState, string> = {
  open: "Open",
  answered: "Answered",
  closed: "Closed",
  spam: "Spam",
};

export function messagePath(id: string): string {
  return `${MESSAGES_PATH}/${id}`;
}
