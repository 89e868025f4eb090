import { Link } from "react-router";

import { CATEGORY_NAMES, CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";

import { QuickSearchChips } from "../page/quick-search-chips.tsx";

export function SearchStart() {
  return (
    <>
      <h2 className="label search-browse" id="popular-searches">
        Popular searches
      </h2>
      <QuickSearchChips labelledBy="popular-searches" />
      <CategoryChips />
    </>
  );
}

function CategoryChips() {
  return (
    <section>
      <h2 className="label search-browse">Or browse by category</h2>
      <ul className="chips">
        {CATEGORY_SLUGS.map((slug) => (
          <li key={slug}>
            <Link className="chip" to={`/${slug}`}>
              {CATEGORY_NAMES[slug]}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
