import type { Database } from "#app/db/database.server.ts";
import { HOUR_MS } from "#app/lib/duration.ts";
import { NOW } from "#tests/builders.ts";

import { fillGuestSlot, FIREFOX } from "../advertising-builders.ts";
import { billImpression, countClick } from "./count-sponsored.server.ts";

/** Four hours after NOW: a fifth of the rest of the day has passed. */
export const LATER = new Date(NOW.getTime() + 4 * HOUR_MS);

export const ROBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

export function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

export async function tokenAt(db: Database, now: Date, address = "203.0.113.7"): Promise<string> {
  const filled = await fillGuestSlot(db, { now, address });
  if (filled === null) throw new Error("Nothing was shown");
  return filled.token;
}

export type VisitorInput = { address?: string; userAgent?: string };

export function reportView(
  db: Database,
  token: string,
  now: Date,
  { address = "203.0.113.7", userAgent = FIREFOX }: VisitorInput = {},
) {
  return billImpression(db, { token, address, userAgent, now });
}

export function reportClick(
  db: Database,
  token: string,
  now: Date,
  { address = "203.0.113.7", userAgent = FIREFOX }: VisitorInput = {},
) {
  return countClick(db, { token, address, userAgent, now });
}
