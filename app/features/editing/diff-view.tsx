import type { FieldDiff } from "./guide-diff.server.ts";

/** Of what stays only so many letters around a change are shown. */
const AROUND = 160;

/** What was taken out and put in, by words. */
export function DiffView({ diff }: { diff: readonly FieldDiff[] }) {
  if (diff.length === 0) return <p className="text-stone-5">Nothing differs.</p>;
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
                <span key={index}>{shortened(text, { isFirst: index === 0, isLast: index === parts.length - 1 })}</span>
              );
            })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function shortened(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  if (text.length <= AROUND * 2) return text;
  const start = isFirst ? "" : text.slice(0, AROUND);
  const end = isLast ? "" : text.slice(-AROUND);
  return `${start} … ${end}`;
}
