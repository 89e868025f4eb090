import { CATEGORY_NAMES, isCategorySlug } from "#app/features/places/categories.ts";
import { changeWords } from "#app/features/corrections/fact-words.ts";
import { sortKeys } from "#app/features/places/place-facts.ts";
import { LISTING_READERS, typedListing } from "#app/features/submissions/listing.ts";
import {
  FIELDS_OF,
  type Listing,
  type ListingFact,
  type ListingProblems,
  specialCount,
  specialFields,
  type TypedListing,
} from "#app/features/submissions/typed-listing.ts";

/** Facts that owners and managers change without approval. */
export const LIVE_FACTS = [
  "phone",
  "website",
  "priceRange",
  "hours",
  "attributes",
  "description",
] as const satisfies ListingFact[];

/** A page that doesn't say what the place is isn't useful. */
const DESCRIPTION_CHARACTERS_MIN = 20;

export type ListingChange = { fact: ListingFact; before: unknown; after: unknown };

export type ReadChanges =
  | { changes: ListingChange[]; problems: null }
  /** `isStale`: a fact that the form changes was also changed elsewhere since the form was opened. */
  | { changes: null; problems: ListingProblems; isStale: boolean };

type ChangesInput = {
  facts: readonly ListingFact[];
  typed: TypedListing;
  /** The values of the form when it was opened. */
  opened: TypedListing;
  now: Listing;
};

/** Reads the facts that were changed in a form and ignores all others. Never throws. */
export function readChanges({ facts, typed, opened, now }: ChangesInput): ReadChanges {
  const current = typedListing(now);
  const problems: ListingProblems = {};
  const changes: ListingChange[] = [];
  let isStale = false;
  for (const fact of facts) {
    const fields = fieldsOf(fact, typed, opened, current);
    if (hasSameValues(fields, typed, opened)) continue;
    const read = LISTING_READERS[fact](typed);
    if (read.problems !== null) Object.assign(problems, read.problems);
    else if (fact === "description" && textOf(typed, fact).length < DESCRIPTION_CHARACTERS_MIN) {
      problems["description"] = `Write at least ${DESCRIPTION_CHARACTERS_MIN} characters.`;
    } else if (canonical(read.value) === canonical(now[fact])) continue;
    else if (hasSameValues(fields, opened, current)) changes.push({ fact, before: now[fact], after: read.value });
    else {
      isStale = true;
      const [first = fact] = fields.filter((field) => textOf(opened, field) !== textOf(current, field));
      problems[first] = `This was changed in the meantime. It now says: ${formatCurrent(fields, current)}`;
    }
  }
  if (Object.keys(problems).length > 0) return { changes: null, problems, isStale };
  return { changes, problems: null };
}

/** The form's opening values, which it sends back itself; the current values when they can't be read. */
export function readOpened(text: string, now: Listing): TypedListing {
  const current = typedListing(now);
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    return current;
  }
  if (typeof sent !== "object" || sent === null) return current;
  const texts = Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { ...current, ...Object.fromEntries(texts) };
}

/** All fields of a fact; for hours, as many special days as the form with most of them. */
function fieldsOf(fact: ListingFact, ...forms: TypedListing[]): string[] {
  const own = FIELDS_OF[fact];
  if (fact !== "hours") return [...own];
  const lines = Math.max(...forms.map(specialCount));
  return [...own, ...Array.from({ length: lines }, (_, line) => Object.values(specialFields(line))).flat()];
}

function hasSameValues(fields: string[], a: TypedListing, b: TypedListing): boolean {
  return fields.every((field) => textOf(a, field) === textOf(b, field));
}

function textOf(typed: TypedListing, field: string): string {
  return (typed[field] ?? "").trim();
}

function formatCurrent(fields: string[], current: TypedListing): string {
  const values = fields.map((field) => textOf(current, field)).filter((text) => text !== "");
  return values.length === 0 ? "nothing." : `${values.join("; ").slice(0, CURRENT_CHARACTERS_MAX)}.`;
}

const CURRENT_CHARACTERS_MAX = 300;

/** JSON with sorted keys: the database returns keys in its own order. */
export function canonical(value: unknown): string {
  return JSON.stringify(sortKeys(value));
}

/** The lines that show a guarded fact's value. */
export function guardedWords(field: Parameters<typeof changeWords>[0], value: unknown): string[] {
  if (field === "category" && typeof value === "string" && isCategorySlug(value)) return [CATEGORY_NAMES[value]];
  return changeWords(field, value, () => "another place");
}
