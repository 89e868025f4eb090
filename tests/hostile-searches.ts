import fc from "fast-check";

import { anyText } from "./any-text.ts";

/** Input with a special meaning to PostgreSQL, the query language or a browser, or with none at all. */
const HOSTILE =
  `' " \\ % _ & | ! ( ) : * <-> :* ' ;--/*\u0000 \uD800 \u202E 🍕 ﷺ İ ß _b1 _c:food $1 \${} {} [] <b> null undefined NaN constructor
-- - "" '' or and not in near under $$ $$$ 24/7 9:30 4.5 stars open until 25:99 é café  1e309 -1 0x1F`.split(/\s/);

/** Hostile search parameters, mixed with words that the guide knows, correct or misspelled. */
export function hostileSearches(phrases: readonly string[]): fc.Arbitrary<Record<string, string>> {
  const word = fc.oneof(
    fc.constantFrom(...phrases),
    fc.constantFrom(...phrases).map((phrase) => `${phrase.slice(0, 2)}${phrase.slice(3)}`),
    fc.constantFrom(...HOSTILE),
    anyText({ maxLength: 8 }),
  );
  const query = fc.oneof(
    fc.array(word, { maxLength: 8 }).map((words) => words.join(" ")),
    anyText({ maxLength: 300 }),
  );
  const value = fc.oneof(fc.constantFrom("1", "2", "-1", "1e9", "places", "guides", "neighborhoods"), fc.string());
  const bbox = fc.oneof(fc.constant("-77.05,38.9,-77.02,38.92"), fc.constant("-77,39,-78,38"), fc.string());
  return fc.record(
    { q: query, kind: value, page: value, verbatim: value, category: value, near: value, sort: value, bbox },
    { requiredKeys: ["q"] },
  );
}
