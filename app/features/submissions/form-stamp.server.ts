import { createHmac, timingSafeEqual } from "node:crypto";

import type { Database } from "#app/db/database.server.ts";
import { formSecrets } from "#app/db/schema/submissions.ts";

/** Nobody reads the form and fills in a name and an address faster; programs do. */
export const FILLED_MS_MIN = 3_000;

/** A form left open longer is opened anew: what it was signed with may have been collected. */
const FILLED_MS_MAX = 7 * 24 * 60 * 60 * 1000;

export type StampState = "fine" | "too-quick" | "too-old" | "not-ours";

/** Says when a form was opened, signed so that nobody can make one up: goes out with the form and comes back with it. */
export async function stampForm(db: Database, now: Date): Promise<string> {
  const opened = String(now.getTime());
  return `${opened}.${signature(await secretOf(db), opened)}`;
}

export async function readStamp(db: Database, stamp: string, now: Date): Promise<StampState> {
  const [, opened, sent] = /^(\d{1,15})\.([0-9a-f]{64})$/.exec(stamp) ?? [];
  if (opened === undefined || sent === undefined) return "not-ours";
  const expected = signature(await secretOf(db), opened);
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(sent))) return "not-ours";
  const filledMs = now.getTime() - Number(opened);
  if (filledMs < FILLED_MS_MIN) return "too-quick";
  return filledMs > FILLED_MS_MAX ? "too-old" : "fine";
}

function signature(secret: string, opened: string): string {
  return createHmac("sha256", secret).update(`submit ${opened}`).digest("hex");
}

async function secretOf(db: Database): Promise<string> {
  const [row] = await db.select().from(formSecrets);
  if (row === undefined) throw new Error("The database has no secret to sign forms with: migration 0022 writes one");
  return row.secret;
}
