import type { Database } from "#app/db/database.server.ts";

import { decideCorrection } from "../review/decide-correction.server.ts";
import type { SuggestedEdit } from "../suggest/edit-form.ts";
import type { Reporter } from "../suggest/reporter.server.ts";
import { sendCorrection } from "../suggest/send-correction.server.ts";

type SentHours = {
  place: { id: number; updatedAt: Date };
  reporter: Reporter;
  edit: SuggestedEdit;
  /** The editor who sends them; null for readers. */
  editorId: string | null;
  now: Date;
};

/**
 * Sends a reader's hours as a correction. An editor's go live at once, as a case that the editor approved.
 *
 * @returns The key of the outcome page. "too-many": the daily limit is reached.
 */
export async function sendHours(
  db: Database,
  { place, reporter, edit, editorId, now }: SentHours,
): Promise<{ key: string } | "too-many"> {
  return db.transaction(async (tx) => {
    const sent = await sendCorrection(tx, { placeId: place.id, reporter, content: { kind: "edit", edit }, now });
    if (sent === "too-many" || editorId === null) return sent;
    // "changed" and "closed" leave the case to the queue.
    await decideCorrection(tx, {
      caseId: sent.caseId,
      decision: "approved",
      reason: "",
      decidedBy: editorId,
      now,
      seen: place.updatedAt.toISOString(),
      applied: ["hours"],
      description: null,
      pin: null,
      closure: null,
      successorSlug: null,
    });
    return sent;
  });
}
