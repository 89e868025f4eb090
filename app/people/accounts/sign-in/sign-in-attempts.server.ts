import { createHash, randomBytes } from "node:crypto";

import { eq, lt } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { signInAttempts } from "#app/db/schema/accounts.ts";

import type { SignInChecks } from "./identity-provider.server.ts";

/** More time than choosing an account takes. */
export const SIGN_IN_ATTEMPT_MS_MAX = 10 * 60_000;

const SECRET_BYTES = 32;

/** Stores the checks for the callback and returns the secret that binds the attempt to this browser. */
export async function saveSignInAttempt(
  db: Database,
  { checks, returnTo, now }: { checks: SignInChecks; returnTo: string; now: Date },
): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  await db.insert(signInAttempts).values({ ...checks, secretHash: hashOf(secret), returnTo, startedAt: now });
  return secret;
}

/** Deletes and returns an attempt, so that each callback is accepted once. Null if there is none or it is too old. */
export async function consumeSignInAttempt(
  db: Database,
  secret: string,
  now: Date,
): Promise<{ checks: SignInChecks; returnTo: string } | null> {
  const [row] = await db
    .delete(signInAttempts)
    .where(eq(signInAttempts.secretHash, hashOf(secret)))
    .returning();
  if (row === undefined || now.getTime() - row.startedAt.getTime() > SIGN_IN_ATTEMPT_MS_MAX) return null;
  const { state, nonce, codeVerifier, returnTo } = row;
  return { checks: { state, nonce, codeVerifier }, returnTo };
}

/** Served by sign_in_attempts_by_start. */
export async function deleteExpiredSignInAttempts(db: Database, now: Date): Promise<void> {
  await db.delete(signInAttempts).where(lt(signInAttempts.startedAt, new Date(now.getTime() - SIGN_IN_ATTEMPT_MS_MAX)));
}

function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
