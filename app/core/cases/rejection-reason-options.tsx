import type { CaseKind } from "#app/db/schema/moderation.ts";

import { rejectionReasonsFor } from "./decision-reasons.ts";

/** The options of a select: the reasons that apply to all of these kinds of cases. */
export function RejectionReasonOptions({ kinds }: { kinds: readonly CaseKind[] }) {
  return (
    <>
      <option value="">Choose a reason</option>
      {rejectionReasonsFor(kinds).map(({ code, label }) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))}
    </>
  );
}
