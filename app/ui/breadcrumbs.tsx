import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

type Crumb = { label: string; to?: string };

/**
 * The last crumb is this page and has no `to`.
 * `aside` is shown at the right, for a note about all data of the page.
 */
export function Breadcrumbs({ trail, aside }: { trail: readonly Crumb[]; aside?: ReactNode }) {
  return (
    <nav className="breadcrumbs" aria-label="Breadcrumb">
      <ol>
        {trail.map((crumb, index) => (
          <li key={crumb.label}>
            {index > 0 && <ChevronRight className="icon-small" aria-hidden="true" />}
            {crumb.to === undefined ? (
              <span aria-current="page">{crumb.label}</span>
            ) : (
              <Link to={crumb.to}>{crumb.label}</Link>
            )}
          </li>
        ))}
      </ol>
      {aside}
    </nav>
  );
}
