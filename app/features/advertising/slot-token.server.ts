import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";

import type { Database } from "#app/db/database.server.ts";
import { sponsoredSecrets } from "#app/db/schema/advertising.ts";
import { isUuid } from "#app/lib/uuid.ts";

import { SEEN_MS } from "./campaign.ts";
import { readSlot, type Slot } from "./slots.ts";

/** A slot that was sent longer ago stands on a page that nobody has looked at meanwhile. */
const TOKEN_MS_MAX = 2 * 60 * 60_000;

/** More than the longest slot's name makes. */
const TOKEN_CHARACTERS_MAX = 800;

/** What was sent to one visitor, once. */
export type SentSlot = {
  /** Of this very sending: it is billed once. */
  id: string;
  campaignId: string;
  slot: Slot;
  /** For whom, in a number of today's. */
  visitor: string;
  sentAtMs: number;
};

/** A slot's word, which goes out with it and comes back: nobody can make one up, nor use another visitor's. */
export async function slotToken(db: Database, given: Omit<SentSlot, "id" | "sentAtMs"> & { now: Date }) {
  const { campaignId, slot, visitor, now } = given;
  const text = JSON.stringify([randomUUID(), campaignId, slot, visitor, now.getTime()]);
  // Small letters alone: an address with others is led to the one without.
  const payload = Buffer.from(text).toString("hex");
  return `${payload}.${signature(await secretOf(db), payload)}`;
}

/** What a word says; null when it isn't ours, or too old. */
export async function readToken(db: Database, token: string, now: Date): Promise<SentSlot | null> {
  if (token.length > TOKEN_CHARACTERS_MAX) return null;
  const [, payload, sent] = /^((?:[0-9a-f]{2})+)\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (payload === undefined || sent === undefined) return null;
  const expected = signature(await secretOf(db), payload);
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(sent))) return null;
  const said: unknown = JSON.parse(Buffer.from(payload, "hex").toString("utf8"));
  if (!Array.isArray(said)) return null;
  const [id, campaignId, name, visitor, sentAtMs] = said.map(String);
  const slot = readSlot(name ?? "");
  const at = Number(sentAtMs);
  if (id === undefined || campaignId === undefined || visitor === undefined || slot === null) return null;
  if (!isUuid(id) || !isUuid(campaignId)) return null;
  if (now.getTime() - at > TOKEN_MS_MAX || at > now.getTime()) return null;
  return { id, campaignId, slot, visitor, sentAtMs: at };
}

/** Whether nobody can have had it in view for long enough yet. */
export function isTooSoon({ sentAtMs }: SentSlot, now: Date): boolean {
  return now.getTime() - sentAtMs < SEEN_MS;
}

function signature(secret: string, payload: string): string {
  return createHmac("sha256", secret).update(`slot ${payload}`).digest("hex");
}

async function secretOf(db: Database): Promise<string> {
  const [row] = await db.select().from(sponsoredSecrets);
  if (row === undefined) throw new Error("The database has no secret to sign slots with: migration 0026 writes one");
  return row.secret;
}
