import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { buildReporter } from "#app/business/corrections/correction-builders.ts";
import { addPhoto } from "#app/guide/photos/place/upload/add-photo.server.ts";
import { buildPlacePhoto } from "#app/guide/photos/place/gallery-builders.ts";
import { formatGalleryCredit } from "#app/guide/photos/place/show/gallery-credit.ts";
import { photoFolder } from "#app/guide/photos/place/show/photo-keys.server.ts";
import { findPhotoFile, listPublicPhotos } from "#app/guide/photos/place/photo-queries.server.ts";
import {
  ALL_SUBMISSIONS_UPLOADS_PER_DAY_MAX,
  SUBMISSION_UPLOADS_PER_DAY_MAX,
} from "#app/guide/photos/place/upload/photo-refusals.ts";
import { photoFilePath, PHOTOS_PER_SUBMISSION_MAX, UNCROPPED_FILE } from "#app/guide/photos/place/place-photo.ts";
import { removePhotos } from "#app/guide/photos/place/owner/remove-photos.server.ts";
import { findSubmittedPhotoFile, listSubmittedPhotos } from "#app/guide/photos/place/review/submitted-photos.server.ts";
import type { Storage } from "#app/platform/storage.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { requestRoute } from "#tests/request-route.ts";

import * as sendPhotoRoute from "./send-photo.route.ts";
import * as submissionRoute from "../submission.route.tsx";
import { altField } from "./submission-photo-fields.ts";
import { findSubmissionOutcome } from "../submission-queries.server.ts";
import { submissionPath, submissionPhotosPath } from "../submission.ts";
import { later, test, adding, picture, waiting, add, prepare, publish, refuse } from "./submission-photo-builders.ts";

describe("a photo that comes with a submission", () => {
  test("is visible only with the submission's key and to editors until it is published", async ({ db, storage }) => {
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
