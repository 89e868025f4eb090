import { z } from "zod";

import type { ContactTopic } from "#app/db/schema/contact.ts";
import { countLinks } from "#app/business/submissions/form/links.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import type { FormFields } from "#app/platform/read-form.ts";

import {
  CONTACT_MESSAGE_CHARACTERS_MAX,
  CONTACT_MESSAGE_CHARACTERS_MIN,
  NAME_CHARACTERS_MAX,
  TOPIC_CHOICES,
} from "./contact.ts";

/** Messages with more links than this are usually advertising. */
const LINKS_MAX = 3;

/** Longer than every field's own limit, so that a rejected form still shows the whole input. */
const FIELD_CHARACTERS_MAX = 20_000;

export type ContactField = "name" | "email" | "topic" | "message";
export type ContactFormValues = Record<ContactField, string>;
export type ContactProblems = Partial<Record<ContactField, string>>;

export type Contact = { name: string; email: string; topic: ContactTopic; body: string };

type ReadContact = { contact: Contact; problems: null } | { contact: null; problems: ContactProblems };

export function readContactFormValues(form: FormFields): ContactFormValues {
  const text = (name: ContactField) => form.text(name).slice(0, FIELD_CHARACTERS_MAX);
  return { name: text("name"), email: text("email"), topic: text("topic"), message: text("message") };
}

const Address = z.email().max(254);

/** Validates a contact form. Line breaks are removed from the name, so that it can't inject a mail header. */
export function parseContact(typed: ContactFormValues): ReadContact {
  const name = normalizeText(typed.name).replaceAll("\n", " ");
  const { data: email } = Address.safeParse(typed.email.trim());
  const topic = TOPIC_CHOICES.find((choice) => choice.topic === typed.topic)?.topic;
  const body = normalizeText(typed.message);
  const problems: ContactProblems = {
    ...(name === "" ? { name: "Enter your name." } : {}),
    ...(characterCount(name) > NAME_CHARACTERS_MAX ? { name: `Write at most ${NAME_CHARACTERS_MAX} characters.` } : {}),
    ...(email === undefined ? { email: "Write your email as name@example.com." } : {}),
    ...(topic === undefined ? { topic: "Choose a topic." } : {}),
    ...bodyProblem(body),
  };
  if (email === undefined || topic === undefined || Object.keys(problems).length > 0) {
    return { contact: null, problems };
  }
  return { contact: { name, email, topic, body }, problems: null };
}

function bodyProblem(body: string): ContactProblems {
  const length = characterCount(body);
  if (length < CONTACT_MESSAGE_CHARACTERS_MIN)
    return { message: `Write at least ${CONTACT_MESSAGE_CHARACTERS_MIN} characters.` };
  if (length > CONTACT_MESSAGE_CHARACTERS_MAX) {
    return { message: `Write at most ${CONTACT_MESSAGE_CHARACTERS_MAX} characters. Your message has ${length}.` };
  }
  return countLinks(body) > LINKS_MAX ? { message: `Include at most ${LINKS_MAX} links.` } : {};
}
