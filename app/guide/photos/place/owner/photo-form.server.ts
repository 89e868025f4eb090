import { isUuid } from "#app/lib/uuid.ts";
import type { FormFields } from "#app/platform/read-form.ts";

import { type PhotoUploadContext, addPhoto, type PhotoUploadTarget } from "../upload/add-photo.server.ts";
import { parseAltText } from "../show/alt-text.ts";
import {
  describePhoto,
  movePhoto,
  restoreListingPhoto,
  removeListingPhoto,
  retryPhotoPreparation,
} from "./change-photos.server.ts";
import { PHOTO_REFUSAL_MESSAGES, type PhotoRefusal, photoRefusalStatus } from "../upload/photo-refusals.ts";
import { PHOTOS_PER_PLACE_MAX } from "../place-photo.ts";
import type { UploadedFile } from "../upload/read-upload.server.ts";
import { recordPhotoChange } from "../upload/record-photo-change.server.ts";

/**
 * The result of a form. `at`: the id of the element to scroll to. `about`: the photo whose description was refused, with the
 * text that was entered.
 */
export type PhotoFormResult =
  | { outcome: "done"; at: string | null }
  | { outcome: "refused"; status: number; why: string; files: RejectedFile[]; about: RejectedAltText | null };
export type RejectedFile = { name: string; why: string };
export type RejectedAltText = { id: string; typed: string; problem: string };

const GONE = "That photo no longer exists.";

/** Adds every accepted file of a form. The result names each refused file with its reason. */
export async function addPhotoFiles(
  context: PhotoUploadContext,
  { files, to }: { files: UploadedFile[]; to: PhotoUploadTarget },
): Promise<PhotoFormResult> {
  if (files.length === 0) return refused(400, "Choose a photo first.");
  const rejected: (RejectedFile & { refusal: PhotoRefusal })[] = [];
  let last: string | null = null;
  for (const { name, bytes } of files) {
    const added = await addPhoto(context, { ...to, bytes });
    if (typeof added === "string")
      rejected.push({ name: shortName(name), refusal: added, why: PHOTO_REFUSAL_MESSAGES[added] });
    else last = added.id;
  }
  if (rejected.length === 0) return { outcome: "done", at: last };
  const addedCount = files.length - rejected.length;
  const why = addedCount === 0 ? "No photos were added." : `${addedCount} of ${files.length} photos were added.`;
  const named = rejected.map(({ refusal: _refusal, ...file }) => file);
  return { ...refused(photoRefusalStatus(rejected[0]?.refusal ?? "broken"), why), files: named };
}

const NAME_CHARACTERS_MAX = 60;

function shortName(name: string): string {
  const shown = name.replaceAll(/[\p{C}]/gu, "") || "Unnamed file";
  return shown.length <= NAME_CHARACTERS_MAX ? shown : `${shown.slice(0, NAME_CHARACTERS_MAX - 1)}…`;
}

/** Carries out one of the page's forms for a single photo. */
export async function applyPhotoForm(
  { db, now }: Pick<PhotoUploadContext, "db" | "now">,
  form: FormFields,
  to: { placeId: number; uploadedBy: string },
): Promise<PhotoFormResult> {
  return db.transaction(async (tx) => {
    const changed = await changeOne({ db: tx, now }, form, to.placeId);
    const [action, photoId] = [form.text("do"), form.text("photo")];
    if (changed.outcome === "done" && isUuid(photoId))
      await recordPhotoChange(tx, {
        placeId: to.placeId,
        by: { kind: "owner", id: to.uploadedBy },
        photoId,
        action,
        now,
      });
    return changed;
  });
}

async function changeOne(
  { db, now }: Pick<PhotoUploadContext, "db" | "now">,
  form: FormFields,
  placeId: number,
): Promise<PhotoFormResult> {
  const own = { placeId, photoId: form.text("photo") };
  const done = (outcome: string): PhotoFormResult =>
    outcome === "no-such-photo" ? refused(404, GONE) : { outcome: "done", at: own.photoId };
  switch (form.text("do")) {
    case "describe":
      return describe({ db, form, own });
    case "up":
    case "down":
      return done(await movePhoto(db, { ...own, to: form.text("do") === "up" ? "up" : "down" }));
    case "take-off": {
      const outcome = await removeListingPhoto(db, { ...own, now });
      return outcome === "taken-off" ? { outcome: "done", at: "taken-off" } : refused(404, GONE);
    }
    case "put-back": {
      const outcome = await restoreListingPhoto(db, { ...own, now });
      if (outcome === "there-again") return refused(409, "The same photo is on your listing again already.");
      if (outcome === "full") return refused(409, `A place can have ${PHOTOS_PER_PLACE_MAX} photos. Remove one first.`);
      return done(outcome);
    }
    case "try-again":
      return done(await retryPhotoPreparation(db, { ...own, now }));
    default:
      return refused(400, "Choose an action for the photo.");
  }
}

async function describe({
  db,
  form,
  own,
}: Pick<PhotoUploadContext, "db"> & {
  form: FormFields;
  own: { placeId: number; photoId: string };
}): Promise<PhotoFormResult> {
  const typed = form.text("alt");
  const read = parseAltText(typed);
  const refuseAlt = (status: number, problem: string): PhotoFormResult => ({
    ...refused(status, "We couldn’t save the description."),
    about: { id: own.photoId, typed, problem },
  });
  if (read.alt === null) return refuseAlt(400, read.problem);
  const outcome = await describePhoto(db, { ...own, alt: read.alt, version: parsePhotoVersion(form.text("version")) });
  if (outcome === "no-such-photo") return refused(404, GONE);
  if (outcome === "changed-meanwhile") {
    return refuseAlt(
      409,
      "Someone else changed this photo in the meantime. Check it below, then save your text again.",
    );
  }
  return { outcome: "done", at: own.photoId };
}

/** Returns 0 for anything but a number. No photo has version 0. */
export function parsePhotoVersion(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

function refused(status: number, why: string): Extract<PhotoFormResult, { outcome: "refused" }> {
  return { outcome: "refused", status, why, files: [], about: null };
}
