import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import { auditEntries } from "#app/db/schema/audit.ts";
import { deleteGuide, restoreGuide } from "#app/guide/guides/write/delete-guide.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { buildRequestContext, buildPlace, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { saveGuideDraft } from "../draft/drafts.server.ts";
import { revokePreview, findPreviewedGuide, findValidPreview, PREVIEW_DAYS, renewPreview } from "./preview.server.ts";
import { later, WORDS, createDraft } from "../draft/draft-builders.ts";

describe("a preview", () => {
  test("shows the draft to anyone with its key, until the key is revoked or renewed", async ({ db }) => {
    const { by, id } = await createDraft(db);
    const { slug } = await buildPlace(db, { name: "Quibble House" });
    const document = {
      ...WORDS,
      access: "members" as const,
      body: `Words.\n\n::members\n\n::place{${slug}}`,
      stops: [{ slug, reason: "Go.", hint: "" }],
    };
    await saveGuideDraft(db, { id, by, version: 1, document, now: NOW });
    const { key } = await renewPreview(db, { id, by, now: NOW });

    const preview = await findPreviewedGuide(db, key, buildRequestContext());
    expect(preview).toMatchObject({ hasAllPlaces: true, guide: { title: WORDS.title, teaser: null } });
    expect(preview?.guide.places.map(({ place }) => place.name)).toEqual(["Quibble House"]);

    const { key: renewed } = await renewPreview(db, { id, by, now: NOW });
    expect(await findPreviewedGuide(db, key, buildRequestContext())).toBeNull();
    expect(await findPreviewedGuide(db, renewed, buildRequestContext())).not.toBeNull();
    await revokePreview(db, { id, by, now: NOW });
    for (const gone of [renewed, "", "x", "0".repeat(32)])
      expect(await findPreviewedGuide(db, gone, buildRequestContext())).toBeNull();
  });

  test("of a deleted guide is unavailable until the guide is restored", async ({ db }) => {
    const { by, id } = await createDraft(db);
    const { key } = await renewPreview(db, { id, by, now: NOW });
    const deleting = { postId: id, actor: { kind: "staff", id: by } as const, now: NOW };
    expect(await findPreviewedGuide(db, key, buildRequestContext())).not.toBeNull();

    await deleteGuide(db, deleting);
    expect(await findPreviewedGuide(db, key, buildRequestContext())).toBeNull();
    await restoreGuide(db, deleting);
    expect(await findPreviewedGuide(db, key, buildRequestContext())).not.toBeNull();
  });

  test("expires by itself, and the audit log has who created and ended it, without the key", async ({ db }) => {
    const { by, id } = await createDraft(db);
    const { key, expiresAt } = await renewPreview(db, { id, by, now: NOW });

    expect(expiresAt).toEqual(later(PREVIEW_DAYS * DAY_MS));
    expect(await findPreviewedGuide(db, key, buildRequestContext(new Date(expiresAt.getTime() - 1)))).not.toBeNull();
    expect(await findPreviewedGuide(db, key, buildRequestContext(expiresAt))).toBeNull();
    expect(await findValidPreview(db, { postId: id, now: expiresAt })).toBeNull();
    expect(await revokePreview(db, { id, by, now: later(1) })).toBe(true);
    expect(await revokePreview(db, { id, by, now: later(2) })).toBe(false);
    const rows = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subjectId, String(id)))
      .orderBy(auditEntries.id);
    expect(rows.map(({ action }) => action)).toEqual(["post.create", "post.preview", "post.end-preview"]);
    expect(JSON.stringify(rows)).not.toContain(key);
  });
});
