import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

type Crumb = { label: string; to?: string };

/**
 * The way here. The last crumb has no `to`: it is this page.
 * `aside` stands at the right of the line, where a page says something about all of its data.
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
