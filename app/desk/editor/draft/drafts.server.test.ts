import { describe, expect } from "vitest";

import { listGuidePage } from "#app/guide/guides/list/guide-cards.server.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/duration.ts";
import { buildGuide, buildRequestContext, buildUser } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { findRevisions, listRevisions, findGuideWithDraft, REVISIONS_MAX, saveGuideDraft } from "./drafts.server.ts";
import { publishDraft } from "../publish/publish.server.ts";
import { later, WORDS, createDraft, bodiesOf } from "./draft-builders.ts";

describe("saving", () => {
  test("stores unfinished drafts, which readers can't see", async ({ db }) => {
    const { by, id } = await createDraft(db);
    const document = { ...WORDS, title: "", slug: "not a slug", category: "nowhere", body: "Half a sen" };

    const saved = await saveGuideDraft(db, { id, by, version: 1, document, now: later(1) });

    expect(saved).toMatchObject({ outcome: "saved", version: 2 });
    expect(await findGuideWithDraft(db, id)).toMatchObject({ document, version: 2, post: { status: "draft" } });
    expect(
      (await listGuidePage(db, { page: 1 }, buildRequestContext(later(DAY_MS)))).items.map((guide) => guide.slug),
    ).not.toContain("not a slug");
  });

  test("from an outdated version is a conflict, and both texts are stored", async ({ db }) => {
    const { by, id } = await createDraft(db);
    const other = await buildUser(db, { name: "Grace" });
    const [theirs, mine] = [
      { ...WORDS, body: "Hers." },
      { ...WORDS, body: "His." },
    ];
    await saveGuideDraft(db, { id, by: other.id, version: 1, document: theirs, now: later(1) });

    const refused = await saveGuideDraft(db, { id, by, version: 1, document: mine, now: later(2) });

    expect(refused).toMatchObject({ outcome: "conflict", theirs, version: 2, savedBy: "Grace" });
    expect(await findGuideWithDraft(db, id)).toMatchObject({ document: theirs });
    expect(await bodiesOf(db, id)).toEqual(["His.", "Hers.", ""]);
    expect(await saveGuideDraft(db, { id, by, version: 2, document: mine, now: later(3) })).toMatchObject({
      outcome: "saved",
      version: 3,
    });
  });

  test("the same text again creates no new version, also when two editors save the same text", async ({ db }) => {
    const { by, id } = await createDraft(db);
    await saveGuideDraft(db, { id, by, version: 1, document: WORDS, now: later(1) });

    expect(await saveGuideDraft(db, { id, by, version: 2, document: WORDS, now: later(2) })).toMatchObject({
      version: 2,
    });
    expect(await saveGuideDraft(db, { id, by, version: 1, document: WORDS, now: later(3) })).toMatchObject({
      outcome: "saved",
      version: 2,
    });
  });

  test("creates a revision every ten minutes and for each editor, and one of the guide's text before", async ({
    db,
  }) => {
    const { by } = await createDraft(db);
    const other = await buildUser(db);
    const { id } = await buildGuide(db, { body: "As it was." });
    const save = (version: number, who: string, body: string, minutes: number) =>
      saveGuideDraft(db, { id, by: who, version, document: { ...WORDS, body }, now: later(minutes * MINUTE_MS) });
    await save(0, by, "One.", 1);
    await save(1, by, "Two.", 5);
    await save(2, other.id, "Three.", 6);
    await save(3, other.id, "Four.", 17);

    expect(await bodiesOf(db, id)).toEqual(["Four.", "Three.", "Two.", "As it was."]);
  });

  test("deletes the oldest revisions over the limit, published ones last", async ({ db }) => {
    const { by, id } = await createDraft(db);
    await publishDraft(db, { id, by, version: 1, document: { ...WORDS, body: "Out." }, at: null, now: later(1) });
    for (let index = 0; index < REVISIONS_MAX + 5; index += 1) {
      const now = later(index * 11 * MINUTE_MS);
      await saveGuideDraft(db, { id, by, version: index + 2, document: { ...WORDS, body: `Text ${index}.` }, now });
    }

    const bodies = await bodiesOf(db, id);
    expect(bodies).toHaveLength(REVISIONS_MAX);
    expect(bodies[0]).toBe(`Text ${REVISIONS_MAX + 4}.`);
    expect(bodies).toContain("Out.");
    expect(bodies).not.toContain("Text 0.");
  });

  test("restores an earlier text as the newest version", async ({ db }) => {
    const { by, id } = await createDraft(db);
    await saveGuideDraft(db, { id, by, version: 1, document: { ...WORDS, body: "Good." }, now: later(1) });
    await saveGuideDraft(db, { id, by, version: 2, document: { ...WORDS, body: "Bad." }, now: later(11 * MINUTE_MS) });
    const [, good] = await listRevisions(db, id);
    const found = (await findRevisions(db, { postId: id, ids: [good?.id ?? 0] })).get(good?.id ?? 0);
    if (found === undefined) throw new Error("The revision is missing");

    await saveGuideDraft(db, {
      id,
      by,
      version: 3,
      document: found.document,
      kind: "restored",
      now: later(12 * MINUTE_MS),
    });

    expect(await findGuideWithDraft(db, id)).toMatchObject({ document: { body: "Good." }, version: 4 });
    expect(await bodiesOf(db, id)).toEqual(["Good.", "Bad.", "Good.", ""]);
  });

  test("can't read another guide's revisions", async ({ db }) => {
    const { id } = await createDraft(db);
    const [own] = await listRevisions(db, id);

    expect((await findRevisions(db, { postId: id + 1, ids: [own?.id ?? 0] })).size).toBe(0);
  });
});

describe("two browser windows of one editor", () => {
  const [one, other] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];

  test("get a conflict, and all texts stay in the history, even after several conflicts", async ({ db }) => {
    const { by, id } = await createDraft(db);
    const save = (window: { id: string; number: number }, version: number, body: string) =>
      saveGuideDraft(db, { id, by, version, document: { ...WORDS, body }, window, now: later(window.number) });
    await save({ id: one, number: 1 }, 1, "First window.");

    expect(await save({ id: other, number: 1 }, 1, "Second window.")).toMatchObject({
      outcome: "conflict",
      isOwn: true,
      theirs: { body: "First window." },
    });
    await save({ id: other, number: 2 }, 2, "Second window over it.");
    expect(await save({ id: one, number: 2 }, 2, "First again.")).toMatchObject({ outcome: "conflict", isOwn: true });
    expect(await save({ id: one, number: 3 }, 2, "First once more.")).toMatchObject({ outcome: "conflict" });

    const history = ["First once more.", "First again.", "Second window over it.", "Second window.", "First window."];
    expect(await bodiesOf(db, id)).toEqual([...history, ""]);
  });

  test("a window whose save was never answered has no conflict with itself, and its delayed save is outdated", async ({
    db,
  }) => {
    const { by, id } = await createDraft(db);
    const save = (number: number, version: number, body: string) =>
      saveGuideDraft(db, {
        id,
        by,
        version,
        document: { ...WORDS, body },
        window: { id: one, number },
        now: later(number),
      });
    await save(2, 1, "Second save.");

    expect(await save(3, 1, "Third save, without the answer.")).toMatchObject({ outcome: "saved", version: 3 });
    expect(await save(1, 1, "The first, late.")).toMatchObject({ outcome: "conflict", version: 3 });

    expect(await findGuideWithDraft(db, id)).toMatchObject({ document: { body: "Third save, without the answer." } });
    expect(await bodiesOf(db, id)).toContain("The first, late.");
  });

  test("an unanswered save followed by someone else's save is a conflict", async ({ db }) => {
    const { by, id } = await createDraft(db);
    const grace = await buildUser(db, { name: "Grace" });
    const save = (who: string, window: { id: string; number: number }, version: number, body: string) =>
      saveGuideDraft(db, { id, by: who, version, document: { ...WORDS, body }, window, now: later(1) });
    await save(by, { id: one, number: 1 }, 1, "Mine.");
    await save(grace.id, { id: other, number: 1 }, 2, "Hers.");

    const refused = await save(by, { id: one, number: 2 }, 1, "Mine again.");

    expect(refused).toMatchObject({ outcome: "conflict", isOwn: false, savedBy: "Grace" });
  });
});
