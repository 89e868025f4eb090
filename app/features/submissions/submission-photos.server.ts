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

/** Per person or network: all photos of two submissions one by one, and what each shows. */
const FORMS_PER_MINUTE_MAX = 30;
const limit = new AddressLimit(FORMS_PER_MINUTE_MAX);

/** Said where the editors have closed the form for a while. */
export const PHOTOS_OFF = "Photos can’t be added for now: the editors have closed the form. Come back in a few days.";

type PhotosSite = Pick<Site, "db" | "viewer" | "visitorAddress" | "switches" | "now">;

/** @returns The submission whose photos may be changed by whoever has this key; null for no such key; or why not. */
export async function submissionToChange(
  { db, viewer, visitorAddress, switches, now }: PhotosSite,
  key: string,
): Promise<{ id: string } | { status: 409 | 429 | 503; why: string } | null> {
  const found = await findByKey(db, key);
  if (found === null) return null;
  if (!found.isOpen) return { status: 409, why: PHOTO_REFUSALS["submission-closed"] };
  if (!switches.isOn("submissions")) return { status: 503, why: PHOTOS_OFF };
  const seconds = limit.secondsToWait(viewer?.id ?? visitorAddress ?? "", now);
  if (seconds !== null) return { status: 429, why: `That is too often. Try again in ${seconds} seconds.` };
  return { id: found.id };
}

export function refusedPhotos(
  status: number,
  why: string,
  more: { files?: RefusedFile[]; alts?: TypedAlt[] } = {},
): RefusedPhotos {
  return { status, why, files: more.files ?? [], alts: more.alts ?? [] };
}

/** Takes every file of a form that can be taken, and keeps what it says of the photos before. Null: all was done. */
export async function addSubmitted(
  adding: Adding,
  form: SentList,
  given: { submissionId: string; uploadedBy: string | null; files: SentFile[] },
): Promise<RefusedPhotos | null> {
  const { files, ...to } = given;
  const said = await describeAll(adding, form, { submissionId: to.submissionId, skipsEmpty: true });
  const added = await addFiles(adding, { files, to });
  if (added.outcome === "refused") return refusedPhotos(added.status, added.why, { ...added, alts: said.wrong });
  return refusedWords(said);
}

/** Removes the photo whose button was pressed, and keeps what is said of the others. Null: all was done. */
export async function changeSubmitted(
  { db, now }: Pick<Adding, "db" | "now">,
  form: SentList,
  { submissionId }: { submissionId: string },
): Promise<RefusedPhotos | null> {
  const photoId = form.text("remove");
  const isRemoving = photoId !== "";
  const isGone = isRemoving && (await removeSubmitted(db, { submissionId, photoId, now })) === "no-such-photo";
  const said = await describeAll({ db }, form, { submissionId, skipsEmpty: isRemoving });
  return isGone ? refusedPhotos(404, GONE, { alts: said.wrong }) : refusedWords(said);
}

type Said = { kept: number; wrong: TypedAlt[] };

/** Keeps what is said of each photo. `skipsEmpty`: something else is done with the form, which needn't say anything of any. */
async function describeAll(
  { db }: Pick<Adding, "db">,
  form: SentList,
  { submissionId, skipsEmpty }: { submissionId: string; skipsEmpty: boolean },
): Promise<Said> {
  const wrong: TypedAlt[] = [];
  let kept = 0;
  for (const { id } of await submittedPhotos(db, submissionId)) {
    const [typed] = form.texts(altField(id));
    // It came after the page was made, or isn't what they are at.
    if (typed === undefined || (skipsEmpty && typed.trim() === "")) continue;
    const problem = await describe(db, { submissionId, photoId: id, typed });
    if (problem === null) kept += 1;
    else wrong.push({ id, typed, problem });
  }
  return { kept, wrong };
}

function refusedWords({ kept, wrong }: Said): RefusedPhotos | null {
  if (wrong.length === 0) return null;
  const why =
    kept === 0 ? "The descriptions were not kept." : `${kept} of ${kept + wrong.length} descriptions were kept.`;
  return refusedPhotos(400, why, { alts: wrong });
}

const GONE = "That photo isn’t there any more.";

async function describe(
  db: Database,
  { typed, ...photo }: { submissionId: string; photoId: string; typed: string },
): Promise<string | null> {
  const read = readAlt(typed);
  if (read.alt === null) return read.problem;
  return (await describeSubmitted(db, { ...photo, alt: read.alt })) === "described" ? null : GONE;
}
