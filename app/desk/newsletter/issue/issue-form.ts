import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import type { FormFields } from "#app/platform/read-form.ts";
import type { QueryReader } from "#app/platform/route-handle.ts";

import {
  INTRO_CHARACTERS_MAX,
  type IssueText,
  NOTE_CHARACTERS_MAX,
  PREVIEW_CHARACTERS_MAX,
  SUBJECT_CHARACTERS_MAX,
} from "./issue.ts";
import type { NeighborhoodChoice } from "../subscribers/preferences.ts";

/** The submitted values of an issue's form. */
export type IssueFormValues = { subject: string; preview: string; intro: string; neighborhood: string };
export type IssueFormProblems = Partial<Record<keyof IssueFormValues, string>>;

type ReadIssue =
  | { text: IssueText; typed: IssueFormValues; problems: null }
  | { text: null; typed: IssueFormValues; problems: IssueFormProblems };

/** More than any field allows, so that a refused form keeps the input. */
const FIELD_CHARACTERS_MAX = 20_000;

/** Parses an issue's form. Line breaks in subject and preview become spaces. */
export function parseIssueForm(form: FormFields, choices: readonly NeighborhoodChoice[]): ReadIssue {
  const text = (name: keyof IssueFormValues) => form.text(name).slice(0, FIELD_CHARACTERS_MAX);
  const typed: IssueFormValues = {
    subject: text("subject"),
    preview: text("preview"),
    intro: text("intro"),
    neighborhood: text("neighborhood"),
  };
  const subject = oneLine(typed.subject);
  const preview = oneLine(typed.preview);
  const intro = normalizeText(typed.intro);
  const neighborhoodSlug = typed.neighborhood === "" ? null : typed.neighborhood;
  const problems: IssueFormProblems = {
    ...tooLong("subject", subject, SUBJECT_CHARACTERS_MAX),
    ...tooLong("preview", preview, PREVIEW_CHARACTERS_MAX),
    ...tooLong("intro", intro, INTRO_CHARACTERS_MAX),
    ...(neighborhoodSlug === null || choices.some(({ slug }) => slug === neighborhoodSlug)
      ? {}
      : { neighborhood: "Choose an option from the list." }),
  };
  if (Object.keys(problems).length > 0) return { text: null, typed, problems };
  return { text: { subject, preview, intro, neighborhoodSlug }, typed, problems: null };
}

/** Parses the note on an item; null if it is too long. */
export function parseItemNote(typed: string): string | null {
  const note = normalizeText(typed);
  return characterCount(note) > NOTE_CHARACTERS_MAX ? null : note;
}

/** The search query for items to add. */
export function parseItemQuery(search: QueryReader<"q">): string {
  return oneLine(search.get("q") ?? "")
    .slice(0, QUERY_CHARACTERS_MAX)
    .toWellFormed();
}

const QUERY_CHARACTERS_MAX = 100;

function oneLine(typed: string): string {
  return normalizeText(typed).replaceAll("\n", " ");
}

function tooLong(field: keyof IssueFormValues, text: string, max: number): IssueFormProblems {
  const length = characterCount(text);
  return length <= max ? {} : { [field]: `Write at most ${max} characters. You wrote ${length}.` };
}
