import { Link } from "react-router";

import type { SearchAlertOffer } from "./search-alert.ts";
import { SEARCH_ALERTS_PATH } from "./search-alerts-path.ts";

/** On a search that finds few places: asks for one mail when there are more. */
export function SearchAlertForm({ offer }: { offer: SearchAlertOffer }) {
  const { query, path, signInHref, state, hasPlaces } = offer;
  if (state === "waiting") {
    return (
      <section className="search-alert" aria-labelledby="search-alert">
        <h2 className="h3" id="search-alert">
          You have an alert for this search
        </h2>
        <p>We’ll email you once, when we add a place that matches “{query}”.</p>
        <Link className="button button-outline" to={SEARCH_ALERTS_PATH}>
          Manage alerts
        </Link>
      </section>
    );
  }
  return (
    <section className="search-alert" aria-labelledby="search-alert">
      <h2 className="h3" id="search-alert">
        {hasPlaces ? "Tell me when there are more" : "Tell me when there is one"}
      </h2>
      <p>We’ll email you once, when we add a place that matches “{query}”.</p>
      {state === "guest" ? (
        <Link className="button button-outline" to={signInHref}>
          Sign in to be told
        </Link>
      ) : (
        <form method="post" action={SEARCH_ALERTS_PATH}>
          <input type="hidden" name="query" value={query} />
          <input type="hidden" name="back" value={path} />
          <button type="submit" className="button button-outline" name="do" value="create">
            Create alert
          </button>
        </form>
      )}
    </section>
  );
}
