import "#app/business/corrections/corrections.css";

import { PinMap } from "#app/business/corrections/review/pin-map.tsx";

import { FactLines } from "./fact-lines.tsx";
import type { SubmissionCase, SubmissionSummary } from "../submission.ts";

/** A submission as editors see it. */
export function SubmissionBody({
  summary: { name, position, facts, relation, note, senderName, sentLabel },
}: {
  summary: Pick<SubmissionCase, keyof SubmissionSummary | "position">;
}) {
  return (
    <>
      <p className="meta text-meta text-muted">
        <span>{senderName}</span>
        <span>{sentLabel}</span>
        <span>{relation}</span>
      </p>
      <FactLines facts={facts} />
      {position !== null && <PinMap label={`Map with the pin of ${name}`} point={position} />}
      {note !== "" && <p className="correction-note">Note: {note}</p>}
    </>
  );
}
