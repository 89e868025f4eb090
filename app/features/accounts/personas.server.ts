import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";

import type { PERSONAS } from "./personas.ts";
import { startSession } from "./sessions.server.ts";

/** Signs one of the development login's people in, and makes them first if need be. */
export async function signInPersona(
  db: Database,
  given: { persona: (typeof PERSONAS)[number]; browser: string; replaces: string | null; now: Date },
): Promise<string> {
  const { persona, ...session } = given;
  const { email, name, role } = persona;
  const { now } = session;
  return db.transaction(async (tx) => {
    const [person] = await tx
      .insert(users)
      .values({ email, name, role, isPersona: true, joinedAt: now })
      // Suspended or made something else for a try: signing in anew begins anew.
      .onConflictDoUpdate({ target: users.email, set: { name, role, suspendedAt: null, deletedAt: null } })
      .returning({ id: users.id });
    if (person === undefined) throw new Error(`The persona ${role} was not written`);
    return startSession(tx, { userId: person.id, ...session });
  });
}
