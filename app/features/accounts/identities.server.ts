import { and, eq, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { identities, users } from "#app/db/schema/accounts.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

import type { Identity } from "./identity-provider.server.ts";
import { liftSuspension, suspensionOf } from "./standing.server.ts";
import { goneBefore } from "./way-back.ts";

/** `isDeleted`: its person has deleted it, and may have it back. */
export type SignedIn =
  | { userId: string; isDeleted: boolean }
  | { suspension: { reason: string | null; until: Date | null } }
  | "unverified-email"
  | "address-taken"
  | "deleted";

/**
 * The account of whoever a provider vouches for; a new one is a member's. Address, picture and a name that nobody has
 * changed here follow the provider, the role never does. An address alone links nothing: it can change hands.
 */
export async function accountOf(db: Database, identity: Identity, now: Date): Promise<SignedIn> {
  const { issuer, subject, email, name, pictureUrl } = identity;
  if (email === null) return "unverified-email";
  return db.transaction(async (tx) => {
    const [known] = await tx
      .select({
        userId: users.id,
        name: users.name,
        isNameOwn: users.isNameOwn,
        deletedAt: users.deletedAt,
      })
      .from(identities)
      .innerJoin(users, eq(users.id, identities.userId))
      .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
      .for("update");
    if (known === undefined) return newAccount(tx, identity, now);
    await liftSuspension(tx, { userId: known.userId, now });
    const suspension = await suspensionOf(tx, known.userId);
    if (suspension !== null) return { suspension };
    if (known.deletedAt !== null) {
      return known.deletedAt > goneBefore(now) ? { userId: known.userId, isDeleted: true } : "deleted";
    }
    const isTaken = (await tx.$count(users, and(eq(users.email, email), ne(users.id, known.userId)))) > 0;
    const shown = known.isNameOwn ? known.name : name === "" ? email : name;
    await tx
      .update(users)
      .set({ name: shown, pictureUrl, ...(isTaken ? {} : { email }) })
      .where(eq(users.id, known.userId));
    if (shown !== known.name) await notifyPages(tx, [`member:${known.userId}`]);
    return { userId: known.userId, isDeleted: false };
  });
}

async function newAccount(tx: Database, identity: Identity, now: Date): Promise<SignedIn> {
  const { issuer, subject, email, name, pictureUrl } = identity;
  const [added] = await tx
    .insert(users)
    .values({ email, name: name === "" ? (email ?? "") : name, pictureUrl, joinedAt: now })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (added === undefined) return "address-taken";
  await tx.insert(identities).values({ issuer, subject, userId: added.id, linkedAt: now });
  return { userId: added.id, isDeleted: false };
}
