import "./revisions.css";

import type { FieldDiff } from "./guide-diff.server.ts";

/** How many characters of unchanged text are shown around a change. */
const AROUND = 160;

/** Shows removed and added words. */
export function DiffView({ diff }: { diff: readonly FieldDiff[] }) {
  if (diff.length === 0) return <p className="text-muted">No differences.</p>;
  return (
    <dl className="guide-diff">
      {diff.map(({ field, parts }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {parts.map(({ kind, text }, index) => {
              if (kind === "removed") return <del key={index}>{text}</del>;
              if (kind === "added") return <ins key={index}>{text}</ins>;
              return (
                <span key={index}>{shorten(text, { isFirst: index === 0, isLast: index === parts.length - 1 })}</span>
              );
            })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function shorten(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  if (text.length <= AROUND * 2) return text;
  const start = isFirst ? "" : text.slice(0, AROUND);
  const end = isLast ? "" : text.slice(-AROUND);
  return `${start} … ${end}`;
}
