import type { ConfirmedField } from "#app/db/schema/corrections.ts";

import { describeOrigin } from "./fact-origin.ts";
import type { FactOrigin } from "./place.ts";

/** What the fact is called, by the form and by people. */
type FactNames = { field: ConfirmedField; name: string };

/** How fresh one fact is, and the button that says it still is; nothing where the fact has no source of its own. */
export function OriginNote({ origin, ...fact }: { origin: FactOrigin | undefined } & FactNames) {
  if (origin === undefined) return null;
  return (
    <span className="origin-note" title={`Source: ${origin.sourceTitle}`}>
      {describeOrigin(origin)} <StillRight origin={origin} {...fact} />
    </span>
  );
}

/** One tap, within a form that sends it; it works without script and on a page made for everybody. */
export function StillRight({ origin: { stillRight }, field, name }: { origin: FactOrigin } & FactNames) {
  return stillRight === undefined ? null : (
    <button type="submit" className="still-right no-print" name={field} value={stillRight}>
      Still right?<span className="sr-only"> {name}</span>
    </button>
  );
}
