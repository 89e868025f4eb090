import { z } from "zod";

import { RELATIONS, type Relation } from "#app/db/schema/submissions.ts";
import { characterCount, plainText } from "#app/lib/plain-text.ts";
import type { SentForm } from "#app/platform/read-form.ts";

import { linkCount } from "./links.ts";
import { readListing, typedListing } from "./listing.ts";
import {
  type Listing,
  listingFields,
  type ListingProblems,
  NOTE_CHARACTERS_MAX,
  type TypedListing,
} from "./typed-listing.ts";

/** Whoever explains something may point to it; more is an advertisement. */
const NOTE_LINKS_MAX = 2;

/** A field of the form, at most: longer than any that is taken, so that a refused form keeps what was typed. */
const FIELD_CHARACTERS_MAX = 4_000;

export type Submission = {
  listing: Listing;
  relation: Relation;
  note: string;
  /** Where to write what becomes of it; null: nowhere. */
  mailAddress: string | null;
};

/** The fields that are about whoever submits. */
const OWN_FIELDS = ["relation", "note", "mail"];

/** The form as it is opened, with what is known already. */
export function typedSubmission(known: TypedListing = {}): TypedListing {
  const empty = { ...typedListing({}), relation: "", note: "", mail: "" };
  // A draft has as many lines of special days as were asked for.
  return { ...empty, ...known };
}

/** What stands in the fields of a sent form, and nothing else that it may hold. */
export function typedIn(form: SentForm): TypedListing {
  const names = [...listingFields({ specialCount: form.text("specialCount") }), ...OWN_FIELDS];
  return Object.fromEntries(names.map((name) => [name, keepable(form.text(name))]));
}

/** The database's JSON takes neither NUL nor half a pair of surrogates. */
function keepable(text: string): string {
  return text.slice(0, FIELD_CHARACTERS_MAX).toWellFormed().replaceAll("\u0000", "");
}

type ReadSubmission = { submission: Submission; problems: null } | { submission: null; problems: ListingProblems };

/** Reads what somebody submits. Never throws. */
export function readSubmission(typed: TypedListing): ReadSubmission {
  const read = readListing(typed);
  const problems: ListingProblems = { ...read.problems };
  const relation = RELATIONS.find((known) => known === typed["relation"]) ?? null;
  if (relation === null) problems["relation"] = "Say what you have to do with it.";
  const note = plainText(typed["note"] ?? "");
  const count = characterCount(note);
  if (count > NOTE_CHARACTERS_MAX)
    problems["note"] = `Write at most ${NOTE_CHARACTERS_MAX} characters; it has ${count}.`;
  else if (linkCount(note) > NOTE_LINKS_MAX) problems["note"] = `Give at most ${NOTE_LINKS_MAX} web addresses.`;
  const mail = readMail(typed["mail"] ?? "");
  if (mail === null) problems["mail"] = "Write it as name@example.com, or leave it empty.";
  if (read.listing === null || relation === null || mail === null || Object.keys(problems).length > 0) {
    return { submission: null, problems };
  }
  return { submission: { listing: read.listing, relation, note, mailAddress: mail.address }, problems: null };
}

const MailAddress = z.email().max(254);

/** Null: it is no address. */
function readMail(text: string): { address: string | null } | null {
  const plain = text.trim();
  if (plain === "") return { address: null };
  const { data: address } = MailAddress.safeParse(plain);
  return address === undefined ? null : { address };
}
