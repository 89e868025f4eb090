import { CATEGORY_NAMES, isCategorySlug } from "#app/guide/places/facts/categories.ts";
import {
  hoursFieldNames,
  HOURS_TEXT,
  preferTypedText,
  SPECIAL_COUNT,
} from "#app/business/corrections/hours/hours-fields.ts";
import { formatChange } from "#app/business/corrections/facts/format-fact.ts";
import { sortKeys } from "#app/guide/places/facts/place-facts.ts";
import { LISTING_PARSERS, listingToFields } from "#app/business/submissions/form/listing.ts";
import {
  LISTING_FACT_FIELDS,
  type Listing,
  type ListingFact,
  type ListingProblems,
  type ListingFormValues,
} from "#app/business/submissions/form/listing-form.ts";
import { DESCRIPTION_CHARACTERS_MIN } from "#app/business/submissions/submission.ts";
import { parseJson } from "#app/lib/parse-json.ts";

/** Facts that owners and managers change without approval. */
export const LIVE_FACTS = [
  "phone",
  "website",
  "menuUrl",
  "reservationsUrl",
  "orderUrl",
  "priceRange",
  "hours",
  "attributes",
  "summary",
  "description",
] as const satisfies ListingFact[];

export type ListingChange = { fact: ListingFact; before: unknown; after: unknown };

export type ListingChangesResult =
  | { changes: ListingChange[]; problems: null }
  /** `isStale`: a fact that the form changes was also changed elsewhere since the form was opened. */
  | { changes: null; problems: ListingProblems; isStale: boolean };

type ChangesInput = {
  facts: readonly ListingFact[];
  typed: ListingFormValues;
  /** The values of the form when it was opened. */
  opened: ListingFormValues;
  now: Listing;
};

/** Reads the facts that were changed in a form and ignores all others. Never throws. */
export function parseListingChanges({ facts, typed, opened, now }: ChangesInput): ListingChangesResult {
  const current = listingToFields(now);
  const problems: ListingProblems = {};
  const changes: ListingChange[] = [];
  let isStale = false;
  for (const fact of facts) {
    const fields = fieldsOf(fact, typed, opened, current);
    if (hasSameValues(fields, typed, opened)) continue;
    const read = LISTING_PARSERS[fact](fact === "hours" ? preferTypedText(typed, opened) : typed);
    if (read.problems !== null) Object.assign(problems, read.problems);
    else if (fact === "description" && textOf(typed, fact).length < DESCRIPTION_CHARACTERS_MIN) {
      problems["description"] = `Write at least ${DESCRIPTION_CHARACTERS_MIN} characters.`;
    } else if (canonicalJson(read.value) === canonicalJson(now[fact])) continue;
    else if (hasSameValues(fields, opened, current)) changes.push({ fact, before: now[fact], after: read.value });
    else {
      isStale = true;
      const [first = fact] = fields.filter((field) => textOf(opened, field) !== textOf(current, field));
      problems[fact === "hours" ? HOURS_TEXT : first] =
        `This was changed in the meantime. It now says: ${formatCurrent(fact, { fields, current, now })}`;
    }
  }
  if (Object.keys(problems).length > 0) return { changes: null, problems, isStale };
  return { changes, problems: null };
}

/** The form's opening values, which it sends back itself; the current values when they can't be read. */
export function parseOpeningValues(text: string, now: Listing): ListingFormValues {
  const current = listingToFields(now);
  const sent = parseJson(text);
  if (typeof sent !== "object" || sent === null) return current;
  const texts = Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { ...current, ...Object.fromEntries(texts) };
}

/** The fields of the facts that were changed in a form. */
export function changedFields(
  facts: readonly ListingFact[],
  { typed, opened, now }: Pick<ChangesInput, "typed" | "opened"> & { now: ListingFormValues },
): string[] {
  return facts.flatMap((fact) => {
    const fields = fieldsOf(fact, typed, opened, now);
    if (hasSameValues(fields, typed, opened)) return [];
    return fact === "hours" ? [...fields, SPECIAL_COUNT] : fields;
  });
}

/** All fields of a fact; for hours, as many special days as the form with most of them. */
function fieldsOf(fact: ListingFact, ...forms: ListingFormValues[]): string[] {
  if (fact !== "hours") return [...LISTING_FACT_FIELDS[fact]];
  return hoursFieldNames(...forms).filter((field) => field !== SPECIAL_COUNT);
}

function hasSameValues(fields: string[], a: ListingFormValues, b: ListingFormValues): boolean {
  return fields.every((field) => textOf(a, field) === textOf(b, field));
}

function textOf(typed: ListingFormValues, field: string): string {
  // Browsers send each end of a line as two characters.
  return (typed[field] ?? "").replaceAll("\r\n", "\n").trim();
}

function formatCurrent(
  fact: ListingFact,
  { fields, current, now }: { fields: string[]; current: ListingFormValues; now: Listing },
): string {
  const values =
    fact === "hours"
      ? formatChange("hours", now.hours, () => "")
      : fields.map((field) => textOf(current, field)).filter((text) => text !== "");
  return values.length === 0 ? "nothing." : `${values.join("; ").slice(0, CURRENT_CHARACTERS_MAX)}.`;
}

const CURRENT_CHARACTERS_MAX = 300;

/** JSON with sorted keys: the database returns keys in its own order. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value));
}

/** The lines that show a guarded fact's value. */
export function formatGuardedFact(field: Parameters<typeof formatChange>[0], value: unknown): string[] {
  if (field === "category" && typeof value === "string" && isCategorySlug(value)) return [CATEGORY_NAMES[value]];
  return formatChange(field, value, () => "another place");
}
