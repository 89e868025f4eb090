import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { findProfile, type StoredProfile, lockProfile, replaceProfile } from "#app/people/accounts/profile.server.ts";
import { providerPictureUrl } from "#app/people/accounts/sign-in/provider-picture.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import {
  type FetchedPicture,
  downloadProviderPicture,
  findMemberPicture,
  replaceMemberPicture,
} from "./member-pictures.server.ts";
import {
  UNKNOWN_NEIGHBORHOOD,
  type ProfileProblems,
  type ProfileInput,
  type ParsedProfileForm,
} from "./profile-form.ts";

export type SaveProfileResult = "saved" | "stale" | { problems: ProfileProblems };

type SaveProfileInput = {
  db: Database;
  userId: string;
  read: ParsedProfileForm;
  env: Pick<Env, "identityProvider">;
  log: Logger;
  now: Date;
};

/**
 * Saves the profile form and invalidates the pages that show the member's name.
 *
 * @returns "stale": the profile has changed since the form was rendered; nothing was saved.
 */
export async function saveProfile(input: SaveProfileInput): Promise<SaveProfileResult> {
  const { db, userId, read, now } = input;
  const { input: typed, version } = read;
  // An invalid slug may contain characters that the database rejects.
  const isSlugValid = read.problems.neighborhood === undefined;
  const problems = { ...read.problems, ...(isSlugValid ? await neighborhoodProblem(db, typed) : {}) };
  if (Object.keys(problems).length > 0) return { problems };
  // Before the transaction, so that it isn't held open during a download.
  const fetched = await downloadPicture(input);
  if (typeof fetched === "string") return { problems: { picture: fetched } };
  return db.transaction(async (tx) => {
    const stored = await lockProfile(tx, userId);
    const current = await findMemberPicture(tx, userId);
    const isSamePicture = isSamePictureChoice(typed, current, fetched);
    if (isSamePicture && version <= stored.version && isSameProfile(stored, typed)) return "saved";
    // The profile was changed or the account deleted in another window.
    if (stored.version !== version || stored.deletedAt !== null) return "stale";
    const { picture: _picture, ...profile } = typed;
    await replaceProfile(tx, { userId, stored, profile });
    if (!isSamePicture) await replaceMemberPicture(tx, { userId, picture: fetched, now });
    await invalidatePages(tx, [`member:${userId}`]);
    return "saved";
  });
}

/** Downloads the provider's picture if it was chosen and isn't copied yet. A string is the error. */
async function downloadPicture({
  db,
  userId,
  read,
  env,
  log,
}: SaveProfileInput): Promise<FetchedPicture | null | string> {
  if (read.input.picture === "drawn") return null;
  const url = await findProviderPictureUrl({ db, userId, env });
  const current = await findMemberPicture(db, userId);
  // Without a new URL the current copy stays.
  if (current !== null && (url === null || url === current.sourceUrl)) return null;
  if (url === null) return NO_PICTURE;
  const picture = await downloadProviderPicture(url);
  if (typeof picture !== "string") return picture;
  log.warn({ reason: picture }, "A member’s picture could not be fetched from the provider");
  return FETCH_FAILED;
}

const NO_PICTURE = "Google didn’t give us a picture. Sign in again, or use the drawn one.";
const FETCH_FAILED = "We couldn’t fetch Google’s picture. Try again later, or use the drawn one.";

/** The URL of the provider's picture; null if there is none that our server may fetch. */
async function findProviderPictureUrl({
  db,
  userId,
  env,
}: Pick<SaveProfileInput, "db" | "userId" | "env">): Promise<string | null> {
  const { pictureUrl } = await findProfile(db, userId);
  if (pictureUrl === null || env.identityProvider === null) return null;
  return providerPictureUrl(pictureUrl, env.identityProvider.issuer);
}

async function neighborhoodProblem(db: Database, { neighborhoodSlug }: ProfileInput): Promise<ProfileProblems> {
  if (neighborhoodSlug === null) return {};
  const count = await db.$count(neighborhoods, eq(neighborhoods.slug, neighborhoodSlug));
  return count > 0 ? {} : { neighborhood: UNKNOWN_NEIGHBORHOOD };
}

/**
 * Whether the choice and the downloaded picture match what is stored. Another window may have downloaded it already.
 */
function isSamePictureChoice(
  { picture }: ProfileInput,
  current: { sourceUrl: string } | null,
  fetched: FetchedPicture | null,
): boolean {
  if (picture === "drawn" || current === null) return picture === "drawn" && current === null;
  return fetched === null || fetched.sourceUrl === current.sourceUrl;
}

function isSameProfile(stored: StoredProfile, profile: ProfileInput): boolean {
  return (
    stored.name === profile.name &&
    stored.neighborhoodSlug === profile.neighborhoodSlug &&
    stored.isPublic === profile.isPublic
  );
}
