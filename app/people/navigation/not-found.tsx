import { Link } from "react-router";

import { SiteScenePicture } from "#illustrations/site-scene-picture.tsx";
import { SearchBox } from "#app/guide/search/suggest/search-box.tsx";
import { CATEGORY_LINKS } from "./navigation.ts";
import type { Suggestion } from "./no-such-page.ts";

/**
 * The content of the 404 page: suggestions, and a search box filled with text from the URL.
 */
export function NotFound({ path, suggestions = [] }: { path: string; suggestions?: readonly Suggestion[] }) {
  return (
    <div className="wrap missing-page">
      <div>
        <SiteScenePicture name="not-found" width={720} height={260} />
      </div>
      <p className="kicker">404</p>
      <h1 className="d2">Oops! Page not found</h1>
      <p className="lede">There’s nothing at this address. Search for it, or start from one of these pages.</p>
      {suggestions.length > 0 && (
        <>
          <h2 className="label">Did you mean</h2>
          <ul className="chips missing-suggestions">
            {suggestions.map(({ label, to }) => (
              <li key={to}>
                <Link className="chip" to={to}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <SearchBox query={searchTextFromPath(path)} />
      <div className="empty-actions missing-actions">
        <Link className="button button-outline" to="/">
          Back to the home page
        </Link>
        <Link className="button button-plain" to="/neighborhoods">
          All neighborhoods
        </Link>
        <Link className="button button-plain" to="/latest">
          Latest guides
        </Link>
      </div>
      <h2 className="label missing-browse">Or browse by category</h2>
      <ul className="chips">
        {CATEGORY_LINKS.map((link) => (
          <li key={link.slug}>
            <Link className="chip" to={link.to}>
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Turns `/places/martins-tavern.html` into "martins tavern". */
export function searchTextFromPath(path: string): string {
  const last = path.split("/").findLast((part) => part !== "") ?? "";
  return last
    .replace(/\.[a-z]{2,5}$/i, "")
    .replaceAll(/%[0-9a-f]{2}|[^\p{L}\p{N}]+/giu, " ")
    .trim()
    .slice(0, 60);
}
