import { eq } from "drizzle-orm";

import { openPostgres } from "#app/db/postgres.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { places } from "#app/db/schema/places.ts";
import { PERSONAS } from "#app/features/accounts/personas.ts";
import { silentLog } from "#tests/silent-log.ts";

import { databaseOf } from "./data-folder.ts";

/** Makes people of the development login run places, in a folder that no site holds: each by the start of their name. */
export async function giveOwners(folder: string, owned: Record<string, string>): Promise<void> {
  const opened = openPostgres(await databaseOf(folder), silentLog());
  for (const [firstName, slug] of Object.entries(owned)) {
    const persona = PERSONAS.find(({ name }) => name.startsWith(firstName));
    if (persona === undefined) throw new Error(`Nobody of the development login is called ${firstName}`);
    const { email, name, role } = persona;
    const joinedAt = new Date();
    const row = { email, name, role, isPersona: true, joinedAt };
    await opened.db.insert(users).values(row).onConflictDoNothing();
    const [person] = await opened.db.select().from(users).where(eq(users.email, email));
    const [place] = await opened.db.select().from(places).where(eq(places.slug, slug));
    if (person === undefined || place === undefined) throw new Error(`${firstName} or ${slug} is not there`);
    const owner = { placeId: place.id, userId: person.id, role: "owner", since: joinedAt } as const;
    await opened.db.insert(placeOwners).values(owner).onConflictDoNothing();
  }
  await opened.close();
}
