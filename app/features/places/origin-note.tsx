import { describeOrigin } from "./fact-origin.ts";
import type { FactOrigin } from "./place.ts";

/** How fresh one fact is; nothing where the fact has no source of its own. */
export function OriginNote({ origin }: { origin: FactOrigin | undefined }) {
  if (origin === undefined) return null;
  return (
    <span className="origin-note" title={`Source: ${origin.sourceTitle}`}>
      {describeOrigin(origin)}
    </span>
  );
}
