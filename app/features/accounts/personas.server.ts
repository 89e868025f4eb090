import { randomUUID } from "node:crypto";

import { eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { type Role, users } from "#app/db/schema/accounts.ts";

import type { PERSONAS } from "./personas.ts";
import { startSession } from "./sessions.server.ts";

/**
 * Signs one of the development login's people in, and makes them first if need be.
 *
 * @returns `isDeleted`: they have deleted their account, and may have it back as anybody.
 */
export async function signInPersona(
  db: Database,
  given: { persona: (typeof PERSONAS)[number]; browser: string; replaces: string | null; now: Date },
): Promise<{ token: string; isDeleted: boolean }> {
  const { persona, ...session } = given;
  const { email, name, role } = persona;
  const { now } = session;
  return db.transaction(async (tx) => {
    const [person] = await tx
      .insert(users)
      .values({ email, name, role, isPersona: true, joinedAt: now })
      // Suspended or made something else for a try: signing in anew begins anew.
      .onConflictDoUpdate({
        target: users.email,
        set: {
          name: sql`case when ${users.isNameOwn} then ${users.name} else excluded.name end`,
          role,
          suspendedAt: null,
          suspensionReason: null,
          suspendedUntil: null,
        },
      })
      .returning({ id: users.id, deletedAt: users.deletedAt });
    if (person === undefined) throw new Error(`The persona ${role} was not written`);
    const token = await startSession(tx, { userId: person.id, ...session });
    return { token, isDeleted: person.deletedAt !== null };
  });
}

/** Makes somebody who was never here before and signs them in: a person of their own for whoever tries the site, or tests it. */
export async function signInNewPersona(
  db: Database,
  given: { name: string; role: Role; browser: string; replaces: string | null; now: Date },
): Promise<string> {
  const { name, role, ...session } = given;
  const email = `${randomUUID()}@persona.invalid`;
  return db.transaction(async (tx) => {
    const [person] = await tx
      .insert(users)
      .values({ email, name, role, isPersona: true, joinedAt: session.now })
      .returning({ id: users.id });
    if (person === undefined) throw new Error(`The new persona ${role} was not written`);
    return startSession(tx, { userId: person.id, ...session });
  });
}

/** The id of one of the development login's people, who is made if need be and else left as they are. */
export async function ensurePersona(
  db: Database,
  { persona: { email, name, role }, now }: { persona: (typeof PERSONAS)[number]; now: Date },
): Promise<string> {
  await db.insert(users).values({ email, name, role, isPersona: true, joinedAt: now }).onConflictDoNothing();
  const [person] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (person === undefined) throw new Error(`The persona ${role} was not written`);
  return person.id;
}
