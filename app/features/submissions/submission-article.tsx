import { Link } from "react-router";

import { FactLines } from "./fact-lines.tsx";
import { submissionCasePath, type SubmissionSummary } from "./submission.ts";

/** A submission as it stands in the moderators' queue; its own page decides. */
export function SubmissionArticle({ summary }: { summary: SubmissionSummary }) {
  return (
    <>
      <SubmissionBody summary={summary} />
      <p>
        <Link className="button button-outline" to={submissionCasePath(summary.id)}>
          Read and decide<span className="sr-only"> about {summary.name}</span>
        </Link>
      </p>
    </>
  );
}

export function SubmissionBody({
  summary: { facts, relation, note, senderName, sentLabel },
}: {
  summary: SubmissionSummary;
}) {
  return (
    <>
      <p className="meta text-meta text-stone-5">
        <span>{senderName}</span>
        <span>{sentLabel}</span>
        <span>{relation}</span>
      </p>
      <FactLines facts={facts} />
      {note !== "" && <p className="correction-note">They write: {note}</p>}
    </>
  );
}
