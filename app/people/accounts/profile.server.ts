import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";

/** The fields that a member edits. */
export type Profile = { name: string; neighborhoodSlug: string | null; isPublic: boolean };

export type StoredProfile = Profile & {
  version: number;
  email: string | null;
  /** The provider's picture, which the server fetches. */
  pictureUrl: string | null;
  /** Whether notifications are also sent by email. */
  hasEmailNotifications: boolean;
  deletedAt: Date | null;
};

export async function findProfile(db: Database, userId: string): Promise<StoredProfile> {
  const [profile] = await db.select(PROFILE_COLUMNS).from(users).where(eq(users.id, userId));
  return requireProfile(profile, userId);
}

/** The same with a row lock, for a transaction that changes the profile. */
export async function lockProfile(db: Database, userId: string): Promise<StoredProfile> {
  const [profile] = await db.select(PROFILE_COLUMNS).from(users).where(eq(users.id, userId)).for("update");
  return requireProfile(profile, userId);
}

/** Replaces the profile that `lockProfile` returned. */
export async function replaceProfile(
  db: Database,
  { userId, stored, profile }: { userId: string; stored: StoredProfile; profile: Profile },
): Promise<void> {
  await db
    .update(users)
    .set({
      ...profile,
      profileVersion: stored.version + 1,
      ...(profile.name === stored.name ? {} : { hasCustomName: true }),
    })
    .where(eq(users.id, userId));
}

/** Sets whether notifications are also sent by email. */
export async function setEmailNotifications(
  db: Database,
  { userId, hasEmailNotifications }: { userId: string; hasEmailNotifications: boolean },
): Promise<void> {
  await db.update(users).set({ hasEmailNotifications }).where(eq(users.id, userId));
}

const PROFILE_COLUMNS = {
  name: users.name,
  neighborhoodSlug: users.neighborhoodSlug,
  isPublic: users.isPublic,
  version: users.profileVersion,
  email: users.email,
  pictureUrl: users.pictureUrl,
  hasEmailNotifications: users.hasEmailNotifications,
  deletedAt: users.deletedAt,
};

function requireProfile(profile: StoredProfile | undefined, userId: string): StoredProfile {
  if (profile === undefined) throw new Error(`The signed-in user ${userId} doesn't exist`);
  return profile;
}
