import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";
import { buildPlacePhoto } from "#app/guide/photos/place/gallery-builders.ts";
import { photoFolder } from "#app/guide/photos/place/show/photo-keys.server.ts";
import { listPublicPhotos } from "#app/guide/photos/place/photo-queries.server.ts";
import { removePhotos } from "#app/guide/photos/place/owner/remove-photos.server.ts";
import {
  describeSubmittedPhoto,
  findSubmittedPhotoFile,
  removeSubmittedPhoto,
  listSubmittedPhotos,
} from "#app/guide/photos/place/review/submitted-photos.server.ts";
import { openPhotoCase } from "#app/core/cases/subject-cases.server.ts";
import { submittedPhotoVersions } from "#app/core/cases/submitted-photo-versions.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { requestRoute } from "#tests/request-route.ts";

import { decideSubmission } from "../review/decide-submission.server.ts";
import { listingToFields } from "../form/listing.ts";
import { buildListing } from "../submission-builders.ts";
import * as submissionCaseRoute from "../review/submission-case.route.tsx";
import { altField, PUBLISHED_PHOTOS_FIELD } from "./submission-photo-fields.ts";
import { findSubmissionCase } from "../submission-queries.server.ts";
import { submissionCasePath } from "../submission.ts";
import { undoSubmissionDecision } from "../review/undo-submission.server.ts";
import { later, test, type Photo, waiting, add, prepare, publish, refuse } from "./submission-photo-builders.ts";

describe("an editor who decides", () => {
  test("publishes selected photos with corrected descriptions; an undo makes all pending again", async ({
    db,
    storage,
  }) => {
    const { id: submissionId } = await waiting(db);
    const ids: string[] = [];
    for (const alt of ["The front at dusk", "Somebody’s face", ""]) {
      ids.push((await add({ db, storage }, { submissionId, alt })).id);
    }
    const [front = "", face = "", bar = ""] = ids;
    await prepare({ db, storage });
    const before = await listSubmittedPhotos(db, submissionId);
    const selected = [
      { id: bar, alt: "The bar" },
      { id: front, alt: "The front at dusk" },
    ];

    const { placeId, editorId } = await publish(db, { submissionId, selected });

    expect((await listPublicPhotos(db, placeId)).map(({ id, alt }) => ({ id, alt }))).toEqual(selected.toReversed());
    const isEntry = eq(auditEntries.action, "photo.publish");
    expect(await db.select().from(auditEntries).where(isEntry)).toMatchObject([
      { actorId: editorId, subjectId: String(placeId), after: { photos: [front, bar], leftOut: [face] } },
    ]);
    await removePhotos({ db, storage }, later(23));
    expect(await undo(db, { submissionId, at: 23 })).toBe("undone");
    expect(await listPublicPhotos(db, placeId)).toEqual([]);
    expect(await listSubmittedPhotos(db, submissionId)).toEqual(before);
    const again = await publish(db, { submissionId, selected: selected.slice(1), at: 23 });
    expect(await listPublicPhotos(db, again.placeId)).toMatchObject([{ id: front }]);
  });

  test("refusing hides the photos, and deletes them after a day", async ({ db, storage }) => {
    const [first, second] = [await waiting(db), await waiting(db)];
    const { id } = await add({ db, storage }, { submissionId: first.id, alt: "The front" });
    const { id: gone } = await add({ db, storage }, { submissionId: second.id, alt: "The bar" });
    for (const { id: submissionId } of [first, second]) await refuse(db, submissionId);
    await removePhotos({ db, storage }, later(23));

    expect(await findSubmittedPhotoFile(db, { submissionId: first.id, photoId: id })).toBeNull();
    expect(await undo(db, { submissionId: first.id, at: 23 })).toBe("undone");
    expect(await listSubmittedPhotos(db, first.id)).toMatchObject([{ id, alt: "The front" }]);
    await removePhotos({ db, storage }, later(25));

    expect(await storage.get(`${photoFolder(id)}/whole.jpg`)).not.toBeNull();
    expect(await storage.get(`${photoFolder(gone)}/whole.jpg`)).toBeNull();
    expect(await db.select({ id: placePhotos.id }).from(placePhotos)).toEqual([{ id }]);
  });

  test("is stopped if the photos or descriptions have changed since", async ({ db, storage }) => {
    const { id: submissionId } = await waiting(db);
    const { id } = await add({ db, storage }, { submissionId, alt: "The front" });
    const { id: editorId } = await buildUser(db, { role: "admin" });
    const decide = (seen: string) =>
      decideSubmission(db, {
        submissionId,
        reason: "",
        decidedBy: editorId,
        now: NOW,
        fate: "published",
        neighborhood: "shaw",
        listing: buildListing(),
        photos: { seen, selected: null },
      });

    const first = await submittedPhotoVersions(db, submissionId);
    await describeSubmittedPhoto(db, { submissionId, photoId: id, alt: "Buy at example dot com" });
    expect(await decide(first)).toBe("changed");
    const second = await submittedPhotoVersions(db, submissionId);
    const { id: added } = await add({ db, storage }, { submissionId, alt: "The bar" });
    expect(await decide(second)).toBe("changed");
    expect(await decide("")).toBe("changed");
    expect(await db.$count(places, eq(places.name, "Pearl Street Bakery"))).toBe(0);
    const third = await submittedPhotoVersions(db, submissionId);
    await removeSubmittedPhoto(db, { submissionId, photoId: added, now: NOW });
    expect(await decide(third)).toBe("changed");

    expect(await decide(await submittedPhotoVersions(db, submissionId))).toBe("decided");
    expect(await decide(await submittedPhotoVersions(db, submissionId))).toBe("closed");
  });

  const HINDRANCES: Record<string, { does: (db: Database, photo: Photo) => Promise<unknown>; refusal: string }> = {
    "somebody has reported one of its photos": {
      does: (db, { id }) => openPhotoCase(db, { photoId: id, reasons: ["stolen"], now: NOW }),
      refusal: "waits",
    },
    "an editor has taken one of them down": {
      does: (db, { id }) =>
        db.update(placePhotos).set({ takenDownAt: NOW, takenDownReason: "No." }).where(eq(placePhotos.id, id)),
      refusal: "changed",
    },
    "the page shows somebody else's photo": {
      does: (db, { placeId }) => buildPlacePhoto(db, { placeId }),
      refusal: "used",
    },
  };

  test.for(Object.entries(HINDRANCES))("can't undo when %s", async ([, { does, refusal }], { db, storage }) => {
    const { id: submissionId } = await waiting(db);
    const { id } = await add({ db, storage }, { submissionId, alt: "The front" });
    await prepare({ db, storage });
    const { placeId } = await publish(db, { submissionId });
    await does(db, { id, placeId });

    expect(await undo(db, { submissionId, at: 1 })).toBe(refusal);
    expect(await db.select().from(placePhotos).where(eq(placePhotos.id, id))).toMatchObject([{ placeId }]);
  });
});

test("an editor's form publishes the selected photos, and is refused if a photo has no description", async ({
  db,
  storage,
}) => {
  const { id } = await waiting(db);
  const front = await add({ db, storage }, { submissionId: id, alt: "The front" });
  const bar = await add({ db, storage }, { submissionId: id, alt: "" });
  const person = await buildUser(db, { role: "admin" });
  const { typed, seen } = await caseForm(db, id);
  const send = (photos: [string, string][]) => {
    const body = new URLSearchParams([...Object.entries(typed), ...photos, ["fate", "published"]]);
    return requestRoute(db, { route: submissionCaseRoute, path: submissionCasePath(id), params: { id }, body, person });
  };
  const ticked: [string, string][] = [
    [PUBLISHED_PHOTOS_FIELD, bar.id],
    [altField(bar.id), ""],
    [altField(front.id), "The front"],
  ];

  expect(await send([["seen", seen], ...ticked])).toBe(400);
  expect(await send([["seen", "x"], ...ticked, [PUBLISHED_PHOTOS_FIELD, "x"]])).toBe(400);
  expect(
    await send([
      ["seen", "x"],
      [PUBLISHED_PHOTOS_FIELD, front.id],
      [altField(front.id), "The front"],
    ]),
  ).toBe(409);
  expect(
    await send([
      ["seen", seen],
      [PUBLISHED_PHOTOS_FIELD, front.id],
      [altField(front.id), "The front door"],
    ]),
  ).toMatch(/^\/admin\/moderation\?decided=/);
  const rows = await db.select().from(placePhotos).orderBy(placePhotos.uploadedAt, placePhotos.position);
  expect(rows.map(({ alt, placeId, deletedAt }) => [alt, placeId !== null, deletedAt !== null])).toEqual(
    expect.arrayContaining([
      ["The front door", true, false],
      ["", false, true],
    ]),
  );
});

async function undo(db: Database, { submissionId, at }: { submissionId: string; at: number }): Promise<string> {
  const { id: undoneBy } = await buildUser(db, { role: "admin" });
  const of = eq(moderationCases.submissionId, submissionId);
  const [row] = await db.select({ id: moderationCases.id }).from(moderationCases).where(of);
  return undoSubmissionDecision(db, { caseId: row?.id ?? "", undoneBy, now: later(at) });
}

/** The opening values of the editor's form. */
async function caseForm(db: Database, id: string): Promise<{ typed: Record<string, string>; seen: string }> {
  const found = await findSubmissionCase(db, id);
  if (found === null) throw new Error("The submission isn't pending");
  const typed = { ...listingToFields(found.listing), description: buildListing().description, neighborhood: "shaw" };
  return { typed, seen: found.about.seen };
}
