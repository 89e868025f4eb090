import { eq } from "drizzle-orm";

import { openPostgres } from "#app/db/postgres.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { places } from "#app/db/schema/places.ts";
import { PERSONAS } from "#app/features/accounts/personas.ts";
import { silentLog } from "#tests/silent-log.ts";

import { databaseOf } from "./data-folder.ts";

type Owned = { role: (typeof PERSONAS)[number]["role"]; slug: string; website?: string };

/** Lets people of the development login run places, in a folder that no site holds yet. */
export async function giveToOwners(dataDir: string, owned: readonly Owned[]): Promise<void> {
  const opened = openPostgres(await databaseOf(dataDir), silentLog());
  const { db } = opened;
  for (const { role, slug, website } of owned) {
    const persona = PERSONAS.find((each) => each.role === role);
    if (persona === undefined) throw new Error(`There is no persona ${role}`);
    const { email, name } = persona;
    const joinedAt = new Date();
    await db.insert(users).values({ email, name, role, isPersona: true, joinedAt }).onConflictDoNothing();
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
    const [place] = await db.select({ id: places.id }).from(places).where(eq(places.slug, slug));
    if (user === undefined || place === undefined) throw new Error(`There is no ${email} or no ${slug}`);
    await db.insert(placeOwners).values({ placeId: place.id, userId: user.id, role: "owner", since: joinedAt });
    if (website !== undefined) await db.update(places).set({ website }).where(eq(places.id, place.id));
  }
  await opened.close();
}
