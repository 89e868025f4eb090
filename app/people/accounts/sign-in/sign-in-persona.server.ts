import { randomUUID } from "node:crypto";

import { eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { type Role, users } from "#app/db/schema/accounts.ts";

import type { PERSONAS } from "./personas.ts";
import { startSession } from "../sessions/sessions.server.ts";
import { findSuspension, liftSuspensionIfExpired } from "../standing/account-status.server.ts";

/**
 * Signs in as a persona of the development login and creates it if needed. A suspension holds, and a role that was changed stays.
 *
 * @returns `isDeleted`: the persona's account is deleted and can be restored like any other.
 */
export async function signInPersona(
  db: Database,
  input: { persona: (typeof PERSONAS)[number]; browser: string; replaces: string | null; now: Date },
): Promise<
  { token: string; isDeleted: boolean; role: Role } | { suspension: { reason: string | null; until: Date | null } }
> {
  const { persona, ...session } = input;
  const { email, name, role } = persona;
  const { now } = session;
  return db.transaction(async (tx) => {
    const [person] = await tx
      .insert(users)
      .values({ email, name, role, isPersona: true, joinedAt: now })
      .onConflictDoUpdate({
        target: users.email,
        set: { name: sql`case when ${users.hasCustomName} then ${users.name} else excluded.name end` },
      })
      .returning({ id: users.id, role: users.role, deletedAt: users.deletedAt });
    if (person === undefined) throw new Error(`The persona ${role} was not saved`);
    await liftSuspensionIfExpired(tx, { userId: person.id, now });
    const suspension = await findSuspension(tx, person.id);
    if (suspension !== null) return { suspension };
    const token = await startSession(tx, { userId: person.id, ...session });
    return { token, isDeleted: person.deletedAt !== null, role: person.role };
  });
}

/** Creates a new user without history and signs them in, for trials and tests. */
export async function signInNewPersona(
  db: Database,
  input: { name: string; role: Role; browser: string; replaces: string | null; now: Date },
): Promise<string> {
  const { name, role, ...session } = input;
  const email = `${randomUUID()}@persona.invalid`;
  return db.transaction(async (tx) => {
    const [person] = await tx
      .insert(users)
      .values({ email, name, role, isPersona: true, joinedAt: session.now })
      .returning({ id: users.id });
    if (person === undefined) throw new Error(`The new persona ${role} was not saved`);
    return startSession(tx, { userId: person.id, ...session });
  });
}

/** The id of a persona of the development login. Creates it if needed; otherwise leaves it as it is. */
export async function ensurePersona(
  db: Database,
  { persona: { email, name, role }, now }: { persona: (typeof PERSONAS)[number]; now: Date },
): Promise<string> {
  await db.insert(users).values({ email, name, role, isPersona: true, joinedAt: now }).onConflictDoNothing();
  const [person] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (person === undefined) throw new Error(`The persona ${role} was not saved`);
  return person.id;
}
