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
          {license === OWN_LICENSE ? sourceInSentence(sourceTitle) : `${sourceTitle} (${license})`}
        </Fragment>
      ))}
      . {descriptionNote} Walking times are estimates.
    </p>
  );
}
