import { ChevronLeft, ChevronRight } from "lucide-react";
import { Link } from "react-router";

/** Page links, so that crawlers and visitors without script reach every page. Renders nothing for a single page. */
export function Pager({
  label,
  page,
  pageCount,
  hrefFor,
}: {
  /** What is paged: "Places", announced as "Places, pages". */
  label: string;
  page: number;
  pageCount: number;
  hrefFor: (page: number) => string;
}) {
  if (pageCount <= 1) return null;
  return (
    <nav className="pager" aria-label={`${label}, pages`}>
      {page > 1 && (
        <Link className="button button-plain" to={hrefFor(page - 1)} rel="prev">
          <ChevronLeft className="icon" aria-hidden="true" />
          Previous
        </Link>
      )}
      <ul>
        {pagesToShow(page, pageCount).map((shown, index) => (
          <li key={shown ?? `gap-${index}`}>
            {shown === null ? (
              <span className="pager-page" aria-hidden="true">
                …
              </span>
            ) : shown === page ? (
              <span className="pager-page bars-below" aria-current="page">
                {shown}
              </span>
            ) : (
              <Link className="pager-page" to={hrefFor(shown)} aria-label={`Page ${shown}`}>
                {shown}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {page < pageCount && (
        <Link className="button button-plain" to={hrefFor(page + 1)} rel="next">
          Next
          <ChevronRight className="icon" aria-hidden="true" />
        </Link>
      )}
    </nav>
  );
}

/** First, last, current page and its neighbors; null for a gap. */
export function pagesToShow(page: number, pageCount: number): (number | null)[] {
  const near = new Set([1, page - 1, page, page + 1, pageCount]);
  const shown: (number | null)[] = [];
  let last = 0;
  for (const candidate of [...near].sort((a, b) => a - b)) {
    if (candidate < 1 || candidate > pageCount) continue;
    // A gap of one page is no shorter than the page's own number.
    if (candidate - last === 2) shown.push(last + 1);
    else if (candidate - last > 2) shown.push(null);
    shown.push(candidate);
    last = candidate;
  }
  return shown;
}
