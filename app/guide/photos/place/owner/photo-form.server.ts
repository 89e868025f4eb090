import { isUuid } from "#app/lib/uuid.ts";
import type { RepeatedFormFields } from "#app/platform/read-form.ts";

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
 * The result of a form. `at`: the id of the element to scroll to. `alts`: the photos whose descriptions were refused, with
 * the texts that were entered.
 */
export type PhotoFormResult =
  | { outcome: "done"; at: string | null }
  | { outcome: "refused"; status: number; why: string; files: RejectedFile[]; alts: RejectedAltText[] };
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

/** Carries out one of the page's forms: the descriptions of all photos, or an action for a single one. */
export async function applyPhotoForm(
  { db, now }: Pick<PhotoUploadContext, "db" | "now">,
  form: RepeatedFormFields,
  to: { placeId: number; uploadedBy: string },
): Promise<PhotoFormResult> {
  return db.transaction(async (tx) => {
    if (form.text("do") === "describe") return describe({ db: tx, now, form, to });
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
  form: RepeatedFormFields,
  placeId: number,
): Promise<PhotoFormResult> {
  const own = { placeId, photoId: form.text("photo") };
  const done = (outcome: string): PhotoFormResult =>
    outcome === "no-such-photo" ? refused(404, GONE) : { outcome: "done", at: own.photoId };
  switch (form.text("do")) {
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

type DescribeInput = Pick<PhotoUploadContext, "db" | "now"> & {
  form: RepeatedFormFields;
  to: { placeId: number; uploadedBy: string };
};

/** Saves the descriptions that are right, and names those that aren't. */
async function describe({ db, now, form, to }: DescribeInput): Promise<PhotoFormResult> {
  const { placeId, uploadedBy } = to;
  const [photoIds, texts, versions] = [form.texts("photo"), form.texts("alt"), form.texts("version")];
  const opened = form.texts("was");
  const isUnchanged = (index: number) => texts[index]?.trim() === opened[index];
  const isNothingChanged = photoIds.every((_, index) => isUnchanged(index));
  if (photoIds.length > PHOTOS_PER_PLACE_MAX) return refused(400, "That’s more photos than a place can have.");
  const alts: RejectedAltText[] = [];
  const statuses: number[] = [];
  for (const [index, photoId] of photoIds.entries()) {
    const typed = texts[index] ?? "";
    // Others may have changed what this form didn't, and whoever describes some photos may leave the rest for later.
    if (isUnchanged(index) && !isNothingChanged) continue;
    const version = parsePhotoVersion(versions[index] ?? "");
    const problem = await describeOne(db, { placeId, photoId, typed, version });
    // One that was removed meanwhile doesn't keep the others from being saved.
    if (problem === "gone" && photoIds.length === 1) return refused(404, GONE);
    if (problem === "gone") continue;
    if (problem === null) {
      const by = { kind: "owner", id: uploadedBy } as const;
      await recordPhotoChange(db, { placeId, by, photoId, action: "describe", now });
    } else if (problem !== "same") {
      alts.push({ id: photoId, typed, problem: problem.text });
      statuses.push(problem.status);
    }
  }
  if (alts.length > 0) return { ...refused(statuses[0] ?? 400, "Some descriptions weren’t saved."), alts };
  return { outcome: "done", at: photoIds.length === 1 ? (photoIds[0] ?? null) : null };
}

type DescribedPhoto = { placeId: number; photoId: string; typed: string; version: number };

async function describeOne(
  db: PhotoUploadContext["db"],
  { typed, ...own }: DescribedPhoto,
): Promise<null | "same" | "gone" | { status: number; text: string }> {
  const read = parseAltText(typed);
  if (read.alt === null) return { status: 400, text: read.problem };
  const outcome = await describePhoto(db, { ...own, alt: read.alt });
  if (outcome === "no-such-photo") return "gone";
  if (outcome === "same") return "same";
  if (outcome === "described") return null;
  const text = "Someone else changed this photo in the meantime. Check it below, then save your text again.";
  return { status: 409, text };
}

/** Returns 0 for anything but a number. No photo has version 0. */
export function parsePhotoVersion(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

function refused(status: number, why: string): Extract<PhotoFormResult, { outcome: "refused" }> {
  return { outcome: "refused", status, why, files: [], alts: [] };
}
