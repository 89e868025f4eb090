import { Link } from "react-router";

import { QUICK_SEARCHES } from "./quick-searches.ts";
import { searchPath } from "./search-request.ts";

/** The popular searches as links. */
export function QuickSearchChips({ labelledBy }: { labelledBy: string }) {
  return (
    <ul className="chips" aria-labelledby={labelledBy}>
      {QUICK_SEARCHES.map((words) => (
        <li key={words}>
          <Link className="chip" to={searchPath({ query: words })}>
            {words}
          </Link>
        </li>
      ))}
    </ul>
  );
}
