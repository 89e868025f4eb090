import type { ReactNode } from "react";
import { Link } from "react-router";

import { pluralize } from "#app/ui/format-count.ts";

import { editListPath, type ListSummary, VISIBILITIES } from "./list.ts";

/** One of the member's lists as a row; `children` are its actions. */
export function OwnListRow({ list, children }: { list: ListSummary; children?: ReactNode }) {
  return (
    <li>
      <div>
        <h3 className="h3">
          <Link className="name-link" to={editListPath(list.id)}>
            {list.name}
          </Link>
        </h3>
        <p className="meta text-row text-muted">
          <span>{pluralize(list.placeCount, "place")}</span>
          <span>{VISIBILITIES[list.visibility].label}</span>
        </p>
      </div>
      {children}
    </li>
  );
}
