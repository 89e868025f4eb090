import { createHmac, timingSafeEqual } from "node:crypto";

import type { Database } from "#app/db/database.server.ts";
import { readSecret } from "#app/db/read-secret.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";

/** People need longer to fill in a name and an address; bots don't. */
export const FILL_TIME_MS_MIN = 3_000;

/** An older stamp isn't accepted, because bots can collect stamps. */
const FILLED_MS_MAX = 7 * DAY_MS;

export type StampState = "fine" | "too-quick" | "too-old" | "not-ours";

/** The signed time when a form was opened. It is sent with the form and comes back with it. */
export async function signFormStamp(db: Database, now: Date): Promise<string> {
  const opened = String(now.getTime());
  return `${opened}.${signature(await readSecret(db, "forms"), opened)}`;
}

export async function verifyFormStamp(db: Database, stamp: string, now: Date): Promise<StampState> {
  const [, opened, givenSignature] = /^(\d{1,15})\.([0-9a-f]{64})$/.exec(stamp) ?? [];
  if (opened === undefined || givenSignature === undefined) return "not-ours";
  const expected = signature(await readSecret(db, "forms"), opened);
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(givenSignature))) return "not-ours";
  const filledMs = now.getTime() - Number(opened);
  if (filledMs < FILL_TIME_MS_MIN) return "too-quick";
  return filledMs > FILLED_MS_MAX ? "too-old" : "fine";
}

function signature(secret: string, opened: string): string {
  return createHmac("sha256", secret).update(`submit ${opened}`).digest("hex");
}
