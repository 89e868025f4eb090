import { Search } from "lucide-react";

import { QUERY_LENGTH_MAX } from "./search.ts";

/** One large box a page. */
const FIELD_ID = "search-field";

/** The large box with its button: a plain GET form. */
export function SearchBox({ query = "", placeholder = "Search DC" }: { query?: string; placeholder?: string }) {
  return (
    <form className="search-box" role="search" aria-label="Places, guides and neighborhoods" action="/search">
      <label className="sr-only" htmlFor={FIELD_ID}>
        Search DC
      </label>
      <span className="search-box-field">
        <Search className="icon" aria-hidden="true" />
        <input
          key={query}
          id={FIELD_ID}
          type="search"
          name="q"
          defaultValue={query}
          placeholder={placeholder}
          maxLength={QUERY_LENGTH_MAX}
          autoComplete="off"
          enterKeyHint="search"
          data-slash-focus=""
        />
      </span>
      <button type="submit" className="button button-primary button-large">
        Search
      </button>
    </form>
  );
}
