import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";

import type { Database } from "#app/db/database.server.ts";
import { readSecret } from "#app/db/read-secret.server.ts";
import { isUuid } from "#app/lib/uuid.ts";

import { IN_VIEW_MS } from "../campaigns/campaign.ts";
import { parseSlot, type Slot } from "./slots.ts";

/** A slot sent longer ago is on a page that nobody looked at meanwhile. */
const TOKEN_MS_MAX = 2 * 60 * 60_000;

/** Longer than any real token. */
const TOKEN_CHARACTERS_MAX = 800;

/** A slot as it was sent to one visitor. */
export type SlotTokenPayload = {
  /** Unique per sent slot, which is billed once. */
  id: string;
  campaignId: string;
  slot: Slot;
  /** The visitor's number of the day. */
  visitor: string;
  sentAtMs: number;
};

/**
 * Creates the signed token of a slot, which reports its impression and click. It can't be forged, nor used by
 * another visitor.
 */
export async function createSlotToken(db: Database, given: Omit<SlotTokenPayload, "id" | "sentAtMs"> & { now: Date }) {
  const { campaignId, slot, visitor, now } = given;
  const text = JSON.stringify([randomUUID(), campaignId, slot, visitor, now.getTime()]);
  // Lowercase only, because URLs with uppercase letters are redirected.
  const payload = Buffer.from(text).toString("hex");
  return `${payload}.${signature(await readSecret(db, "slots"), payload)}`;
}

/** Reads a token; null if its signature is wrong or it is too old. */
export async function verifySlotToken(db: Database, token: string, now: Date): Promise<SlotTokenPayload | null> {
  if (token.length > TOKEN_CHARACTERS_MAX) return null;
  const [, payload, sent] = /^((?:[0-9a-f]{2})+)\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (payload === undefined || sent === undefined) return null;
  const expected = signature(await readSecret(db, "slots"), payload);
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(sent))) return null;
  const parsed: unknown = JSON.parse(Buffer.from(payload, "hex").toString("utf8"));
  if (!Array.isArray(parsed)) return null;
  const [id, campaignId, name, visitor, sentAtMs] = parsed.map(String);
  const slot = parseSlot(name ?? "");
  const sentAt = Number(sentAtMs);
  if (id === undefined || campaignId === undefined || visitor === undefined || slot === null) return null;
  if (!isUuid(id) || !isUuid(campaignId)) return null;
  if (now.getTime() - sentAt > TOKEN_MS_MAX || sentAt > now.getTime()) return null;
  return { id, campaignId, slot, visitor, sentAtMs: sentAt };
}

/** Whether too little time has passed for an impression. */
export function isTooSoon({ sentAtMs }: SlotTokenPayload, now: Date): boolean {
  return now.getTime() - sentAtMs < IN_VIEW_MS;
}

function signature(secret: string, payload: string): string {
  return createHmac("sha256", secret).update(`slot ${payload}`).digest("hex");
}
