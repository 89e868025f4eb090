import { findDecided, findWaiting } from "#app/features/moderation/cases.server.ts";
import type { DecidedCase } from "#app/features/moderation/cases.ts";
import { undoneDecisions } from "#app/features/moderation/undo-decision.server.ts";
import { noteRead } from "#app/features/submissions/submission-queries.server.ts";
import type { Site } from "#app/platform/site.ts";

import { loadTools, undoOffer } from "./queue.server.ts";
import { showCase } from "./shown-case.server.ts";

/** An open case with the options for deciding it; null if it is decided or gone. */
export async function loadOpen(site: Site, id: string) {
  const [waiting] = await findWaiting(site.db, [id]);
  const details = waiting === undefined ? null : await showCase(site, waiting);
  if (details === null) return null;
  return { details, undone: await undoneDecisions(site.db, id), ...(await loadTools(site, details.kind)) };
}

export type LoadedCase = NonNullable<Awaited<ReturnType<typeof loadOpen>>>;

/** Loads an open case that the editor chose, and records for its submitter that a submission is being read. */
export async function readOpen(site: Site, id: string): Promise<LoadedCase | null> {
  const open = await loadOpen(site, id);
  if (open?.details.about === "submission") await noteRead(site.db, { id: open.details.submission.id, now: site.now });
  return open;
}

/** A decided case, and whether the decision can be undone; null if it is open or gone. */
export async function loadDecided({ db, now }: Site, id: string): Promise<DecidedShown | null> {
  const [decided] = await findDecided(db, [id]);
  return decided === undefined ? null : { ...decided, undo: undoOffer(decided, now) };
}

export type DecidedShown = DecidedCase & { undo: ReturnType<typeof undoOffer> };
