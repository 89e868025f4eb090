import "../submissions.css";

import type { ListingLine } from "../form/format-listing.ts";

/** Labeled facts as a list. */
export function FactLines({ facts }: { facts: readonly ListingLine[] }) {
  return (
    <dl className="fact-lines">
      {facts.map(({ label, lines }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {lines.map((line, index) => (
              <span key={index}>{line}</span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
