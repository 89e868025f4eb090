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

/** What whoever runs a place changes at once. */
export const LIVE_FACTS = [
  "phone",
  "website",
  "priceRange",
  "hours",
  "attributes",
  "description",
] as const satisfies ListingFact[];

/** A page without a word on what the place is helps nobody. */
const DESCRIPTION_CHARACTERS_MIN = 20;

export type ListingChange = { fact: ListingFact; before: unknown; after: unknown };

export type ReadChanges =
  | { changes: ListingChange[]; problems: null }
  /** `isStale`: a fact that was changed in the form is another by now than when the form was opened. */
  | { changes: null; problems: ListingProblems; isStale: boolean };

type Asked = {
  facts: readonly ListingFact[];
  typed: TypedListing;
  /** What the form said when it was opened. */
  opened: TypedListing;
  now: Listing;
};

/** What was changed in a form: only that counts, and is read. Never throws. */
export function readChanges({ facts, typed, opened, now }: Asked): ReadChanges {
  const current = typedListing(now);
  const problems: ListingProblems = {};
  const changes: ListingChange[] = [];
  let isStale = false;
  for (const fact of facts) {
    const fields = fieldsOf(fact, typed, opened, current);
    if (isAlike(fields, typed, opened)) continue;
    const read = LISTING_READERS[fact](typed);
    if (read.problems !== null) Object.assign(problems, read.problems);
    else if (fact === "description" && textOf(typed, fact).length < DESCRIPTION_CHARACTERS_MIN) {
      problems["description"] = `Write at least ${DESCRIPTION_CHARACTERS_MIN} characters.`;
    } else if (canonical(read.value) === canonical(now[fact])) continue;
    else if (isAlike(fields, opened, current)) changes.push({ fact, before: now[fact], after: read.value });
    else {
      isStale = true;
      const [first = fact] = fields.filter((field) => textOf(opened, field) !== textOf(current, field));
      problems[first] = `Somebody changed this meanwhile. Now it says: ${saidNow(fields, current)}`;
    }
  }
  if (Object.keys(problems).length > 0) return { changes: null, problems, isStale };
  return { changes, problems: null };
}

/** The form as it was opened, as it sends it back itself; what it says now when that isn't to be read. */
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

/** The fields of a fact in whichever form has most of them. */
function fieldsOf(fact: ListingFact, ...forms: TypedListing[]): string[] {
  const own = FIELDS_OF[fact];
  if (fact !== "hours") return [...own];
  const lines = Math.max(...forms.map(specialCount));
  return [...own, ...Array.from({ length: lines }, (_, line) => Object.values(specialFields(line))).flat()];
}

function isAlike(fields: string[], one: TypedListing, other: TypedListing): boolean {
  return fields.every((field) => textOf(one, field) === textOf(other, field));
}

function textOf(typed: TypedListing, field: string): string {
  return (typed[field] ?? "").trim();
}

function saidNow(fields: string[], current: TypedListing): string {
  const words = fields.map((field) => textOf(current, field)).filter((text) => text !== "");
  return words.length === 0 ? "nothing." : `${words.join("; ").slice(0, SAID_CHARACTERS_MAX)}.`;
}

const SAID_CHARACTERS_MAX = 300;

/** Values come from the database with their keys in an order of its own. */
export function canonical(value: unknown): string {
  return JSON.stringify(sortKeys(value));
}

/** A fact that waits, in words. */
export function guardedWords(field: Parameters<typeof changeWords>[0], value: unknown): string[] {
  if (field === "category" && typeof value === "string" && isCategorySlug(value)) return [CATEGORY_NAMES[value]];
  return changeWords(field, value, () => "another place");
}
