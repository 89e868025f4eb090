import "./importing.css";

import { formatFullCount } from "#app/ui/format-count.ts";

type SkippedEntry = { number: number; line: number | null; name: string; label: string };

/** The first skipped entries, each with its reason. `count` is how many the file has. */
export function SkippedEntries({ skipped, count }: { skipped: SkippedEntry[]; count: number }) {
  return (
    <details className="import-source">
      <summary>Skipped entries</summary>
      <div className="import-scroll">
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">Line</th>
              <th scope="col">Name</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {skipped.map(({ number, line, name, label }) => (
              <tr key={number}>
                <td>{number}</td>
                <td>{line}</td>
                <td>{name}</td>
                <td>{label}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count > skipped.length && <p className="text-muted">And {formatFullCount(count - skipped.length)} more.</p>}
    </details>
  );
}
