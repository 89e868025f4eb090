import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { findProfile, type KnownProfile, lockProfile, replaceProfile } from "#app/features/accounts/profile.server.ts";
import { providerPictureUrl } from "#app/features/accounts/provider-picture.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

import { type FetchedPicture, fetchPicture, findPicture, replacePicture } from "./pictures.server.ts";
import { NO_SUCH_NEIGHBORHOOD, type ProfileProblems, type ProfileWords, type ReadProfile } from "./profile-form.ts";

export type SavedProfile = "saved" | "stale" | { problems: ProfileProblems };

type Saving = {
  db: Database;
  userId: string;
  read: ReadProfile;
  env: Pick<Env, "identityProvider">;
  log: Logger;
  now: Date;
};

/**
 * Puts what a member's form says in the place of their profile, and has the pages made anew that show their name.
 *
 * @returns "stale": the profile is another by now than the form was made for; nothing was written.
 */
export async function saveProfile(saving: Saving): Promise<SavedProfile> {
  const { db, userId, read, now } = saving;
  const { words, version } = read;
  // What is no address of a neighborhood may hold what the database refuses.
  const isReadable = read.problems.neighborhood === undefined;
  const problems = { ...read.problems, ...(isReadable ? await neighborhoodProblem(db, words) : {}) };
  if (Object.keys(problems).length > 0) return { problems };
  // Before the transaction: none is held open while another machine is asked.
  const fetched = await pictureFor(saving);
  if (typeof fetched === "string") return { problems: { picture: fetched } };
  return db.transaction(async (tx) => {
    const known = await lockProfile(tx, userId);
    const kept = await findPicture(tx, userId);
    const isSamePicture = saysTheSamePicture(words, kept, fetched);
    if (isSamePicture && version <= known.version && saysTheSame(known, words)) return "saved";
    // Deleted in another window meanwhile, or changed there.
    if (known.version !== version || known.deletedAt !== null) return "stale";
    const { picture: _picture, ...profile } = words;
    await replaceProfile(tx, { userId, known, profile });
    if (!isSamePicture) await replacePicture(tx, { userId, picture: fetched, now });
    await notifyPages(tx, [`member:${userId}`]);
    return "saved";
  });
}

/** A copy of the provider's picture, where it is wanted and there is none yet; a text says why it can't be had. */
async function pictureFor({ db, userId, read, env, log }: Saving): Promise<FetchedPicture | null | string> {
  if (read.words.picture === "drawn") return null;
  const url = await wantedPictureUrl({ db, userId, env });
  const kept = await findPicture(db, userId);
  // Without a new address, what is kept goes on being the picture.
  if (kept !== null && (url === null || url === kept.sourceUrl)) return null;
  if (url === null) return NO_PICTURE;
  const picture = await fetchPicture(url);
  if (typeof picture !== "string") return picture;
  log.warn({ reason: picture }, "A member’s picture could not be fetched from the provider");
  return NOT_FETCHED;
}

const NO_PICTURE = "Google gave us no picture of yours. Sign in again, or keep the drawn one.";
const NOT_FETCHED = "Google’s picture couldn’t be fetched just now. Try again later, or keep the drawn one.";

/** The picture that the provider names for somebody; null where there is none that our server may fetch. */
async function wantedPictureUrl({ db, userId, env }: Pick<Saving, "db" | "userId" | "env">): Promise<string | null> {
  const { pictureUrl } = await findProfile(db, userId);
  if (pictureUrl === null || env.identityProvider === null) return null;
  return providerPictureUrl(pictureUrl, env.identityProvider.issuer);
}

async function neighborhoodProblem(db: Database, { neighborhoodSlug }: ProfileWords): Promise<ProfileProblems> {
  if (neighborhoodSlug === null) return {};
  const count = await db.$count(neighborhoods, eq(neighborhoods.slug, neighborhoodSlug));
  return count > 0 ? {} : { neighborhood: NO_SUCH_NEIGHBORHOOD };
}

/** Another window, or the same form sent twice, may have fetched it meanwhile. */
function saysTheSamePicture(
  { picture }: ProfileWords,
  kept: { sourceUrl: string } | null,
  fetched: FetchedPicture | null,
): boolean {
  if (picture === "drawn" || kept === null) return picture === "drawn" && kept === null;
  return fetched === null || fetched.sourceUrl === kept.sourceUrl;
}

function saysTheSame(known: KnownProfile, words: ProfileWords): boolean {
  return (
    known.name === words.name && known.neighborhoodSlug === words.neighborhoodSlug && known.isPublic === words.isPublic
  );
}
