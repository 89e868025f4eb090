import { describeOrigin } from "./fact-origin.ts";
import type { FactOrigin } from "./place.ts";

/** How fresh one fact is, and the button that says it still is; nothing where the fact has no source of its own. */
export function OriginNote({ origin, name }: { origin: FactOrigin | undefined; name: string }) {
  if (origin === undefined) return null;
  return (
    <span className="origin-note" title={`Source: ${origin.sourceTitle}`}>
      {describeOrigin(origin)} <StillRight origin={origin} name={name} />
    </span>
  );
}

/** One tap, within a form that sends it; it works without script and on a page made for everybody. */
export function StillRight({ origin: { stillRight }, name }: { origin: FactOrigin; name: string }) {
  return stillRight === undefined ? null : (
    <button type="submit" className="still-right no-print" name="fact" value={stillRight}>
      Still right?<span className="sr-only"> {name}</span>
    </button>
  );
}
