import { findDecided, findWaiting } from "#app/features/moderation/cases.server.ts";
import type { DecidedCase } from "#app/features/moderation/cases.ts";
import { undoneDecisions } from "#app/features/moderation/undo-decision.server.ts";
import { noteRead } from "#app/features/submissions/submission-queries.server.ts";
import type { Site } from "#app/platform/site.ts";

import { loadTools, undoOffer } from "./queue.server.ts";
import { showCase } from "./shown-case.server.ts";

/** An open case with what it is decided with; null when it is decided or gone. */
export async function loadOpen(site: Site, id: string) {
  const [waiting] = await findWaiting(site.db, [id]);
  const shown = waiting === undefined ? null : await showCase(site, waiting);
  if (shown === null) return null;
  return { shown, undone: await undoneDecisions(site.db, id), ...(await loadTools(site, shown.kind)) };
}

export type LoadedCase = NonNullable<Awaited<ReturnType<typeof loadOpen>>>;

/** The same, opened on purpose: whoever submitted is told that somebody reads it. */
export async function readOpen(site: Site, id: string): Promise<LoadedCase | null> {
  const open = await loadOpen(site, id);
  if (open?.shown.about === "submission") await noteRead(site.db, { id: open.shown.submission.id, now: site.now });
  return open;
}

/** A case as it was decided, and whether that can be undone; null when it is open or gone. */
export async function loadDecided({ db, now }: Site, id: string): Promise<DecidedShown | null> {
  const [decided] = await findDecided(db, [id]);
  return decided === undefined ? null : { ...decided, undo: undoOffer(decided, now) };
}

export type DecidedShown = DecidedCase & { undo: ReturnType<typeof undoOffer> };
