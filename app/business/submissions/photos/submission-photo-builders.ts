import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { submissions } from "#app/db/schema/submissions.ts";
import { buildReporter } from "#app/business/corrections/correction-builders.ts";
import { type AddedPhoto, addPhoto } from "#app/guide/photos/place/upload/add-photo.server.ts";
import { preparePhotos } from "#app/guide/photos/place/upload/prepare-photos.server.ts";
import { describeSubmittedPhoto } from "#app/guide/photos/place/review/submitted-photos.server.ts";
import { submittedPhotoVersions } from "#app/core/cases/submitted-photo-versions.server.ts";
import { HOUR_MS } from "#app/lib/duration.ts";
import { type Storage, openStorage } from "#app/platform/storage.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { buildJpeg } from "#tests/pictures.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test as databaseTest } from "#tests/test-database.ts";

import { decideSubmission } from "../review/decide-submission.server.ts";
import { buildListing, buildSubmission, createSubmission } from "../submission-builders.ts";

export const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);

export const test = databaseTest.extend("storage", async ({ task: _task }, { onCleanup }) => {
  const dataDir = mkdtempSync(join(tmpdir(), "rowhouse-submitted-"));
  onCleanup(() => rmSync(dataDir, { recursive: true, force: true }));
  return openStorage({ dataDir, storage: null });
});

export type Storages = { db: Database; storage: Storage };

export type Photo = { id: string; placeId: number };

export function adding({ db, storage }: Storages) {
  return { db, storage, log: silentLog(), now: NOW };
}

/** A different picture for each number. */
export function picture(number: number): Promise<Buffer> {
  return buildJpeg({ width: 400 + number, height: 400 });
}

export function waiting(db: Database, given: Parameters<typeof buildSubmission>[0] = {}) {
  return createSubmission(db, buildSubmission({ submitter: buildReporter(), description: "", ...given }));
}

export let count = 10;

export async function add(
  selected: Storages,
  { alt, submissionId, uploadedBy = null }: { submissionId: string; alt: string; uploadedBy?: string | null },
): Promise<AddedPhoto> {
  count += 1;
  const added = await addPhoto(adding(selected), { submissionId, uploadedBy, bytes: await picture(count) });
  if (typeof added === "string") throw new Error(`It was refused: ${added}`);
  if (alt !== "") await describeSubmittedPhoto(selected.db, { submissionId, photoId: added.id, alt });
  return added;
}

export function prepare({ db, storage }: Storages): Promise<void> {
  return preparePhotos({ db, storage, log: silentLog(), now: () => NOW });
}

/** Publishes a submission unchanged, except for its photos. */
export async function publish(
  db: Database,
  {
    submissionId,
    selected = null,
    at = 0,
  }: { submissionId: string; selected?: { id: string; alt: string }[] | null; at?: number },
): Promise<{ placeId: number; editorId: string }> {
  const { id: editorId } = await buildUser(db, { role: "admin" });
  const outcome = await decideSubmission(db, {
    submissionId,
    reason: "",
    decidedBy: editorId,
    now: later(at),
    fate: "published",
    neighborhood: "shaw",
    listing: buildListing(),
    photos: { seen: await submittedPhotoVersions(db, submissionId), selected },
  });
  const [row] = await db.select().from(submissions).where(eq(submissions.id, submissionId));
  if (outcome !== "decided" || !row?.placeId) throw new Error(`It was not published: ${outcome}`);
  return { placeId: row.placeId, editorId };
}

export async function refuse(db: Database, submissionId: string): Promise<void> {
  const { id: decidedBy } = await buildUser(db, { role: "admin" });
  const decided = { submissionId, reason: "No.", code: "other", decidedBy, now: NOW, fate: "refused" } as const;
  expect(await decideSubmission(db, decided)).toBe("decided");
}
