import "../admin.css";

import { ArrowDown, ArrowUp } from "lucide-react";
import { Link } from "react-router";

/** The header of a sortable column, with an arrow for the current direction. */
export function SortLink({
  label,
  direction,
  to,
  className,
}: {
  label: string;
  direction: "ascending" | "descending" | null;
  to: string;
  className?: string;
}) {
  return (
    <th scope="col" aria-sort={direction ?? undefined} className={className}>
      <Link className="admin-sort" to={to} preventScrollReset>
        {label}
        {direction === "ascending" && <ArrowUp className="icon-small" aria-hidden="true" />}
        {direction === "descending" && <ArrowDown className="icon-small" aria-hidden="true" />}
      </Link>
    </th>
  );
}
