import { Search, X } from "lucide-react";
import { Form, Link } from "react-router";

import { QUERY_LENGTH_MAX } from "../query/query-length.ts";

/** A page has one large search box. */
const FIELD_ID = "search-field";

/** The large search box with its button: a plain GET form. `Suggestions` attaches the list to it. */
export function SearchBox({ query = "", placeholder = "Search DC" }: { query?: string; placeholder?: string }) {
  return (
    <Form className="search-box" role="search" aria-label="Places, guides and neighborhoods" action="/search">
      <label className="sr-only" htmlFor={FIELD_ID}>
        Search DC
      </label>
      <span className="search-box-field">
        <Search className="icon" aria-hidden="true" />
        <input
          key={query}
          id={FIELD_ID}
          type="text"
          role="searchbox"
          data-suggests=""
          name="q"
          defaultValue={query}
          placeholder={placeholder}
          maxLength={QUERY_LENGTH_MAX}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          data-slash-focus=""
        />
        {query !== "" && (
          <Link className="icon-button" to="/search" aria-label="Clear search">
            <X className="icon-small" aria-hidden="true" />
          </Link>
        )}
      </span>
      <button type="submit" className="button button-primary button-large">
        Search
      </button>
    </Form>
  );
}
