import "../cards/place-marks.css";
import "./place-notes.css";

import type { ConfirmableField } from "#app/db/schema/corrections.ts";

import { describeFreshness } from "./fact-origin.ts";
import type { FactOrigin } from "../place.ts";

/** The fact's form field and its display name. */
type FactName = { field: ConfirmableField; name: string };

type OriginNoteProps = {
  origin: FactOrigin | undefined;
  /** In place of the freshness. */
  note?: string | null;
} & FactName;

/** A fact's freshness and the button to confirm it. Renders nothing without an origin. */
export function OriginNote({ origin, note = null, ...fact }: OriginNoteProps) {
  if (origin === undefined) return null;
  return (
    <span className="origin-note" title={`Source: ${origin.sourceTitle}`}>
      {note ?? describeFreshness(origin)} <ConfirmFactButton origin={origin} {...fact} />
    </span>
  );
}

/** Submit button that confirms a fact, for use inside a form. Works without JavaScript and on cached pages. */
export function ConfirmFactButton({ origin: { stillRight }, field, name }: { origin: FactOrigin } & FactName) {
  return stillRight === undefined ? null : (
    <button type="submit" className="still-right no-print" name={field} value={stillRight}>
      Still right?<span className="sr-only"> {name}</span>
    </button>
  );
}
