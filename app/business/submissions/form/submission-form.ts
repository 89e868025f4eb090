import { z } from "zod";

import { RELATIONS, type Relation } from "#app/db/schema/submissions.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import type { FormFields } from "#app/platform/read-form.ts";

import { countLinks } from "./links.ts";
import { parseListing, listingToFields } from "./listing.ts";
import {
  type Listing,
  listingFields,
  type ListingProblems,
  NOTE_CHARACTERS_MAX,
  type ListingFormValues,
} from "./listing-form.ts";

/** A note can link to evidence; more links are advertising. */
const NOTE_LINKS_MAX = 2;

/** Per field; longer than any accepted value, so that a refused form shows what was typed. */
const FIELD_CHARACTERS_MAX = 4_000;

export type Submission = {
  listing: Listing;
  relation: Relation;
  note: string;
  /** The email address for the decision; null for none. */
  email: string | null;
};

/** The fields about the submitter. */
const SUBMITTER_FIELDS = ["relation", "note", "mail"];

/** The form's opening values. `known`: a draft or a known email address. */
export function submissionToFields(known: ListingFormValues = {}): ListingFormValues {
  const empty = { ...listingToFields({}), relation: "", note: "", mail: "" };
  // A draft has its own number of special day lines.
  return { ...empty, ...known };
}

/** The listing's and submitter's fields of a sent form; other fields are dropped. */
export function readFormValues(form: FormFields): ListingFormValues {
  const names = [...listingFields({ specialCount: form.text("specialCount") }), ...SUBMITTER_FIELDS];
  return Object.fromEntries(names.map((name) => [name, toStorableText(form.text(name))]));
}

/** PostgreSQL's JSON accepts neither NUL nor lone surrogates. */
function toStorableText(text: string): string {
  return text.slice(0, FIELD_CHARACTERS_MAX).toWellFormed().replaceAll("\u0000", "");
}

type ReadSubmission = { submission: Submission; problems: null } | { submission: null; problems: ListingProblems };

/** Validates the form's values. Never throws. */
export function parseSubmission(typed: ListingFormValues): ReadSubmission {
  const read = parseListing(typed);
  const problems: ListingProblems = { ...read.problems };
  const relation = RELATIONS.find((known) => known === typed["relation"]) ?? null;
  if (relation === null) problems["relation"] = "Choose your connection to the business.";
  const note = normalizeText(typed["note"] ?? "");
  const count = characterCount(note);
  if (count > NOTE_CHARACTERS_MAX)
    problems["note"] = `Write at most ${NOTE_CHARACTERS_MAX} characters. You have ${count}.`;
  else if (countLinks(note) > NOTE_LINKS_MAX) problems["note"] = `Include at most ${NOTE_LINKS_MAX} web addresses.`;
  const mail = readMail(typed["mail"] ?? "");
  if (mail === null) problems["mail"] = "Enter an email address like name@example.com, or leave it empty.";
  if (read.listing === null || relation === null || mail === null || Object.keys(problems).length > 0) {
    return { submission: null, problems };
  }
  return { submission: { listing: read.listing, relation, note, email: mail.address }, problems: null };
}

const MailAddress = z.email().max(254);

/** Null for an invalid address. */
function readMail(text: string): { address: string | null } | null {
  const plain = text.trim();
  if (plain === "") return { address: null };
  const { data: address } = MailAddress.safeParse(plain);
  return address === undefined ? null : { address };
}
