import { createHash } from "node:crypto";

import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { photoPauses } from "#app/db/schema/photos.ts";

import type { PexelsOutcome } from "./pexels.server.ts";
import type { PhotoProvider } from "./photo-provider.ts";

/** Pause after a first failure. Each further failure in a row doubles it. */
const FAILED_MS = 30_000;
const FAILED_MS_MAX = 30 * 60_000;

/** A wrong key needs an operator and a restart, so frequent retries are useless. */
const REFUSED_MS = 10 * 60_000;

const FAILURES_COUNTED_MAX = 100;

/** The provider's consecutive failures, and the end of the pause in requests to it. */
export type PhotoPause = { failures: number; until: Date };

/** The current pause. Stored in the database, so that restarts and other instances respect it. */
export async function findPhotoPause(db: Database, provider: PhotoProvider): Promise<PhotoPause | null> {
  const [row] = await db
    .select({ failures: photoPauses.failures, until: photoPauses.until })
    .from(photoPauses)
    .where(eq(photoPauses.provider, digestOf(provider)));
  return row ?? null;
}

/** Starts, extends or ends the pause after a request, depending on its outcome. */
export async function updatePhotoPause(
  db: Database,
  provider: PhotoProvider,
  { before, outcome, now }: { before: PhotoPause | null; outcome: PexelsOutcome; now: Date },
): Promise<void> {
  const key = digestOf(provider);
  const pause = pauseAfter(outcome, { failures: before?.failures ?? 0, now });
  if (pause !== null) {
    await db
      .insert(photoPauses)
      .values({ provider: key, ...pause })
      .onConflictDoUpdate({ target: photoPauses.provider, set: pause });
  } else if (before !== null) {
    await db.delete(photoPauses).where(eq(photoPauses.provider, key));
  }
}

function pauseAfter(outcome: PexelsOutcome, { failures, now }: { failures: number; now: Date }): PhotoPause | null {
  const after = (ms: number) => new Date(now.getTime() + ms);
  switch (outcome.outcome) {
    case "found":
      return outcome.limitedUntil === null ? null : { failures: 0, until: outcome.limitedUntil };
    case "limited":
      return { failures: 0, until: outcome.until };
    case "refused":
      return { failures: 0, until: after(REFUSED_MS) };
    case "failed":
      return {
        failures: Math.min(failures + 1, FAILURES_COUNTED_MAX),
        until: after(Math.min(FAILED_MS * 2 ** failures, FAILED_MS_MAX)),
      };
  }
}

/** Hashed, so that the API key isn't stored in the database. */
function digestOf({ searchUrl, apiKey }: PhotoProvider): string {
  return createHash("sha256").update(`${searchUrl}\n${apiKey}`).digest("base64url");
}
