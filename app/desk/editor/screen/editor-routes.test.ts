import { desc, eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { guidePreviews, guideRevisions } from "#app/db/schema/editing.ts";
import { posts } from "#app/db/schema/guides.ts";
import { newsletterItems } from "#app/db/schema/newsletter.ts";
import { buildIssue } from "#app/desk/newsletter/newsletter-builders.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { requestRoute } from "#tests/request-route.ts";
import { test } from "#tests/test-database.ts";

import { createDraftGuide, findGuideWithDraft } from "../draft/drafts.server.ts";
import { WORDS } from "../draft/draft-builders.ts";
import { guideFormFields } from "../draft/guide-form.ts";
import * as newGuideRoute from "../draft/new-guide.route.tsx";
import * as saveRoute from "../draft/save-guide.route.ts";
import * as publishRoute from "../publish/publish.route.tsx";
import * as editorRoute from "./guide-editor.route.tsx";

type Sent = Record<string, string>;

describe("publishing from the editor", () => {
  test("at a time that occurs twice asks which one, and schedules that", async ({ db }) => {
    const { id, send } = await opened(db);
    const later = { do: "publish", when: "later", at: "2027-11-07T01:30" };

    expect(await send(later)).toBe(400);
    expect(await send({ ...later, which: "second" })).toBe(`/admin/posts/${id}?done=scheduled`);
    const [post] = await db.select().from(posts).where(eq(posts.id, id));
    expect([post?.status, post?.publishedAt]).toEqual(["published", new Date("2027-11-07T06:30:00Z")]);
    expect(await newestKind(db, id)).toBe("scheduled");
    expect(await send({ do: "unpublish", version: "2" })).toBe(`/admin/posts/${id}?done=unpublished`);
  });

  test("now, and again after a change, and adds it to an unsent issue of the newsletter", async ({ db }) => {
    const { id, send } = await opened(db);
    const [{ id: draft }, { id: gone }] = [await buildIssue(db), await buildIssue(db, { deletedAt: NOW })];

    const publish = { do: "publish", when: "now" };
    expect(await send({ ...publish, issue: draft })).toBe(`/admin/posts/${id}?done=published&issue=added`);
    expect(await send({ ...publish, title: "A long walk", version: "2", issue: gone })).toBe(
      `/admin/posts/${id}?done=updated&issue=not-added`,
    );
    expect(await db.$count(newsletterItems, eq(newsletterItems.guideId, id))).toBe(1);
    expect(await newestKind(db, id)).toBe("published");
  });

  test("on the page without script publishes the saved draft for whom it says, or names what is missing", async ({
    db,
  }) => {
    const { id, person } = await opened(db);
    const unready = await createDraftGuide(db, { document: { ...WORDS, excerpt: "" }, by: person.id, now: NOW });
    const publish = (postId: number, fields: Sent) =>
      requestRoute(db, {
        route: publishRoute,
        path: `/admin/posts/${postId}/publish`,
        params: { id: String(postId) },
        fields: { version: "1", when: "now", ...fields },
        person,
      });

    expect(await publish(unready, { do: "publish" })).toBe(400);
    expect(await publish(id, { do: "delete" })).toBe(400);
    expect(await publish(id, { do: "publish", version: "0" })).toBe(409);
    expect(await publish(id, { do: "publish", access: "members" })).toBe(`/admin/posts/${id}?done=published`);
    const [post] = await db.select().from(posts).where(eq(posts.id, id));
    expect([post?.status, post?.access, post?.title]).toEqual(["published", "members", WORDS.title]);
  });
});

test("a link for reviewers can be made, replaced and turned off", async ({ db }) => {
  const { id, send } = await opened(db);
  const keys = async () => (await db.select().from(guidePreviews)).map(({ key }) => key);

  expect(await send({ do: "preview" })).toBe(`/admin/posts/${id}/view`);
  expect(await keys()).toEqual([]);
  await send({ do: "new-preview", version: "2" });
  const [first] = await keys();
  await send({ do: "new-preview", version: "2" });
  const [second, ...others] = await keys();
  await send({ do: "end-preview", version: "2" });

  expect([others, second === first, first === undefined, await keys()]).toEqual([[], false, false, []]);
});

test("a save that the browser merges leaves no conflict in the history, and any other does", async ({ db }) => {
  const { id, person } = await opened(db);
  const save = (fields: Sent) =>
    requestRoute(db, {
      route: saveRoute,
      path: `/admin/posts/${id}/save`,
      params: { id: String(id) },
      fields: { ...guideFormFields(WORDS), version: "1", ...fields },
      person,
    });
  await save({ body: "Theirs." });

  expect(await save({ body: "Mine.", merges: "yes" })).toBe(409);
  expect(await newestKind(db, id)).toBe("saved");
  expect(await save({ body: "Mine." })).toBe(409);
  expect(await newestKind(db, id)).toBe("conflict");
  expect((await findGuideWithDraft(db, id))?.document.body).toBe("Theirs.");
});

test("a new post is an empty draft, the same one until something is written, and each editor has their own", async ({
  db,
}) => {
  const [ada, noor] = [await buildUser(db, { role: "admin" }), await buildUser(db, { role: "admin" })];
  const begin = (person: typeof ada) =>
    requestRoute(db, { route: newGuideRoute, path: "/admin/posts/new", fields: { do: "begin" }, person });

  const [first, again, other] = [await begin(ada), await begin(ada), await begin(noor)];
  const id = Number(/\/(\d+)#guide-title$/.exec(String(first))?.[1]);
  const fields = { ...guideFormFields(WORDS), do: "save", version: "1" };
  const path = `/admin/posts/${id}`;
  await requestRoute(db, { route: editorRoute, path, params: { id: String(id) }, fields, person: ada });

  expect([again === first, other === first, (await begin(ada)) === first]).toEqual([true, false, false]);
  expect(await requestRoute(db, { route: newGuideRoute, path: "/admin/posts/new", fields: {}, person: ada })).toBe(400);
});

test("a post is imported from a file, whose name is its slug", async ({ db }) => {
  const person = await buildUser(db, { role: "admin" });
  const body = new FormData();
  body.set("do", "import");
  body.set("file", new File(["# Brought in\n\nWritten *elsewhere*."], "brought-in-from-a-file.md"));

  const path = await requestRoute(db, { route: newGuideRoute, path: "/admin/posts/new", body, person });

  const opened = await findGuideWithDraft(db, Number(String(path).split("/").at(-1)));
  expect(opened?.document).toMatchObject({
    title: "Brought in",
    slug: "brought-in-from-a-file",
    body: "Written *elsewhere*.",
  });
});

async function opened(db: Database) {
  const person = await buildUser(db, { role: "admin" });
  const id = await createDraftGuide(db, { document: WORDS, by: person.id, now: NOW });
  const path = `/admin/posts/${id}`;
  const send = (fields: Sent) =>
    requestRoute(db, {
      route: editorRoute,
      path,
      params: { id: String(id) },
      fields: { ...guideFormFields(WORDS), version: "1", ...fields },
      person,
    });
  return { id, person, send };
}

async function newestKind(db: Database, postId: number) {
  const [row] = await db
    .select({ kind: guideRevisions.kind })
    .from(guideRevisions)
    .where(eq(guideRevisions.postId, postId))
    .orderBy(desc(guideRevisions.id))
    .limit(1);
  return row?.kind;
}
