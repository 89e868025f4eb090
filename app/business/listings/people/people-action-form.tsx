import type { ReactNode } from "react";

import { sectionPath } from "../dashboard/owner-page.tsx";

type PeopleActionFormProps = { slug: string; fields: Record<string, string>; children: ReactNode };

/** A button that changes who manages a place. */
export function PeopleActionForm({ slug, fields, children }: PeopleActionFormProps) {
  return (
    <form method="post" action={sectionPath(slug, "people")}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="button button-outline button-small">
        {children}
      </button>
    </form>
  );
}
