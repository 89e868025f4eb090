import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";

/** What a member says of themselves. */
export type Profile = { name: string; neighborhoodSlug: string | null; isPublic: boolean };

export type KnownProfile = Profile & {
  version: number;
  email: string | null;
  /** The provider's picture, for the server to fetch. */
  pictureUrl: string | null;
  /** What they are told, by e-mail too. */
  wantsMail: boolean;
  deletedAt: Date | null;
};

export async function findProfile(db: Database, userId: string): Promise<KnownProfile> {
  const [profile] = await db.select(PROFILE_COLUMNS).from(users).where(eq(users.id, userId));
  return thereOr(profile, userId);
}

/** The same, for a transaction that changes it: one at a time for each person. */
export async function lockProfile(db: Database, userId: string): Promise<KnownProfile> {
  const [profile] = await db.select(PROFILE_COLUMNS).from(users).where(eq(users.id, userId)).for("update");
  return thereOr(profile, userId);
}

/** Puts a profile in the place of the one that `lockProfile` gave. */
export async function replaceProfile(
  db: Database,
  { userId, known, profile }: { userId: string; known: KnownProfile; profile: Profile },
): Promise<void> {
  await db
    .update(users)
    .set({
      ...profile,
      profileVersion: known.version + 1,
      ...(profile.name === known.name ? {} : { isNameOwn: true }),
    })
    .where(eq(users.id, userId));
}

/** Keeps whether somebody wants what they are told by e-mail too. */
export async function chooseMail(
  db: Database,
  { userId, wantsMail }: { userId: string; wantsMail: boolean },
): Promise<void> {
  await db.update(users).set({ wantsMail }).where(eq(users.id, userId));
}

const PROFILE_COLUMNS = {
  name: users.name,
  neighborhoodSlug: users.neighborhoodSlug,
  isPublic: users.isPublic,
  version: users.profileVersion,
  email: users.email,
  pictureUrl: users.pictureUrl,
  wantsMail: users.wantsMail,
  deletedAt: users.deletedAt,
};

function thereOr(profile: KnownProfile | undefined, userId: string): KnownProfile {
  if (profile === undefined) throw new Error(`The signed-in person ${userId} is not there`);
  return profile;
}
