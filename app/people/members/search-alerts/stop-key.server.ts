import { createHmac, timingSafeEqual } from "node:crypto";

import type { Database } from "#app/db/database.server.ts";
import { readSecret } from "#app/db/read-secret.server.ts";
import { isUuid } from "#app/lib/uuid.ts";

/** 128 bits. */
const SIGNATURE_DIGITS = 32;

const KEY = new RegExp(`^([0-9a-f]{32})([0-9a-f]{${SIGNATURE_DIGITS}})$`);

/**
 * The key that stops all search alerts of a member, without signing in. Never expires.
 *
 * @param given.secret The secret "search-alerts".
 */
export function createStopKey({ userId, secret }: { userId: string; secret: string }): string {
  const digits = userId.replaceAll("-", "");
  return digits + signature(secret, digits);
}

/** The user that a key was made for; null if it isn't ours. The user may be gone. */
export async function verifyStopKey(db: Database, key: string): Promise<string | null> {
  const [, digits, sent] = KEY.exec(key) ?? [];
  if (digits === undefined || sent === undefined) return null;
  const expected = signature(await readSecret(db, "search-alerts"), digits);
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(sent))) return null;
  const userId = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return isUuid(userId) ? userId : null;
}

function signature(secret: string, digits: string): string {
  return createHmac("sha256", secret).update(`stop ${digits}`).digest("hex").slice(0, SIGNATURE_DIGITS);
}
