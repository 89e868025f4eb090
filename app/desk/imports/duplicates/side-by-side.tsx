import "#app/business/submissions/submissions.css";
import "../screens/importing.css";

import type { FactLine } from "../readers/fact-lines.ts";

/** Two possible duplicates, fact by fact; differing facts stand out. */
export function SideBySide({
  left,
  right,
  lines,
}: {
  left: string;
  right: string;
  lines: { label: string; left: string; right: string; isSame: boolean }[];
}) {
  return (
    <table className="side-by-side">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Fact</span>
          </th>
          <th scope="col">{left}</th>
          <th scope="col">{right}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.label} className={classOf(line)}>
            <th scope="row">{line.label}</th>
            <td>{line.left || <span className="text-muted">Not given</span>}</td>
            <td>
              {line.right || <span className="text-muted">Not given</span>}
              {line.isSame && <span className="sr-only"> (same)</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function classOf({ left, right, isSame }: { left: string; right: string; isSame: boolean }): string | undefined {
  if (isSame) return "side-same";
  return left === "" || right === "" ? "side-one" : undefined;
}

/** Merges two lists of fact lines into one table; facts that neither side has are left out. */
export function alignFactLines(left: FactLine[], right: FactLine[]) {
  const labels = [...new Set([...left, ...right].map(({ label }) => label))];
  return labels.map((label) => {
    const [a, b] = [left, right].map((lines) => lines.find((line) => line.label === label)?.text ?? "");
    return { label, left: a ?? "", right: b ?? "", isSame: a === b };
  });
}
