import { Search } from "lucide-react";
import { useRef } from "react";
import { Form } from "react-router";

import { QUERY_LENGTH_MAX } from "#app/guide/search/query/query-length.ts";
import { useAfterNavigation } from "#app/ui/use-after-navigation.ts";

/** The header's search box: a plain GET form whose magnifier is the submit button. */
export function SiteSearch({
  fieldId,
  className,
  hasKey = false,
}: {
  fieldId: string;
  className: string;
  /** Enables and shows the "/" keyboard shortcut. */
  hasKey?: boolean;
}) {
  const form = useRef<HTMLFormElement>(null);
  // The results page has its own search box with the query.
  useAfterNavigation(() => form.current?.reset());
  return (
    <Form ref={form} className={className} role="search" aria-label="Whole site" action="/search">
      <label className="sr-only" htmlFor={fieldId}>
        Search DC
      </label>
      <div className="input">
        <button type="submit" className="site-search-submit" aria-label="Search">
          <Search className="icon" aria-hidden="true" />
        </button>
        <input
          id={fieldId}
          type="text"
          role="searchbox"
          data-suggests=""
          name="q"
          placeholder="Search DC"
          maxLength={QUERY_LENGTH_MAX}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          data-slash-focus={hasKey ? "" : undefined}
        />
        {hasKey && (
          <kbd className="key" aria-hidden="true">
            /
          </kbd>
        )}
      </div>
    </Form>
  );
}
