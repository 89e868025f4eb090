import { Form } from "react-router";

import { pluralize } from "#app/ui/format-count.ts";

import { formatSearchNear, searchFilterQueryString } from "../query/search-filters.ts";
import type { SearchResults } from "./search-request.ts";

/** What the chosen order needs or can't know: where distances start, and the places without a rating. */
export function SortNotes({ results }: { results: SearchResults }) {
  const { filters, near } = results;
  if (filters.sort === "rating") return filters.rating === null && <UnratedNote results={results} />;
  return <StartForm results={results} isUnknown={filters.near !== null && near === null} />;
}

const FIELD_ID = "search-start";
const NAMES_ID = "search-start-names";
const PROBLEM_ID = "search-start-problem";

/** Where distances are measured from. A plain GET form with the search's other parameters. */
function StartForm({ results, isUnknown }: { results: SearchResults; isUnknown: boolean }) {
  const { query, isVerbatim, filters, near, startNames } = results;
  const others = new URLSearchParams(searchFilterQueryString({ ...filters, near: null, sort: "nearest" }, 1));
  if (query !== "") others.set("q", query);
  if (isVerbatim) others.set("verbatim", "1");
  const typed = near?.name ?? (filters.near?.kind === "named" ? formatSearchNear(filters.near) : "");
  return (
    <Form className="search-start" action="/search" preventScrollReset autoComplete="off">
      {[...others].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={FIELD_ID}>Distance from</label>
      <span className="input">
        <input
          key={typed}
          id={FIELD_ID}
          name="near"
          list={NAMES_ID}
          defaultValue={typed}
          placeholder={near === null ? "Metro station, neighborhood or place" : "You"}
          maxLength={START_LENGTH_MAX}
          aria-invalid={isUnknown || undefined}
          aria-describedby={isUnknown ? PROBLEM_ID : undefined}
        />
      </span>
      <datalist id={NAMES_ID}>
        {startNames.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <button className="button button-outline" type="submit">
        Sort by distance
      </button>
      {isUnknown && (
        <p className="form-problem" id={PROBLEM_ID} role="alert">
          We don’t know one place called “{typed}”. Enter a Metro station, a neighborhood or a place’s full name.
        </p>
      )}
    </Form>
  );
}

/** Longer names are not looked up. */
const START_LENGTH_MAX = 80;

/** Places without a rating follow those with one, in their best order. */
function UnratedNote({ results: { facets, places } }: { results: SearchResults }) {
  const unrated = facets.ratings.find(({ value }) => value === "none");
  const isNoneRated = facets.ratings.length === 0 && places.total > 0;
  if (unrated === undefined && !isNoneRated) return null;
  return (
    <p className="text-row text-muted">
      {unrated === undefined
        ? "None of these places is rated yet, so the best matches come first."
        : `${pluralize(unrated.count, "place")} ${unrated.count === 1 ? "isn’t" : "aren’t"} rated yet.`}
    </p>
  );
}
