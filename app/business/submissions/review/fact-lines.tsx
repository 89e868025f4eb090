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
              <span key={index}>{/^https?:\/\//.test(line) ? <WebsiteLink url={line} /> : line}</span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The site may be anybody's, so it learns nothing from the link and gains nothing by it. */
function WebsiteLink({ url }: { url: string }) {
  return (
    <a className="link" href={url} rel="noopener noreferrer nofollow">
      {url.replace(/^https?:\/\//, "")}
    </a>
  );
}
