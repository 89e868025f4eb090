import { and, eq, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { identities, users } from "#app/db/schema/accounts.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import type { Identity } from "./identity-provider.server.ts";
import { liftSuspensionIfExpired, findSuspension } from "../standing/account-status.server.ts";
import { purgeCutoff } from "../standing/account-restore.ts";

/** `isDeleted`: the user deleted the account and can still restore it. */
export type SignInResult =
  | { userId: string; isDeleted: boolean }
  | { suspension: { reason: string | null; until: Date | null } }
  | "unverified-email"
  | "address-taken"
  | "deleted";

/**
 * Finds the account of a provider's identity and updates it from there, or creates one with the role member. Email
 * never links accounts, because an address can change hands.
 */
export async function findOrCreateAccount(db: Database, identity: Identity, now: Date): Promise<SignInResult> {
  const { issuer, subject, email, name, pictureUrl } = identity;
  if (email === null) return "unverified-email";
  return db.transaction(async (tx) => {
    const [existing] = await tx
      .select({
        userId: users.id,
        name: users.name,
        hasCustomName: users.hasCustomName,
        deletedAt: users.deletedAt,
      })
      .from(identities)
      .innerJoin(users, eq(users.id, identities.userId))
      .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
      .for("update");
    if (existing === undefined) return newAccount(tx, identity, now);
    await liftSuspensionIfExpired(tx, { userId: existing.userId, now });
    const suspension = await findSuspension(tx, existing.userId);
    if (suspension !== null) return { suspension };
    if (existing.deletedAt !== null) {
      return existing.deletedAt > purgeCutoff(now) ? { userId: existing.userId, isDeleted: true } : "deleted";
    }
    const isEmailTaken = (await tx.$count(users, and(eq(users.email, email), ne(users.id, existing.userId)))) > 0;
    const newName = existing.hasCustomName ? existing.name : name === "" ? email : name;
    await tx
      .update(users)
      .set({ name: newName, pictureUrl, ...(isEmailTaken ? {} : { email }) })
      .where(eq(users.id, existing.userId));
    if (newName !== existing.name) await invalidatePages(tx, [`member:${existing.userId}`]);
    return { userId: existing.userId, isDeleted: false };
  });
}

async function newAccount(tx: Database, identity: Identity, now: Date): Promise<SignInResult> {
  const { issuer, subject, email, name, pictureUrl } = identity;
  const [user] = await tx
    .insert(users)
    .values({ email, name: name === "" ? (email ?? "") : name, pictureUrl, joinedAt: now })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (user === undefined) return "address-taken";
  await tx.insert(identities).values({ issuer, subject, userId: user.id, linkedAt: now });
  return { userId: user.id, isDeleted: false };
}
