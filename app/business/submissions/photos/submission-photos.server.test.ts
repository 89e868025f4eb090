import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { placePhotos } from "#app/db/schema/gallery.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";
import { submissions } from "#app/db/schema/submissions.ts";
import { buildReporter } from "#app/business/corrections/correction-builders.ts";
import { type AddedPhoto, addPhoto } from "#app/guide/photos/place/upload/add-photo.server.ts";
import { buildPlacePhoto } from "#app/guide/photos/place/gallery-builders.ts";
import { formatGalleryCredit } from "#app/guide/photos/place/show/gallery-credit.ts";
import { photoFolder } from "#app/guide/photos/place/show/photo-keys.server.ts";
import { findPhotoFile, listPublicPhotos } from "#app/guide/photos/place/photo-queries.server.ts";
import {
  ALL_SUBMISSIONS_UPLOADS_PER_DAY_MAX,
  SUBMISSION_UPLOADS_PER_DAY_MAX,
} from "#app/guide/photos/place/upload/photo-refusals.ts";
import { photoFilePath, PHOTOS_PER_SUBMISSION_MAX, UNCROPPED_FILE } from "#app/guide/photos/place/place-photo.ts";
import { preparePhotos } from "#app/guide/photos/place/upload/prepare-photos.server.ts";
import { removePhotos } from "#app/guide/photos/place/owner/remove-photos.server.ts";
import {
  describeSubmittedPhoto,
  findSubmittedPhotoFile,
  removeSubmittedPhoto,
  listSubmittedPhotos,
} from "#app/guide/photos/place/review/submitted-photos.server.ts";
import { openPhotoCase } from "#app/core/cases/subject-cases.server.ts";
import { submittedPhotoVersions } from "#app/core/cases/submitted-photo-versions.server.ts";
import { HOUR_MS } from "#app/lib/duration.ts";
import { type Storage, openStorage } from "#app/platform/storage.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { buildJpeg } from "#tests/pictures.ts";
import { requestRoute } from "#tests/request-route.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test as databaseTest } from "#tests/test-database.ts";

import { decideSubmission } from "../review/decide-submission.server.ts";
import { listingToFields } from "../form/listing.ts";
import { buildListing, buildSubmission, createSubmission } from "../submission-builders.ts";
import * as sendPhotoRoute from "./send-photo.route.ts";
import * as submissionRoute from "../submission.route.tsx";
import * as submissionCaseRoute from "../review/submission-case.route.tsx";
import { altField, PUBLISHED_PHOTOS_FIELD } from "./submission-photo-fields.ts";
import { findSubmissionOutcome, findSubmissionCase } from "../submission-queries.server.ts";
import { submissionCasePath, submissionPath, submissionPhotosPath } from "../submission.ts";
import { undoSubmissionDecision } from "../review/undo-submission.server.ts";

const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);

const test = databaseTest.extend("storage", async ({ task: _task }, { onCleanup }) => {
  const dataDir = mkdtempSync(join(tmpdir(), "rowhouse-submitted-"));
  onCleanup(() => rmSync(dataDir, { recursive: true, force: true }));
  return openStorage({ dataDir, storage: null });
});

describe("a photo that comes with a submission", () => {
  test("is visible only with the submission's key and to moderators until it is published", async ({ db, storage }) => {
    const [{ id: submissionId, key }, other] = [await waiting(db), await waiting(db)];
    const { id } = await add({ db, storage }, { submissionId, alt: "The front at dusk" });
    await prepare({ db, storage });
    const [admin, member] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
    const seenBy = async (name: string) =>
      Promise.all(
        [null, member, admin].map(async (viewer) => (await findPhotoFile(db, { photoId: id, name, viewer }))?.isPublic),
      );
    const largest = await nameOf(db, id);

    expect((await findSubmissionOutcome(db, key))?.photos).toEqual([{ id, alt: "The front at dusk", state: "ready" }]);
    expect((await findSubmissionOutcome(db, other.key))?.photos).toEqual([]);
    expect(await findSubmittedPhotoFile(db, { submissionId, photoId: id })).toContain(id);
    expect(await findSubmittedPhotoFile(db, { submissionId: other.id, photoId: id })).toBeNull();
    expect([await seenBy(largest), await seenBy(UNCROPPED_FILE), await seenBy("kept.jpg")]).toEqual([
      [undefined, undefined, false],
      [undefined, undefined, false],
      [undefined, undefined, undefined],
    ]);

    const { placeId } = await publish(db, { submissionId });

    expect(await seenBy(largest)).toEqual([true, true, true]);
    expect(await findSubmittedPhotoFile(db, { submissionId, photoId: id })).toBeNull();
    const shown = await listPublicPhotos(db, placeId);
    expect(shown).toMatchObject([{ id, alt: "The front at dusk", isSubmitted: true }]);
    expect(formatGalleryCredit(shown)).toBe("Photo submitted with the listing");
    expect(formatGalleryCredit([...shown, { isSubmitted: false }])).toBe(
      "Photos from the business or submitted with the listing",
    );
    expect((await findSubmissionOutcome(db, key))?.photos).toEqual([]);
  });

  test("is one photo however often its file is sent, also ten times at once", async ({ db, storage }) => {
    const { id: submissionId } = await waiting(db);
    const bytes = await picture(1);
    const send = () => addPhoto(adding({ db, storage }), { submissionId, uploadedBy: null, bytes });

    const sent = [...(await Promise.all(Array.from({ length: 10 }, send))), await send()];

    expect(new Set(sent.flatMap((each) => (typeof each === "string" ? [] : [each.id]))).size).toBe(1);
    expect(await listSubmittedPhotos(db, submissionId)).toHaveLength(1);
    const elsewhere = { submissionId: (await waiting(db)).id, uploadedBy: null, bytes };
    expect(await addPhoto(adding({ db, storage }), elsewhere)).toMatchObject({ isNew: true });
  });

  test("is refused as the seventh, over the daily limit, or over the limit of all guests", async ({ db, storage }) => {
    const { id: submissionId } = await waiting(db);
    const send = async () =>
      addPhoto(adding({ db, storage }), { submissionId, uploadedBy: null, bytes: await picture(2) });
    const build = async (count: number, given: Partial<typeof placePhotos.$inferInsert>) => {
      for (let at = 0; at < count; at += 1) await buildPlacePhoto(db, { placeId: null, submissionId, ...given });
    };

    await build(PHOTOS_PER_SUBMISSION_MAX, {});
    expect(await send()).toBe("submission-full");
    await db.update(placePhotos).set({ deletedAt: NOW }).where(eq(placePhotos.submissionId, submissionId));
    await build(SUBMISSION_UPLOADS_PER_DAY_MAX - PHOTOS_PER_SUBMISSION_MAX, { deletedAt: NOW });
    expect(await send()).toBe("submission-too-often");
    await db
      .update(placePhotos)
      .set({ uploadedAt: later(-25) })
      .where(eq(placePhotos.submissionId, submissionId));
    const { id: elsewhere } = await waiting(db);
    await build(ALL_SUBMISSIONS_UPLOADS_PER_DAY_MAX, { submissionId: elsewhere, deletedAt: NOW });
    expect(await send()).toBe("submissions-full");
    await db
      .update(placePhotos)
      .set({ uploadedAt: later(-25) })
      .where(eq(placePhotos.submissionId, elsewhere));

    expect(await send()).toMatchObject({ isNew: true });
  });

  test("can't be added after the decision, also if that happens during the upload", async ({ db, storage }) => {
    const { id: submissionId } = await waiting(db);
    let published: Promise<{ placeId: number }> | null = null;
    const slow: Storage = {
      ...storage,
      put: async (...given) => {
        published ??= publish(db, { submissionId });
        await published;
        return storage.put(...given);
      },
    };
    const to = { submissionId, uploadedBy: null };

    expect(await addPhoto(adding({ db, storage: slow }), { ...to, bytes: await picture(3) })).toBe("submission-closed");
    expect(await addPhoto(adding({ db, storage }), { ...to, bytes: await picture(4) })).toBe("submission-closed");

    await prepare({ db, storage });
    const [row] = await db.select().from(placePhotos).where(eq(placePhotos.submissionId, submissionId));
    expect(row).toMatchObject({ placeId: null, deletedAt: NOW, storedAt: null });
    await removePhotos({ db, storage }, later(25));
    expect(await db.$count(placePhotos)).toBe(0);
    expect(await storage.get(`${photoFolder(row?.id ?? "")}/kept.jpg`)).toBeNull();
  });

  test("stays while pending and is deleted with its sender's account; a published one stays", async ({
    db,
    storage,
  }) => {
    const { id: userId } = await buildUser(db);
    const submitter = buildReporter({ userId });
    const [held, shown] = [await waiting(db, { submitter }), await waiting(db, { submitter, name: "Other Bakery" })];
    const own = { uploadedBy: userId, alt: "Mia’s own words" };
    const { id: heldId } = await add({ db, storage }, { submissionId: held.id, ...own });
    const { id: shownId } = await add({ db, storage }, { submissionId: shown.id, ...own });
    await prepare({ db, storage });
    const { placeId } = await publish(db, { submissionId: shown.id });
    await removePhotos({ db, storage }, later(24 * 400));
    expect(await listSubmittedPhotos(db, held.id)).toHaveLength(1);

    await db.delete(users).where(eq(users.id, userId));

    expect(await db.select().from(placePhotos).where(eq(placePhotos.id, heldId))).toMatchObject([{ alt: "" }]);
    await removePhotos({ db, storage }, NOW);
    expect(await storage.get(`${photoFolder(heldId)}/whole.jpg`)).toBeNull();
    expect(await db.select().from(placePhotos)).toMatchObject([{ id: shownId, uploadedBy: null }]);
    expect(await listPublicPhotos(db, placeId)).toMatchObject([
      { id: shownId, alt: "Mia’s own words", isSubmitted: true },
    ]);
  });
});

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
    "a moderator has taken one of them down": {
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

describe("the page of a submission", () => {
  test("saves each description and removes a photo; problems are shown next to the photo", async ({ db, storage }) => {
    const { id: submissionId, key } = await waiting(db);
    const [one, two] = [
      await add({ db, storage }, { submissionId, alt: "The front" }),
      await add({ db, storage }, { submissionId, alt: "" }),
    ];
    const send = (fields: Record<string, string>) =>
      ask(db, submissionRoute, { path: submissionPath(key), key, fields });
    const alts = async () => (await listSubmittedPhotos(db, submissionId)).map(({ alt }) => alt);

    expect(await send({ [altField(one.id)]: "The front at dusk", [altField(two.id)]: "img_123.jpg" })).toBe(400);
    expect(await alts()).toEqual(["The front at dusk", ""]);
    expect(await send({ [altField(one.id)]: "", [altField(two.id)]: "The bar" })).toBe(400);
    expect(await alts()).toEqual(["The front at dusk", "The bar"]);
    // Descriptions sent with an upload are saved, even if all files are refused.
    const withFiles = new FormData();
    withFiles.append(altField(one.id), "The front by day");
    withFiles.append(altField(two.id), "");
    withFiles.append("photos", new File([], ""));
    expect(await ask(db, submissionRoute, { path: submissionPath(key), key, body: withFiles })).toBe(400);
    expect(await alts()).toEqual(["The front by day", "The bar"]);
    expect(await send({ [altField(two.id)]: "The bar at night", remove: one.id })).toBe(
      `${submissionPath(key)}#photos`,
    );
    expect(await alts()).toEqual(["The bar at night"]);
    expect(await send({ remove: one.id })).toBe(404);
    expect(await send({ remove: "' or 1=1" })).toBe(404);
    expect(await send({})).toBe(`${submissionPath(key)}#photos`);
  });

  test("changes nothing of other or decided submissions, or without a key", async ({ db, storage }) => {
    const [own, other] = [await waiting(db), await waiting(db)];
    const { id } = await add({ db, storage }, { submissionId: other.id, alt: "The front" });
    const fields = { remove: id, [altField(id)]: "Not theirs" };
    const send = (key: string) => ask(db, submissionRoute, { path: submissionPath(key), key, fields });
    const upload = (key: string) => ask(db, sendPhotoRoute, { path: submissionPhotosPath(key), key, body: "x" });

    expect(await send(own.key)).toBe(404);
    expect([await send("0".repeat(32)), await send(`${other.key}0`), await send("")]).toEqual([404, 404, 404]);
    expect(await upload("0".repeat(32))).toBe(404);
    expect(await listSubmittedPhotos(db, other.id)).toMatchObject([{ id, alt: "The front" }]);
    await refuse(db, other.id);
    expect([await send(other.key), await upload(other.key)]).toEqual([409, 409]);
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

type Storages = { db: Database; storage: Storage };
type Photo = { id: string; placeId: number };

function adding({ db, storage }: Storages) {
  return { db, storage, log: silentLog(), now: NOW };
}

/** A different picture for each number. */
function picture(number: number): Promise<Buffer> {
  return buildJpeg({ width: 400 + number, height: 400 });
}

function waiting(db: Database, given: Parameters<typeof buildSubmission>[0] = {}) {
  return createSubmission(db, buildSubmission({ submitter: buildReporter(), description: "", ...given }));
}

let count = 10;

async function add(
  selected: Storages,
  { alt, submissionId, uploadedBy = null }: { submissionId: string; alt: string; uploadedBy?: string | null },
): Promise<AddedPhoto> {
  count += 1;
  const added = await addPhoto(adding(selected), { submissionId, uploadedBy, bytes: await picture(count) });
  if (typeof added === "string") throw new Error(`It was refused: ${added}`);
  if (alt !== "") await describeSubmittedPhoto(selected.db, { submissionId, photoId: added.id, alt });
  return added;
}

function prepare({ db, storage }: Storages): Promise<void> {
  return preparePhotos({ db, storage, log: silentLog(), now: () => NOW });
}

/** Publishes a submission unchanged, except for its photos. */
async function publish(
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

async function refuse(db: Database, submissionId: string): Promise<void> {
  const { id: decidedBy } = await buildUser(db, { role: "admin" });
  const decided = { submissionId, reason: "No.", code: "other", decidedBy, now: NOW, fate: "refused" } as const;
  expect(await decideSubmission(db, decided)).toBe("decided");
}

async function undo(db: Database, { submissionId, at }: { submissionId: string; at: number }): Promise<string> {
  const { id: undoneBy } = await buildUser(db, { role: "admin" });
  const of = eq(moderationCases.submissionId, submissionId);
  const [row] = await db.select({ id: moderationCases.id }).from(moderationCases).where(of);
  return undoSubmissionDecision(db, { caseId: row?.id ?? "", undoneBy, now: later(at) });
}

/** The name of the photo's largest file, as in page URLs. */
async function nameOf(db: Database, id: string): Promise<string> {
  const [row] = await db.select().from(placePhotos).where(eq(placePhotos.id, id));
  const { readyRendition: rendition, readyWidth: width } = row ?? {};
  if (!rendition || !width) throw new Error("The photo is not prepared");
  return photoFilePath({ id, rendition }, { width, format: "jpg" }).split("/").at(-1) ?? "";
}

function ask(
  db: Database,
  route: unknown,
  { path, key, fields, body }: { path: string; key: string; fields?: Record<string, string>; body?: BodyInit },
) {
  return requestRoute(db, { route, path, params: { key }, fields, body, person: null });
}

/** The opening values of the editor's form. */
async function caseForm(db: Database, id: string): Promise<{ typed: Record<string, string>; seen: string }> {
  const found = await findSubmissionCase(db, id);
  if (found === null) throw new Error("The submission isn't pending");
  const typed = { ...listingToFields(found.listing), description: buildListing().description, neighborhood: "shaw" };
  return { typed, seen: found.about.seen };
}
