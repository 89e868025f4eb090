import "./importing.css";

import { IMPORTED_FIELDS, type ImportReport } from "#app/db/columns/import-columns.ts";
import { formatFullCount } from "#app/ui/format-count.ts";

import { IMPORTED_FIELD_LABELS, SKIP_REASON_LABELS } from "../readers/imported-facts.ts";

/** The counts of a file: predictions until the import is done. */
export function ReportTable({ report, isDone }: { report: ImportReport; isDone: boolean }) {
  const lines: [label: string, count: number, note: string][] = [
    ["New", report.new, report.unplaced === 0 ? "" : `${formatFullCount(report.unplaced)} need a neighborhood`],
    ["Already listed", report.matched, report.filling === 0 ? "" : `${formatFullCount(report.filling)} gain facts`],
    ["Changed since last import", report.changed, ""],
    ["Confirmed with a newer date", report.confirmed, ""],
    ["Unchanged", report.unchanged, ""],
    ["Repeated in the file", report.duplicatesInFile, ""],
    ["Possible duplicates", report.possibleDuplicates, describeReview(report)],
    ["Closed, says the source", report.closing, report.closing === 0 ? "" : "need a decision"],
    ...(report.missing === null
      ? []
      : [["No longer in the file", report.missing, ""] satisfies [string, number, string]]),
    ["Skipped", report.skipped, ""],
  ];
  const reasons = Object.entries(SKIP_REASON_LABELS).flatMap(([reason, label]) => {
    const count = new Map(Object.entries(report.skips)).get(reason) ?? 0;
    return count === 0 ? [] : [{ reason, label, count }];
  });
  const filled = IMPORTED_FIELDS.flatMap((field) => ({ field, count: report.filled[field] ?? 0 })).filter(
    ({ count }) => count > 0,
  );
  const unread = IMPORTED_FIELDS.flatMap((field) => ({ field, count: report.unread[field] ?? 0 })).filter(
    ({ count }) => count > 0,
  );
  return (
    <section className="import-section" aria-labelledby="report">
      <h2 className="h3" id="report">
        {isDone ? "Results" : "Preview"}
      </h2>
      <dl className="import-counts">
        {lines.map(([label, count, note]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <strong>{formatFullCount(count)}</strong>
              {note !== "" && <small>{note}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {reasons.length > 0 && (
        <>
          <h3 className="h4">Why entries are skipped</h3>
          <ul className="import-list">
            {reasons.map(({ reason, label, count }) => (
              <li key={reason}>
                <span>{label}</span>
                <span>{formatFullCount(count)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {filled.length > 0 && <FieldCounts title="Facts by field" fields={filled} />}
      {unread.length > 0 && <FieldCounts title="Unreadable values (the rest of the entry is used)" fields={unread} />}
    </section>
  );
}

function describeReview({ possibleDuplicates, jumps }: ImportReport): string {
  if (possibleDuplicates === 0) return "";
  return jumps === 0 ? "need review" : `need review, ${formatFullCount(jumps)} moved or renamed`;
}

function FieldCounts({
  title,
  fields,
}: {
  title: string;
  fields: { field: (typeof IMPORTED_FIELDS)[number]; count: number }[];
}) {
  return (
    <>
      <h3 className="h4">{title}</h3>
      <ul className="import-list">
        {fields.map(({ field, count }) => (
          <li key={field}>
            <span>{IMPORTED_FIELD_LABELS[field]}</span>
            <span>{formatFullCount(count)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
