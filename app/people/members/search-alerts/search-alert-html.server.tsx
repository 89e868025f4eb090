import { renderToStaticMarkup } from "react-dom/server";

import type { SearchAlertOffer } from "./search-alert.ts";
import { SEARCH_ALERTS_PATH } from "./search-alerts-path.ts";

/**
 * On a search that finds few places: asks for one mail when there are more. Static HTML, because the page's script budget has
 * no room for it, and it has no interaction. Its styles are in `search-alerts.css`, which the page imports.
 */
export function renderSearchAlertForm(offer: SearchAlertOffer | null): string | null {
  return offer === null ? null : renderToStaticMarkup(<SearchAlertForm offer={offer} />);
}

function SearchAlertForm({ offer }: { offer: SearchAlertOffer }) {
  const { query, path, signInHref, state, hasPlaces } = offer;
  if (state === "waiting") {
    return (
      <section className="search-alert" aria-labelledby="search-alert">
        <h2 className="h3" id="search-alert">
          You have an alert for this search
        </h2>
        <p>We’ll email you once, when we add a place that matches “{query}”.</p>
        <a className="button button-outline" href={SEARCH_ALERTS_PATH}>
          Manage alerts
        </a>
      </section>
    );
  }
  return (
    <section className="search-alert" aria-labelledby="search-alert">
      <h2 className="h3" id="search-alert">
        {hasPlaces ? "Get an alert when we add more" : "Get an alert when we add one"}
      </h2>
      <p>We’ll email you once, when we add a place that matches “{query}”.</p>
      {state === "guest" ? (
        <a className="button button-outline" href={signInHref}>
          Sign in for an alert
        </a>
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
