import { eq } from "drizzle-orm";
import { expect } from "vitest";

import { guideEditorSessions } from "#app/db/schema/editing.ts";
import { posts } from "#app/db/schema/guides.ts";
import { deleteGuide, restoreGuide } from "#app/guide/guides/write/delete-guide.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { publishDraft } from "../publish/publish.server.ts";
import { recordEditorHeartbeat, EDITOR_SESSION_TIMEOUT_MS } from "./editor-sessions.server.ts";
import { later, WORDS, createDraft } from "./draft-builders.ts";

test.for([
  ["a draft", null, "If you restore it, it will be a draft again."],
  ["public", NOW, "If you restore it, readers can see it right away."],
  ["scheduled", later(DAY_MS), "If you restore it, it will be published on Thu, Jan 14, 2027 at 12:00 PM."],
] as const)(
  "editors of a deleted guide that was %s see who deleted it and what restoring does",
  async ([_what, publishedAt, back], { db }) => {
    const { by, id } = await createDraft(db);
    const ada = await buildUser(db, { name: "Ada", role: "admin" });
    if (publishedAt !== null) {
      await publishDraft(db, { id, by, version: 1, document: WORDS, at: null, now: later(-DAY_MS) });
      await db.update(posts).set({ publishedAt }).where(eq(posts.id, id));
    }
    const deleting = { postId: id, actor: { kind: "staff", id: ada.id } as const, now: NOW };
    const note = () => recordEditorHeartbeat(db, { postId: id, editorSessionId: by, userId: by, now: NOW });

    await deleteGuide(db, deleting);
    const state = await note();
    await restoreGuide(db, deleting);

    const label = "Ada deleted this post on Wed, Jan 13, 2027 at 12:00 PM. Readers can’t see it.";
    expect(state.deletion).toEqual({ label, back });
    expect((await note()).deletion).toBeNull();
  },
);

test("editors of a deleted guide see that it will be a draft if its scheduled time has passed", async ({ db }) => {
  const { by, id } = await createDraft(db);
  await publishDraft(db, { id, by, version: 1, document: WORDS, at: later(DAY_MS), now: NOW });
  await deleteGuide(db, { postId: id, actor: { kind: "staff", id: by }, now: later(1) });
  const state = await recordEditorHeartbeat(db, {
    postId: id,
    editorSessionId: by,
    userId: by,
    now: later(2 * DAY_MS),
  });

  expect(state.deletion?.back).toBe(
    "It was scheduled for Thu, Jan 14, 2027 at 12:00 PM, which has passed. If you restore it, it will be a draft.",
  );
});

test("an editor session gets the names of other open sessions, until they end or time out", async ({ db }) => {
  const { id } = await createDraft(db);
  const [ada, grace] = [await buildUser(db, { name: "Ada" }), await buildUser(db, { name: "Grace" })];
  const note = (userId: string, ms: number, editorSessionId = userId) =>
    recordEditorHeartbeat(db, { postId: id, editorSessionId, userId, now: later(ms) });

  expect(await note(ada.id, 0)).toEqual({ others: [], version: 1, deletion: null });
  expect(await note(grace.id, 1)).toMatchObject({ others: ["Ada"] });
  expect(await note(ada.id, 2)).toMatchObject({ others: ["Grace"] });
  expect(await note(ada.id, 2, "00000000-0000-4000-8000-000000000001")).toMatchObject({ others: ["Ada", "Grace"] });
  expect(await note(ada.id, EDITOR_SESSION_TIMEOUT_MS + 3)).toMatchObject({ others: [] });
  expect(await db.$count(guideEditorSessions, eq(guideEditorSessions.postId, id))).toBe(1);
});
