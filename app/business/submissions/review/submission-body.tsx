import "#app/business/corrections/corrections.css";

import { FactLines } from "./fact-lines.tsx";
import type { SubmissionSummary } from "../submission.ts";

/** A submission as editors see it. */
export function SubmissionBody({
  summary: { facts, relation, note, senderName, sentLabel },
}: {
  summary: SubmissionSummary;
}) {
  return (
    <>
      <p className="meta text-meta text-muted">
        <span>{senderName}</span>
        <span>{sentLabel}</span>
        <span>{relation}</span>
      </p>
      <FactLines facts={facts} />
      {note !== "" && <p className="correction-note">Note: {note}</p>}
    </>
  );
}
