import type { Database } from "#app/db/database.server.ts";
import { parseAltText } from "#app/guide/photos/place/show/alt-text.ts";
import type { PhotoUploadContext } from "#app/guide/photos/place/upload/add-photo.server.ts";
import { addPhotoFiles, type RejectedFile } from "#app/guide/photos/place/owner/photo-form.server.ts";
import { PHOTO_REFUSAL_MESSAGES } from "#app/guide/photos/place/upload/photo-refusals.ts";
import type { UploadedFile } from "#app/guide/photos/place/upload/read-upload.server.ts";
import {
  describeSubmittedPhoto,
  removeSubmittedPhoto,
  listSubmittedPhotos,
} from "#app/guide/photos/place/review/submitted-photos.server.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import type { RepeatedFormFields } from "#app/platform/read-form.ts";
import type { Site } from "#app/platform/site.ts";
import { tooManyRequests } from "#app/ui/form-refusals.ts";

import { altField, type RefusedPhotos, type RefusedDescription } from "./submission-photo-fields.ts";
import { findSubmissionByKey } from "../submission-queries.server.ts";

/** Per person or network: enough for all photos of two submissions with descriptions. */
const FORMS_PER_MINUTE_MAX = 30;
const limit = new AddressRateLimit(FORMS_PER_MINUTE_MAX);

/** Shown while the submission form is switched off. */
export const PHOTOS_PAUSED_MESSAGE =
  "You can’t add photos right now because submissions are paused. Please check back in a few days.";

type PhotosSite = Pick<Site, "db" | "viewer" | "visitorAddress" | "switches" | "now">;

/** @returns The submission of this key, or why its photos can't be changed; null for an unknown key. */
export async function findEditableSubmission(
  { db, viewer, visitorAddress, switches, now }: PhotosSite,
  key: string,
): Promise<{ id: string } | { status: 409 | 429 | 503; why: string } | null> {
  const found = await findSubmissionByKey(db, key);
  if (found === null) return null;
  if (!found.isOpen) return { status: 409, why: PHOTO_REFUSAL_MESSAGES["submission-closed"] };
  if (!switches.isOn("submissions")) return { status: 503, why: PHOTOS_PAUSED_MESSAGE };
  const seconds = limit.secondsToWait(viewer?.id ?? visitorAddress ?? "", now);
  if (seconds !== null) return { status: 429, why: tooManyRequests(seconds) };
  return { id: found.id };
}

export function photosRefusal(
  status: number,
  why: string,
  more: { files?: RejectedFile[]; alts?: RefusedDescription[] } = {},
): RefusedPhotos {
  return { status, why, files: more.files ?? [], alts: more.alts ?? [] };
}

/** Adds the valid files of a form, and saves the descriptions of earlier photos. Null when everything worked. */
export async function addSubmissionPhotos(
  adding: PhotoUploadContext,
  form: RepeatedFormFields,
  given: { submissionId: string; uploadedBy: string | null; files: UploadedFile[] },
): Promise<RefusedPhotos | null> {
  const { files, ...to } = given;
  const saved = await describeAll(adding, form, { submissionId: to.submissionId, skipsEmpty: true });
  const added = await addPhotoFiles(adding, { files, to });
  if (added.outcome === "refused") return photosRefusal(added.status, added.why, { ...added, alts: saved.problems });
  return descriptionProblems(saved);
}

/** Removes the photo whose button was pressed, and saves the other descriptions. Null when everything worked. */
export async function updateSubmissionPhotos(
  { db, now }: Pick<PhotoUploadContext, "db" | "now">,
  form: RepeatedFormFields,
  { submissionId }: { submissionId: string },
): Promise<RefusedPhotos | null> {
  const photoId = form.text("remove");
  const isRemoving = photoId !== "";
  const isGone = isRemoving && (await removeSubmittedPhoto(db, { submissionId, photoId, now })) === "no-such-photo";
  const saved = await describeAll({ db }, form, { submissionId, skipsEmpty: isRemoving });
  return isGone ? photosRefusal(404, REMOVED_MESSAGE, { alts: saved.problems }) : descriptionProblems(saved);
}

type SaveResult = { savedCount: number; problems: RefusedDescription[] };

/** Saves each photo's description. `skipsEmpty`: the form does something else too, so empty descriptions aren't problems. */
async function describeAll(
  { db }: Pick<PhotoUploadContext, "db">,
  form: RepeatedFormFields,
  { submissionId, skipsEmpty }: { submissionId: string; skipsEmpty: boolean },
): Promise<SaveResult> {
  const problems: RefusedDescription[] = [];
  let savedCount = 0;
  for (const { id } of await listSubmittedPhotos(db, submissionId)) {
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
  return photosRefusal(400, why, { alts: problems });
}

const REMOVED_MESSAGE = "That photo was already removed.";

async function describe(
  db: Database,
  { typed, ...photo }: { submissionId: string; photoId: string; typed: string },
): Promise<string | null> {
  const read = parseAltText(typed);
  if (read.alt === null) return read.problem;
  return (await describeSubmittedPhoto(db, { ...photo, alt: read.alt })) === "described" ? null : REMOVED_MESSAGE;
}
