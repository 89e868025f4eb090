import { Fragment } from "react";

import { distinctSources, sourceInSentence } from "../facts/fact-origin.ts";
import type { PlacePage } from "../place.ts";

/** The license in sources.yaml of our own writing and knowledge. */
const OWN_LICENSE = "none needed";

/** Every source of the page, once each, with its license. */
export function PlaceSources({ place: { origins, descriptionNote } }: { place: PlacePage }) {
  const sources = distinctSources(origins);
  if (sources.length === 0) return null;
  return (
    <p className="text-meta text-muted">
      Sources:{" "}
      {sources.map(({ sourceTitle, license }, index) => (
        <Fragment key={sourceTitle}>
          {index > 0 && "; "}
          <SourceCredit title={sourceTitle} license={license} />
        </Fragment>
      ))}
      . {descriptionNote} Walking times are estimates.
    </p>
  );
}

function SourceCredit({ title, license }: { title: string; license: string }) {
  if (license === OWN_LICENSE) return sourceInSentence(title);
  if (title !== "OpenStreetMap") return `${title} (${license})`;
  // What its attribution guidelines ask for.
  return (
    <>
      <a className="link" href="https://www.openstreetmap.org/copyright" rel="external">
        © OpenStreetMap contributors
      </a>{" "}
      ({license})
    </>
  );
}
