import { Form, Link } from "react-router";

import { counted } from "#app/ui/counted.ts";

import { isHidden } from "./columns.ts";
import { AUTHORS_PATH, BUSINESSES_PATH, CONTENT_PATH, type Done, leftWords, UNDONE_BY } from "./content.ts";

const TABS = [
  { name: "posts", label: "Posts", to: CONTENT_PATH },
  { name: "businesses", label: "Businesses", to: BUSINESSES_PATH },
  { name: "authors", label: "Authors", to: AUTHORS_PATH },
] as const;

/** Posts, businesses and who signs posts are pages of one tab. */
export function ContentTabs({ current }: { current: (typeof TABS)[number]["name"] }) {
  return (
    <nav className="admin-subtabs chips" aria-label="Content">
      {TABS.map(({ name, label, to }) => (
        <Link key={name} className="chip" to={to} aria-current={current === name ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** What was just done, and the way back. */
export function DoneNote({ done, noun, plural, action }: { done: Done; noun: string; plural: string; action: string }) {
  const { did, ids, draftIds, leftIds } = done;
  return (
    <form method="post" action={action} className="admin-done" role="status">
      {ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <span>
        {counted(ids.length, noun, plural)} {ids.length === 1 ? "is" : "are"} {did}.
        {draftIds.length > 0 && ` ${draftWords(done)}`}
        {leftIds.length > 0 && ` ${leftWords(leftIds.length, { noun, plural })}`}
      </span>
      <button type="submit" className="button button-plain" name="do" value={UNDONE_BY[did]}>
        Undo
      </button>
    </form>
  );
}

/** One that was to come out at an hour that has passed does so at no other. */
function draftWords({ ids, draftIds }: Done): string {
  if (ids.length === 1) return "Its hour passed while it was deleted: it is a draft now.";
  return draftIds.length === 1
    ? "The hour of one passed while it was deleted: it is a draft now."
    : `The hour of ${draftIds.length} passed while they were deleted: they are drafts now.`;
}

/** Which columns the table has; chosen by boxes, kept in the address. */
export function ColumnChoice({
  path,
  kept,
  columns,
  without,
}: {
  path: string;
  /** What else the address says. */
  kept: Record<string, string>;
  columns: readonly { id: string; label: string }[];
  without: string;
}) {
  return (
    <details className="admin-columns-choice">
      <summary className="button button-outline button-small">Columns</summary>
      <Form action={path} preventScrollReset key={without}>
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="choose" value="columns" />
        {columns.map(({ id, label }) => (
          <label key={id}>
            <input type="checkbox" name="column" value={id} defaultChecked={!isHidden(without, id)} /> {label}
          </label>
        ))}
        <button type="submit" className="button button-outline button-small">
          Show these
        </button>
      </Form>
    </details>
  );
}

/** A choice of the search form. */
export function Choice({
  name,
  label,
  value,
  options,
}: {
  name: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
}) {
  return (
    <label className="field">
      <span>{label}</span>
      <select className="input" name={name} defaultValue={value}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
