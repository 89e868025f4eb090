import type { Database } from "#app/db/database.server.ts";
import { readAlt } from "#app/features/gallery/alt-text.ts";
import type { Adding } from "#app/features/gallery/add-photo.server.ts";
import { addFiles, type RefusedFile } from "#app/features/gallery/change-own-photos.server.ts";
import { PHOTO_REFUSALS } from "#app/features/gallery/photo-refusals.ts";
import type { SentFile } from "#app/features/gallery/read-upload.server.ts";
import { describeSubmitted, removeSubmitted, submittedPhotos } from "#app/features/gallery/submitted-photos.server.ts";
import { AddressLimit } from "#app/platform/address-limit.ts";
import type { SentList } from "#app/platform/read-form.ts";
import type { Site } from "#app/platform/site.ts";

import { altField, type RefusedPhotos, type TypedAlt } from "./submission-photos.ts";
import { findByKey } from "./submission-queries.server.ts";

/** Per person or network: enough for all photos of two submissions with descriptions. */
const FORMS_PER_MINUTE_MAX = 30;
const limit = new AddressLimit(FORMS_PER_MINUTE_MAX);

/** Shown while the submission form is switched off. */
export const PHOTOS_OFF =
  "You can’t add photos right now because submissions are paused. Please try again in a few days.";

type PhotosSite = Pick<Site, "db" | "viewer" | "visitorAddress" | "switches" | "now">;

/** @returns The submission of this key, or why its photos can't be changed; null for an unknown key. */
export async function submissionToChange(
  { db, viewer, visitorAddress, switches, now }: PhotosSite,
  key: string,
): Promise<{ id: string } | { status: 409 | 429 | 503; why: string } | null> {
  const found = await findByKey(db, key);
  if (found === null) return null;
  if (!found.isOpen) return { status: 409, why: PHOTO_REFUSALS["submission-closed"] };
  if (!switches.isOn("submissions")) return { status: 503, why: PHOTOS_OFF };
  const seconds = limit.secondsToWait(viewer?.id ?? visitorAddress ?? "", now);
  if (seconds !== null) return { status: 429, why: `Too many requests. Try again in ${seconds} seconds.` };
  return { id: found.id };
}

export function refusedPhotos(
  status: number,
  why: string,
  more: { files?: RefusedFile[]; alts?: TypedAlt[] } = {},
): RefusedPhotos {
  return { status, why, files: more.files ?? [], alts: more.alts ?? [] };
}

/** Adds the valid files of a form, and saves the descriptions of earlier photos. Null when everything worked. */
export async function addSubmitted(
  adding: Adding,
  form: SentList,
  given: { submissionId: string; uploadedBy: string | null; files: SentFile[] },
): Promise<RefusedPhotos | null> {
  const { files, ...to } = given;
  const saved = await describeAll(adding, form, { submissionId: to.submissionId, skipsEmpty: true });
  const added = await addFiles(adding, { files, to });
  if (added.outcome === "refused") return refusedPhotos(added.status, added.why, { ...added, alts: saved.problems });
  return descriptionProblems(saved);
}

/** Removes the photo whose button was pressed, and saves the other descriptions. Null when everything worked. */
export async function changeSubmitted(
  { db, now }: Pick<Adding, "db" | "now">,
  form: SentList,
  { submissionId }: { submissionId: string },
): Promise<RefusedPhotos | null> {
  const photoId = form.text("remove");
  const isRemoving = photoId !== "";
  const isGone = isRemoving && (await removeSubmitted(db, { submissionId, photoId, now })) === "no-such-photo";
  const saved = await describeAll({ db }, form, { submissionId, skipsEmpty: isRemoving });
  return isGone ? refusedPhotos(404, REMOVED_MESSAGE, { alts: saved.problems }) : descriptionProblems(saved);
}

type SaveResult = { savedCount: number; problems: TypedAlt[] };

/** Saves each photo's description. `skipsEmpty`: the form does something else too, so empty descriptions aren't problems. */
async function describeAll(
  { db }: Pick<Adding, "db">,
  form: SentList,
  { submissionId, skipsEmpty }: { submissionId: string; skipsEmpty: boolean },
): Promise<SaveResult> {
  const problems: TypedAlt[] = [];
  let savedCount = 0;
  for (const { id } of await submittedPhotos(db, submissionId)) {
    const [typed] = form.texts(altField(id));
    // The photo was added after the page was rendered, or its description can stay empty.
    if (typed === undefined || (skipsEmpty && typed.trim() === "")) continue;
    const problem = await describe(db, { submissionId, photoId: id, typed });
    if (problem === null) savedCount += 1;
    else problems.push({ id, typed, problem });
  }
  return { savedCount, problems };
}

function descriptionProblems({ savedCount, problems }: SaveResult): RefusedPhotos | null {
  if (problems.length === 0) return null;
  const why =
    savedCount === 0
      ? "The descriptions weren’t saved."
      : `${savedCount} of ${savedCount + problems.length} descriptions were saved.`;
  return refusedPhotos(400, why, { alts: problems });
}

const REMOVED_MESSAGE = "That photo was already removed.";

async function describe(
  db: Database,
  { typed, ...photo }: { submissionId: string; photoId: string; typed: string },
): Promise<string | null> {
  const read = readAlt(typed);
  if (read.alt === null) return read.problem;
  return (await describeSubmitted(db, { ...photo, alt: read.alt })) === "described" ? null : REMOVED_MESSAGE;
}
