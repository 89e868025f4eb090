import type { ReactNode } from "react";
import { Link } from "react-router";

import { SectionMark } from "./marks.tsx";

/** A section's title with at most one link at the right. `mark` is used once per page. */
export function SectionHead({
  title,
  id,
  more,
  mark = false,
  aside,
}: {
  title: string;
  /** Names the section: `<section aria-labelledby={id}>`. */
  id: string;
  more?: { label: string; to: string };
  mark?: boolean;
  /** A small element beside the title. */
  aside?: ReactNode;
}) {
  return (
    <>
      {mark && <SectionMark />}
      <div className="section-head">
        <h2 className="h1" id={id}>
          {title}
        </h2>
        {aside}
        {more !== undefined && (
          <Link className="link" to={more.to}>
            {more.label}
          </Link>
        )}
      </div>
    </>
  );
}
